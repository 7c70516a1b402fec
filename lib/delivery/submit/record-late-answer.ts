import type { Database, Tx } from "@/lib/base/db/client";
import { logger } from "@/lib/base/logger";
import { shortOrderId } from "@/lib/base/order-id";
import { inWords } from "@/lib/base/text/words";
import type { ItemLease, Outcome } from "@/lib/delivery/items/item-lease";
import { lockItem } from "@/lib/delivery/items/lock-items";
import { raiseAlert } from "@/lib/mail/alerts/raise-alert";
import { flagOrder } from "@/lib/orders/order/flag-order";
import { type NewOrderEvent, recordEvents } from "@/lib/orders/order/record-event";
import { endOfCall } from "./end-call";

/**
 * Records an order that a supplier accepted for an item that has moved on: the item was sent again, canceled, or has
 * another number. That purchase can't be undone, so both numbers go into the timeline, the order is flagged and an
 * alert raised, in one transaction with the call's row. Idempotent.
 */
export async function recordLateAnswer(
  db: Database,
  lease: ItemLease,
  outcome: Extract<Outcome, { kind: "accepted" }>,
): Promise<void> {
  const { itemId, orderId, supplierId } = lease;
  const lateNumber = outcome.providerOrderId;
  const type = "item.late_answer";
  await db.$transaction(async (tx) => {
    const item = await lockItem(tx, itemId);
    if (item.leaseToken === lease.token) return;
    await tx.$executeRaw(endOfCall(lease, outcome));
    const isKnown = item.supplierId === supplierId && item.providerOrderId === lateNumber;
    if (lateNumber === null || isKnown) return;
    const isTold = { path: ["lateNumber"], equals: lateNumber };
    if (await tx.orderEvent.findFirst({ where: { orderId, itemId, type, data: isTold } })) return;
    const { state, attempt, providerOrderId: number } = item;
    const late = { lateNumber, lateSupplierId: supplierId, lateAttempt: lease.attempt };
    const data = { ...late, number, attempt, state };
    const advice =
      "It may have been bought twice. Look for it in the supplier's list of orders, have one cancelled there if there " +
      "are two, then clear this in Needs me.";
    const alert = { id: itemId, noun: "item", subject: "an item", advice };
    await reportLateAnswer(tx, { orderId, itemId, type, data }, alert);
    logger.error(
      { itemId, orderId, lateNumber, number, state },
      "a supplier took an item whose state had changed meanwhile: it may have been bought twice, and an operator must look",
    );
  });
}

type LateEvent = NewOrderEvent & { data: { lateNumber: string; number: string | null; state: string } };
type LateAlert = { id: string; noun: string; subject: string; advice: string };

/** Adds a late answer to the timeline, flags the order and raises the alert, in the caller's transaction. */
export async function reportLateAnswer(
  tx: Tx,
  event: LateEvent,
  { id, noun, subject, advice }: LateAlert,
): Promise<void> {
  const { orderId } = event;
  const { lateNumber, number, state } = event.data;
  await recordEvents(tx, [event]);
  await flagOrder(tx, orderId, "late_answer");
  const message =
    `A supplier took ${subject} of order #${shortOrderId(orderId)} as number ${lateNumber}, but its answer came late: the ${noun} is ` +
    `${inWords(state)} ${number ? `with number ${number}` : "without a number"}. ${advice}`;
  await raiseAlert(tx, { key: `late_answer:${id}:${lateNumber}`, kind: "late_answer", message, orderId });
}
