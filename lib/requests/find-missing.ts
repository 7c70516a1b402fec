import { countLoss } from "@/lib/delivery/progress/refill-rules";
import { deliveredUnits } from "@/lib/orders/delivered-units";
import { addMs, day } from "@/lib/time";
import { refundTermsEndAt } from "@/lib/withdrawal-period";
import type { ItemFacts, OrderFacts } from "./facts";

export type Missing = {
  /** Units that the supplier reported as delivered, that were not refunded, and that the counter lacks. */
  units: number;
  /** never_arrived: they were missing at the end of the delivery already. */
  reason: "dropped" | "never_arrived" | "replacement_short";
  /** The share of `units` that a promise covers. */
  coveredUnits: number;
};

/**
 * The units that an ended item lacks by our own counts; null when the counts can't show it, or when a large account
 * may have lost that many anyway. A drop is covered for the promised days. Units that were missing at the end of the
 * delivery never arrived, so the 30 days for refunds cover them. A drop that was counted in time stays covered while
 * nothing could be done about it, as during a block. Units that a refill or replacement was begun for stay
 * covered until they are there. Pure.
 */
export function findMissing(order: OrderFacts, item: ItemFacts): Missing | null {
  const quantity = deliveredUnits(item) - item.refundedUnits;
  const { before, newest, atEnd, replacement } = item;
  const loss =
    before === null || newest === null ? null : countLoss({ before, quantity, count: newest.count });
  if (before === null || loss === null || loss.isUnclear) {
    if (replacement.short === 0) return null;
    const units = Math.min(replacement.short, loss?.units ?? quantity);
    return { units, reason: "replacement_short", coveredUnits: units };
  }
  const { units } = loss;
  const end = atEnd === null ? null : countLoss({ before, quantity, count: atEnd });
  const atTheEnd = end && !end.isUnclear ? end.units : 0;
  if (isRemedyShort(item) || isInRefillWindow(order, item)) {
    return { units, reason: atTheEnd > 0 ? "never_arrived" : "dropped", coveredUnits: units };
  }
  const isRefundable = order.askedAt < refundTermsEndAt(order.paidAt);
  if (isRefundable && end?.isUnclear && item.droppedInTime === 0) return null;
  const coveredUnits = Math.min(units, Math.max(item.droppedInTime, isRefundable ? atTheEnd : 0));
  return { units, reason: coveredUnits > 0 && atTheEnd > 0 ? "never_arrived" : "dropped", coveredUnits };
}

/** True when the drop was asked about or counted within the promised days. Pure. */
export function isInRefillWindow(order: OrderFacts, { finishedAt, newest, refillDays }: ItemFacts): boolean {
  if (!finishedAt) return false;
  const until = addMs(finishedAt, refillDays * day);
  return order.askedAt <= until || (newest !== null && newest.takenAt <= until);
}

/** True when the last refill or replacement of an item ended without bringing what was missing. Pure. */
export function isRemedyShort({ refill, replacement }: ItemFacts): boolean {
  return ["rejected", "ineffective"].includes(replacement.state === "none" ? refill : replacement.state);
}
