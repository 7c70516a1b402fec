import type { FulfillmentItem, Refill } from "@/lib/db/generated/client";
import { deliveredUnits } from "@/lib/orders/delivered-units";
import { addMs, day, minute } from "@/lib/time";
import { refundTermsEndAt } from "@/lib/withdrawal-period";
import { refillWindowMs } from "../progress/refill-rules";
import { betweenProofsMs, type KnownUnits } from "./known-units";

// A margin for the period of the job that looks (recheck-ended).
const marginMs = 30 * minute;
// For how long the counter is looked at after a refill or a replacement, whatever else is over.
const afterRemedyMs = 3 * day;

type LookedAt = Pick<FulfillmentItem, "state" | "quantity" | "remains" | "finishedAt" | "refillDays"> & {
  refills: Pick<Refill, "state" | "updatedAt">[];
  replacement: Pick<FulfillmentItem, "finishedAt"> | null;
};

/**
 * When an ended item's counter is looked at next: as soon as a look can settle what is unknown, else daily, and twice
 * before each promise ends, so that a loss of the last day is proven in time. The promised days of refills always count,
 * three days after a refill or a replacement, and the 30 days for refunds while the counter has not shown all units. Null
 * when they are over. Pure.
 */
export function nextLookAt(
  item: LookedAt,
  { known, paidAt, now }: { known: KnownUnits; paidAt: Date | null; now: Date },
): Date | null {
  const { finishedAt } = item;
  if (!finishedAt || deliveredUnits(item) === 0) return null;
  const refillsEndAt = addMs(finishedAt, refillWindowMs(item));
  const refundsEndAt = paidAt && !known.wasWhole ? refundTermsEndAt(paidAt) : refillsEndAt;
  const endedRefills = item.refills.filter(({ state }) => state === "completed");
  const remediedAt = [item.replacement?.finishedAt, ...endedRefills.map(({ updatedAt }) => updatedAt)];
  const remedyEnds = remediedAt.flatMap((at) => (at ? addMs(at, afterRemedyMs) : []));
  const ends = [refillsEndAt, refundsEndAt, ...remedyEnds];
  const lastEnd = Math.max(...ends.map((end) => end.getTime()));
  const beforeEnds = ends.flatMap((end) => [
    addMs(end, -betweenProofsMs - 2 * marginMs),
    addMs(end, -marginMs),
  ]);
  const planned = [known.lookAgainAt ?? addMs(now, day), ...beforeEnds].filter((at) => at > now);
  const next = Math.min(...planned.map((at) => at.getTime()));
  return next < lastEnd ? new Date(next) : null;
}
