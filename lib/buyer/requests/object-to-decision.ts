import { z } from "zod";
import type { Database, Tx } from "@/lib/base/db/client";
import type { Order, RequestDecision } from "@/lib/base/db/generated/client";
import { AppError, conflict } from "@/lib/base/errors";
import { orderTokenSchema } from "@/lib/base/order-number";
import { isGuestOrder } from "@/lib/orders/order/guest-order";
import { addToTicket } from "@/lib/people/support/change-ticket";
import { findOpenRequest, openTicketIn } from "@/lib/people/support/open-ticket";
import { messageSchema } from "@/lib/people/support/ticket-forms";
import { loadReplyTime } from "@/lib/shop/settings/reply-time";

/** The form of a buyer who disagrees with a decision. */
export const objectionSchema = z.object({
  token: orderTokenSchema,
  requestId: z.uuid(),
  message: messageSchema,
});

/**
 * Opens a ticket against a decision in the name of the order's address and account, with the facts behind the decision;
 * as a guest's where a guest placed the order.
 * Errors: not_found (no such link or decision); conflict when a ticket about the order waits for an answer already.
 */
export async function objectToDecision(
  db: Database,
  { token, requestId, message }: z.infer<typeof objectionSchema>,
): Promise<void> {
  await db.$transaction(async (tx) => {
    // Locked before it is read: the deletion of its account takes address and link away.
    await tx.$queryRaw`SELECT id FROM orders WHERE token = ${token} FOR NO KEY UPDATE`;
    const order = await tx.order.findUnique({
      where: { token },
      include: { decisions: { where: { requestId }, orderBy: { createdAt: "asc" } } },
    });
    if (!order || order.decisions.length === 0) throw new AppError("not_found");
    if (await askOperator(tx, order, order.decisions, message)) return;
    const replyTime = await loadReplyTime(tx);
    throw conflict(`Our team is already looking into this order and will answer${replyTime}.`);
  });
}

/**
 * Opens a ticket in which an operator decides, in the caller's transaction. While the order has an open ticket of that
 * kind, no second one is opened, so that there is one place for the answer: the facts are added to the open ticket, but
 * nothing with a buyer's `objection`, and the result is then false.
 */
export async function askOperator(
  tx: Tx,
  order: Order,
  decisions: Pick<RequestDecision, "kind" | "outcome" | "reason" | "message">[],
  objection = "",
): Promise<boolean> {
  const kind = decisions[0]?.kind === "refill" ? "refill" : "refund";
  const facts = decisions.map(
    (decision) => `${asked[decision.kind]} ${decision.message} (${decision.outcome}: ${decision.reason})`,
  );
  const message = [objection, ...facts].filter(Boolean).join("\n\n").slice(0, 9_000);
  const openId = await findOpenRequest(tx, order.id, kind);
  if (openId && objection) return false;
  if (openId) {
    await addToTicket(tx, openId, message);
    return true;
  }
  await openTicketIn(tx, {
    caller: { userId: order.userId, email: order.email, isGuest: isGuestOrder(order) },
    kind,
    message,
    orderReference: "",
    orderId: order.id,
    isMailed: objection !== "",
  });
  return true;
}

const asked: Record<string, string> = {
  refill: "The count has dropped.",
  nothing_arrived: "Nothing has arrived.",
  slow: "It's taking too long.",
  cancel: "Please cancel what has not started.",
  refund: "Please refund what has not arrived.",
};
