import type { ItemState, RefillState } from "@/lib/base/db/generated/enums";
import { isItemFinal, openRefills } from "@/lib/base/db/item-status";
import { day } from "@/lib/base/time/time";
import { defaultRefillDays } from "@/lib/shop/settings/refill-days";

/** How long an item is checked and may be refilled after its completion, as promised when it was bought. */
export function refillWindowMs({ refillDays }: { refillDays: number | null }): number {
  return (refillDays ?? defaultRefillDays) * day;
}

/** How often a completed item is checked within that time. */
export const recheckEveryMs = day;

/** How many days a supplier has to accept a refill, and to finish it then; after them an operator decides the refill. */
export const daysToFinishRefill = 7;

export type RefillCandidate = {
  state: ItemState;
  finishedAt: Date | null;
  refillDays: number | null;
  /** True when it has a supplier's order number and the service includes refills. */
  isOffered: boolean;
  refills: { state: RefillState }[];
  /** The item that redelivers what this one lost. */
  replacement: { state: ItemState } | null;
};

/** Why an item can't be refilled at this moment, for the administrator who asks; null when it can. Pure. */
export function refillObstacle(item: RefillCandidate, now: Date): string | null {
  if (item.state !== "completed" || !item.finishedAt) {
    return "Only a delivery that was completed can be refilled.";
  }
  if (!item.isOffered) return "This delivery comes without refills.";
  if (isBeingMadeGood(item)) {
    return "What is missing is already being delivered again. This page shows its progress.";
  }
  return now.getTime() - item.finishedAt.getTime() > refillWindowMs(item)
    ? "The days in which this service promises refills are over."
    : null;
}

/** True while a refill or a replacement may still deliver what an item lost. Pure. */
export function isBeingMadeGood({
  refills,
  replacement,
}: Pick<RefillCandidate, "refills" | "replacement">): boolean {
  const isReplaced = replacement !== null && !isItemFinal(replacement.state);
  return isReplaced || refills.some(({ state }) => openRefills.includes(state));
}
