import type { AuditContext } from "@/lib/base/audit/record-audit";
import type { Database } from "@/lib/base/db/client";
import { newId } from "@/lib/base/ids";
import { enqueueOrderMails } from "@/lib/mail/queue/enqueue-mail";
import { dropHeldRefund, lockHeldRefund } from "@/lib/money/refunds/decide-held-refund";
import { unitOfItem } from "@/lib/orders/order/order-parts";
import { decisionIntent } from "@/lib/orders/order/refund-status";
import { declinedMessage } from "./messages";
import { requestDecidedMail } from "./request-decided-mail";

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
    const { orderId, amountCents: cents, intent, order } = held;
    const decisions = await tx.requestDecision.findMany({ where: { orderId, outcome: "refund" } });
    const promised = decisions.find(({ id }) => decisionIntent(id) === intent);
    if (promised) {
      const { createdAt: _, ...promise } = promised;
      const id = newId();
      const item = await tx.fulfillmentItem.findUniqueOrThrow({ where: { id: promise.itemId } });
      const message = declinedMessage(promise.units, cents, unitOfItem(order, item));
      // Of the same request, so that it replaces the promise on the order's page.
      const data = { ...promise, id, outcome: "declined", cents, message, facts: promise.facts ?? {} };
      await tx.requestDecision.create({ data });
      await enqueueOrderMails(tx, requestDecidedMail, [{ orderId, about: id, props: { decisionIds: [id] } }]);
    }
    await dropHeldRefund(tx, held, audit);
  });
}
