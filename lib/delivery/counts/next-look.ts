import { addMs, day, minute } from "@/lib/base/time/time";
import { deliveredUnits } from "@/lib/orders/forecast/delivered-units";
import { refundTermsEndAt } from "@/lib/orders/order/withdrawal-period";
import { refillWindowMs } from "../progress/refill-rules";
import { betweenProofsMs, type KnownUnits } from "./known-units";
import { type CountedItem, remediesOf } from "./shared-counter";

// A margin for the period of the job that looks (recheck-ended).
const marginMs = 30 * minute;
// For how long the counter is looked at after a refill or a replacement, whatever else is over.
const afterRemedyMs = 3 * day;

/**
 * When an ended item's counter is looked at next: as soon as a look can settle what is unknown, else daily, and twice
 * before each promise ends, so that a loss of the last day is proven in time. The promised days of refills always count,
 * three days after a refill or a replacement, and the 30 days for refunds while the counter has not shown all units. Null
 * when they are over. Pure.
 */
export function nextLookAt(
  item: Pick<
    CountedItem,
    "state" | "quantity" | "remains" | "finishedAt" | "refillDays" | "refills" | "replacement"
  >,
  { known, paidAt, now }: { known: KnownUnits; paidAt: Date | null; now: Date },
): Date | null {
  const { finishedAt } = item;
  if (!finishedAt || deliveredUnits(item) === 0) return null;
  const refillsEndAt = addMs(finishedAt, refillWindowMs(item));
  const refundsEndAt = paidAt && !known.wasWhole ? refundTermsEndAt(paidAt) : refillsEndAt;
  const remedyEnds = remediesOf(item).map(({ endedAt }) => addMs(endedAt, afterRemedyMs));
  const ends = [refillsEndAt, refundsEndAt, ...remedyEnds].map((end) => end.getTime());
  const twiceBefore = ends.flatMap((end) => [end - betweenProofsMs - 2 * marginMs, end - marginMs]);
  const planned = [(known.lookAgainAt ?? addMs(now, day)).getTime(), ...twiceBefore];
  const next = Math.min(...planned.filter((at) => at > now.getTime()));
  return next < Math.max(...ends) ? new Date(next) : null;
}
