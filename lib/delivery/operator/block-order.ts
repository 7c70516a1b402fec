import { type AuditContext, recordAudit } from "@/lib/base/audit/record-audit";
import type { Database, Tx } from "@/lib/base/db/client";
import type { Dispute, PaymentAttempt } from "@/lib/base/db/generated/client";
import type { ItemState, RefillState } from "@/lib/base/db/generated/enums";
import { isItemFinal } from "@/lib/base/db/item-status";
import { conflict, invalidField, notFound } from "@/lib/base/errors";
import { enqueue } from "@/lib/base/jobs/enqueue";
import { decideDropsJob, submitItemJob } from "@/lib/delivery/items/item-jobs";
import { blockDelivery, disputeBlock, unblockDelivery } from "@/lib/orders/order/block-delivery";
import { recordEvents } from "@/lib/orders/order/record-event";

type Blockable = { status: string; items: { state: ItemState; refills: { state: RefillState }[] }[] };

/** True while something of the order may still be sent; after its end, a replacement or a requested refill. Pure. */
export function mayBeBlocked({ status, items }: Blockable): boolean {
  const mayBeSent = items.some(
    ({ state, refills }) => !isItemFinal(state) || refills.some((refill) => refill.state === "requested"),
  );
  return status === "processing" || mayBeSent;
}

/** True for an open dispute of the payment that paid its order; any other payment of the order is refunded. Pure. */
export function keepsBlocked(
  { attemptId, closedAt }: Pick<Dispute, "attemptId" | "closedAt">,
  attempts: Pick<PaymentAttempt, "id" | "status">[],
): boolean {
  const isOrders =
    attemptId === null || attempts.some(({ id, status }) => id === attemptId && status === "paid");
  return isOrders && closedAt === null;
}

/**
 * Blocks an order: none of its items or refills is sent until it is unblocked. Items at a supplier are not touched, and
 * an earlier block, except a dispute's, stays. Errors: invalid_input at `reason` for the word that marks a dispute's
 * block; not_found; conflict when nothing of the order may still be sent.
 */
export async function blockOrder(
  db: Database,
  { orderId, ...audit }: AuditContext & { orderId: string },
): Promise<void> {
  // A dispute's block cancels what is unsent (cancelUnfunded) and ends with the dispute; an operator's does neither.
  if (audit.reason.trim() === disputeBlock) {
    throw invalidField("reason", "That word marks a dispute's own block. Please say more about the reason.");
  }
  await db.$transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order.blockedAt && order.blockedReason !== disputeBlock) return;
    if (!mayBeBlocked(order)) throw conflict(`This order is ${order.status}, so there is nothing to block.`);
    await blockDelivery(tx, orderId, audit.reason);
    await recordEvents(tx, [{ orderId, type: "delivery.blocked" }]);
    await recordAudit(tx, audit, "order.blocked", ["order", orderId], { after: { blocked: true } });
  });
}

/**
 * Lets a blocked order's items be sent again, the ready ones at once, and has its missing units decided. Idempotent.
 * Throws not_found, and conflict while a dispute of the payment that paid it is open.
 */
export async function unblockOrder(
  db: Database,
  { orderId, ...audit }: AuditContext & { orderId: string },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const { blockedAt, blockedReason, items } = await lockOrder(tx, orderId);
    if (!blockedAt) return;
    const attempts = await tx.paymentAttempt.findMany({ where: { orderId } });
    const disputes = await tx.dispute.findMany({ where: { orderId } });
    if (disputes.some((dispute) => keepsBlocked(dispute, attempts))) {
      throw conflict("A dispute about this order is open. It stays blocked until the bank has decided.");
    }
    await unblockDelivery(tx, orderId);
    const ready = items.filter(({ state }) => state === "ready");
    const jobs = ready.map((item) => submitItemJob.of(item.id, { runAt: item.notBefore ?? undefined }));
    await enqueue(tx, [...jobs, decideDropsJob.of(orderId)]);
    await recordEvents(tx, [{ orderId, type: "delivery.unblocked" }]);
    await recordAudit(tx, audit, "order.unblocked", ["order", orderId], {
      before: { blockedReason },
      after: { blocked: false },
    });
  });
}

async function lockOrder(tx: Tx, orderId: string) {
  await tx.$queryRaw`SELECT id FROM orders WHERE id = ${orderId}::uuid FOR UPDATE`;
  const order = await tx.order.findUnique({
    where: { id: orderId },
    include: { items: { include: { refills: true } } },
  });
  if (!order) throw notFound("There is no such order.");
  return order;
}
