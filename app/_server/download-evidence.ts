import "server-only";
import { z } from "zod";
import { recordAudit } from "@/lib/base/audit/record-audit";
import { getDb } from "@/lib/base/db/client";
import { AppError } from "@/lib/base/errors";
import { databaseNow } from "@/lib/base/time/clock";
import { type EvidencePack, loadEvidence } from "@/lib/money/disputes/evidence-pack";
import { evidencePdf } from "@/lib/money/disputes/evidence-pdf";
import { attachment } from "./attachment";
import { acquireExport } from "./concurrency";
import { errorResponse } from "./error-response";
import { currentFreshAdmin } from "./session";
import { getSite } from "./site";

const types = { json: "application/json; charset=utf-8", pdf: "application/pdf" } as const;

/**
 * An order's evidence for answering a dispute, as a file. Requires the permission to download evidence and a fresh
 * sign-in; each download is audited.
 */
export async function downloadEvidence(id: string, format: keyof typeof types): Promise<Response> {
  try {
    const { admin, answer } = await currentFreshAdmin("evidence.download", `/admin/orders/${id}`);
    if (answer) return answer;
    const orderId = z.uuid().safeParse(id);
    if (!orderId.success) throw new AppError("not_found");
    const release = await acquireExport("staffExports", admin.id);
    const { pack, body } = await makeFile(orderId.data, format).finally(release);
    await getDb().$transaction((tx) =>
      recordAudit(tx, { actor: admin }, "evidence.downloaded", ["order", orderId.data], {
        after: { format },
      }),
    );
    return attachment(body, types[format], `evidence-${pack.order.shortId}.${format}`);
  } catch (error) {
    return errorResponse(error, "download-evidence");
  }
}

async function makeFile(orderId: string, format: keyof typeof types) {
  const pack = await loadEvidence(getDb(), orderId, databaseNow());
  return { pack, body: await bodies[format](pack) };
}

const bodies = {
  json: async (pack: EvidencePack) => JSON.stringify(pack, null, 2),
  pdf: async (pack: EvidencePack) =>
    new Blob([new Uint8Array(await evidencePdf(pack, (await getSite()).name))]),
};
