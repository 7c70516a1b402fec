import type { AuditContext } from "@/lib/base/audit/record-audit";
import type { Tx } from "@/lib/base/db/client";
import type { Refund } from "@/lib/base/db/generated/client";
import { formatCents } from "@/lib/base/money";
import { shortOrderId } from "@/lib/base/order-id";
import { inWords } from "@/lib/base/text/words";
import { readDatabaseTime } from "@/lib/base/time/clock";
import { raiseAlert, resolveAlert } from "@/lib/mail/alerts/raise-alert";
import { flagOrder } from "@/lib/orders/order/flag-order";

/** Stripe's code for a payment that the key's account does not have. */
export const paymentUnknown = "resource_missing";

/** Flags the order of a failed refund that is owed, with an alert, in the caller's transaction. */
export async function flagFailed(
  tx: Tx,
  { id, orderId, amountCents, failure }: Pick<Refund, "id" | "orderId" | "amountCents" | "failure">,
): Promise<void> {
  await flagOrder(tx, orderId, "refund_failed");
  const what = `A refund of ${formatCents(amountCents)} for order #${shortOrderId(orderId)} did not reach the card`;
  const message = `${what}${adviceAbout(failure ?? "unknown")}`;
  await raiseAlert(tx, { key: alertKey(id), kind: "refund_failed", message, orderId });
}

function adviceAbout(failure: string): string {
  if (failure === "charge_disputed")
    return ", because its payment is disputed. Wait for the bank's decision: a lost dispute has paid the customer back; after a won one, open the order and send the refund again.";
  if (failure === paymentUnknown)
    return ", because Stripe does not know its payment: STRIPE_SECRET_KEY belongs to another account, or to test mode. If that is a mistake, set the right key, open the order and send the refund again. Otherwise make the refund in the account that took the payment, then mark this one as paid another way.";
  return ` (${inWords(failure)}). Open the order and send the refund again, or pay the customer another way and mark it so.`;
}

export async function resolveFailed(tx: Tx, failedId: string): Promise<void> {
  await resolveAlert(tx, alertKey(failedId));
}

/** Marks that the buyer has the amount of a failed refund in another way, which ends its alert. */
export async function markPaid(tx: Tx, failedId: string, { actor, reason }: AuditContext): Promise<void> {
  const paidAnotherWayAt = await readDatabaseTime(tx);
  await tx.refund.update({
    where: { id: failedId },
    data: { paidAnotherWayAt, paidAnotherWayById: actor.id, paidAnotherWayReason: reason },
  });
  await resolveFailed(tx, failedId);
}

const alertKey = (refundId: string) => `refund_failed:${refundId}`;
