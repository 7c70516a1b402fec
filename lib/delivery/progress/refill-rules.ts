import { defaultRefillDays } from "@/lib/catalog/refill-days";
import type { ItemState, RefillState } from "@/lib/db/generated/enums";
import { isItemFinal, openRefills } from "@/lib/db/item-status";
import { day } from "@/lib/time";

/** How long after its completion an item is checked and may be refilled: what was promised when it was bought. */
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

/** Why an item can't be refilled now. */
export type RefillObstacle = "not_completed" | "not_offered" | "too_late" | "in_progress";

/** What prevents a refill of an item at this moment; null when nothing does. Pure. */
export function refillObstacle(item: RefillCandidate, now: Date): RefillObstacle | null {
  if (item.state !== "completed" || !item.finishedAt) return "not_completed";
  if (!item.isOffered) return "not_offered";
  if (isBeingMadeGood(item)) return "in_progress";
  return now.getTime() - item.finishedAt.getTime() > refillWindowMs(item) ? "too_late" : null;
}

/** True while a refill or a replacement may still deliver what an item lost. Pure. */
export function isBeingMadeGood({
  refills,
  replacement,
}: Pick<RefillCandidate, "refills" | "replacement">): boolean {
  const isReplaced = replacement !== null && !isItemFinal(replacement.state);
  return isReplaced || refills.some(({ state }) => openRefills.includes(state));
}

/** The message for the administrator who asked. */
export const refillMessages: Record<RefillObstacle, string> = {
  not_completed: "Only a delivery that was completed can be refilled.",
  not_offered: "This delivery comes without refills.",
  too_late: "The days in which this service promises refills are over.",
  in_progress: "What is missing is already being delivered again. This page shows its progress.",
};
