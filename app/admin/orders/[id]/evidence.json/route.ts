import { downloadEvidence } from "@/app/_server/download-evidence";
import type { RecordProps } from "@/app/_server/page-props";

export async function GET(_request: Request, { params }: RecordProps): Promise<Response> {
  return downloadEvidence((await params).id, "json");
}
