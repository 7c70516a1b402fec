import type { AuditContext } from "@/lib/audit/record-audit";
import type { Database, Tx } from "@/lib/db/client";
import type { Refund } from "@/lib/db/generated/client";
import { enqueueOrderMails } from "@/lib/email/enqueue-mail";
import { newId } from "@/lib/ids";
import { decisionIntent } from "@/lib/orders/refund-status";
import { dropHeldRefund, lockHeldRefund } from "@/lib/refunds/decide-held-refund";
import { declinedMessage } from "./messages";

/**
 * Drops a held refund for an administrator. A buyer who was promised it for missing units is told so, on the order's page
 * and by mail. Errors: not_found; conflict (it is not held any more).
 */
export async function dropRefund(
  db: Database,
  { refundId, ...audit }: AuditContext & { refundId: string },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const held = await lockHeldRefund(tx, refundId);
    await tellBuyer(tx, held);
    await dropHeldRefund(tx, held, audit);
  });
}

/** Adds a decision to the request that the refund was decided for, which replaces the promise on the order's page. */
async function tellBuyer(tx: Tx, { orderId, amountCents, intent }: Refund): Promise<void> {
  const decisions = await tx.requestDecision.findMany({
    where: { orderId, outcome: "refund" },
    include: { order: { select: { serviceType: true } } },
  });
  const promised = decisions.find(({ id }) => decisionIntent(id) === intent);
  if (!promised) return;
  const { requestId, itemId, kind, askedBy, askedAt, reason, units, facts, order } = promised;
  const id = newId();
  await tx.requestDecision.create({
    data: {
      ...{ id, requestId, orderId, itemId, kind, askedBy, askedAt, reason, units },
      outcome: "declined",
      cents: amountCents,
      message: declinedMessage(units, amountCents, order.serviceType),
      facts: facts ?? {},
    },
  });
  await enqueueOrderMails(tx, "request-decided", [{ orderId, about: id, props: { decisionIds: [id] } }]);
}
