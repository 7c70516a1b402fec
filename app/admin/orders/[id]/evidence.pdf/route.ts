import { downloadEvidence } from "@/app/_server/download-evidence";

type Context = { params: Promise<{ id: string }> };

export async function GET(_request: Request, { params }: Context): Promise<Response> {
  return downloadEvidence((await params).id, "pdf");
}
