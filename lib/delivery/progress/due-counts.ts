import type { ItemState } from "@/lib/db/generated/enums";
import { day, hour } from "@/lib/time";
import { refillWindowMs } from "./refill-rules";

/** before: as the delivery begins. after: when it is complete. check: daily in the refill window. */
export type CountMoment = "before" | "after" | "check";

export type CountedItem = {
  state: ItemState;
  /** When it was last sent to a supplier. */
  leasedAt: Date | null;
  finishedAt: Date | null;
  /** When its last refill was completed. */
  refilledAt: Date | null;
  counts: { moment: string; takenAt: Date }[];
};

const latestAfterMs = hour;
// A little less than a day, so that each daily count isn't later than the one before by the minutes that one took.
const checkEveryMs = 0.8 * day;

/**
 * The counts of an item that are due. Pure. `before` is due until one was taken, `after` within an hour of completion,
 * `check` daily in the refill window and after a refill, if there is a `before` to compare with.
 */
export function dueCounts(item: CountedItem, now: Date): CountMoment[] {
  const has = (moment: CountMoment) => item.counts.some((count) => count.moment === moment);
  if (!item.leasedAt) return [];
  const due: CountMoment[] = has("before") ? [] : ["before"];
  if (item.state !== "completed" || !item.finishedAt) return due;
  const ageMs = now.getTime() - item.finishedAt.getTime();
  if (!has("after") && ageMs <= latestAfterMs) return [...due, "after"];
  const newest = Math.max(0, ...item.counts.map((count) => count.takenAt.getTime()));
  const isRefilled = item.refilledAt !== null && item.refilledAt.getTime() > newest;
  const isDaily = ageMs > latestAfterMs && ageMs <= refillWindowMs + hour;
  const isOld = now.getTime() - newest >= checkEveryMs;
  return has("before") && (isRefilled || (isDaily && isOld)) ? [...due, "check"] : due;
}
