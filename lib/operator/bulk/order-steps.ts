import { z } from "zod";
import type { AuditContext } from "@/lib/base/audit/record-audit";
import type { Database, Db } from "@/lib/base/db/client";
import { shortOrderId } from "@/lib/base/order-id";
import { jsonText } from "@/lib/base/text/json-text";
import { plural } from "@/lib/base/text/plural";
import { mayBeSentAgain, resendMail } from "@/lib/mail/queue/failed-mails";
import { reasonText } from "@/lib/operator/reporting/reason-text";
import { clearFlag } from "@/lib/orders/order/flag-order";
import { mailKinds } from "@/lib/running/worker/mail-kinds";
import { type BulkPreview, type bulkRowsSchema, takeEach } from "./bulk-rows";

type Rows = z.infer<typeof bulkRowsSchema>;

const named = (id: string) => `#${shortOrderId(id)}`;

const seenFlagSchema = jsonText().pipe(z.object({ flagReason: z.string(), alertKeys: z.array(z.string()) }));

/** What clearing the flags of these orders would do. */
export async function previewClearFlags(db: Db, ids: string[]): Promise<BulkPreview[]> {
  const [orders, alerts] = await Promise.all([
    db.order.findMany({
      where: { id: { in: ids } },
      select: { id: true, flaggedAt: true, flagReason: true },
    }),
    db.operatorAlert.findMany({
      where: { orderId: { in: ids }, resolvedAt: null },
      select: { key: true, orderId: true, kind: true },
    }),
  ]);
  return orders.map(({ id, flaggedAt, flagReason }) => {
    const own = alerts.filter(({ orderId, kind }) => orderId === id && kind === flagReason);
    return {
      id,
      name: named(id),
      does: flaggedAt && `Clears its flag: ${reasonText(flagReason ?? "")}`,
      why: "It is not flagged.",
      seen: JSON.stringify({ flagReason: flagReason ?? "", alertKeys: own.map(({ key }) => key) }),
    };
  });
}

/** Clears the flags of previewed orders, each unless something new has happened to it. Returns a line for each. */
export function clearFlags(db: Database, rows: Rows, audit: AuditContext): Promise<string> {
  return takeEach(rows, async (orderId, seen) => {
    await clearFlag(db, { ...audit, orderId, shown: seenFlagSchema.parse(seen) });
    return "the flag is cleared.";
  });
}

/** Which failed mails of these orders would be sent again. */
export async function previewResendMails(db: Db, ids: string[]): Promise<BulkPreview[]> {
  const mails = await db.emailLog.findMany({
    where: { orderId: { in: ids }, OR: [{ state: "failed" }, { report: "failed" }] },
    orderBy: { createdAt: "desc" },
    take: 500,
  });
  return ids.map((id) => {
    const own = mails.filter((mail) => mail.orderId === id && mayBeSentAgain(mailKinds, mail)).slice(0, 20);
    return {
      id,
      name: named(id),
      does: own.length > 0 ? `Sends ${plural(own.length, "failed email")} again` : null,
      why: "It has no failed email that could be sent again.",
      seen: own.map((mail) => mail.id).join(" "),
    };
  });
}

/** Sends the previewed mails again. Returns a line for each order. */
export function resendMails(db: Database, rows: Rows, audit: AuditContext): Promise<string> {
  return takeEach(rows, async (_, seen) => {
    const ids = z.array(z.uuid()).parse(seen.split(" "));
    for (const id of ids) await resendMail(db, { ...audit, mailKinds, id });
    return `${plural(ids.length, "email")} will be sent again.`;
  });
}
