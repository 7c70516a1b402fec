import type { ItemState } from "@/lib/db/generated/enums";
import { day, hour, minute } from "@/lib/time";
import { refillWindowMs } from "./refill-rules";

/** before: as the delivery begins. after: when it is complete. check: daily in the refill window, and when it is asked. */
export type CountMoment = "before" | "after" | "check";

export type CountedItem = {
  state: ItemState;
  /** When it was last sent to a supplier. */
  leasedAt: Date | null;
  finishedAt: Date | null;
  refillDays: number | null;
  /** When its last refill was completed, or its replacement ended. */
  refilledAt: Date | null;
  /** Somebody asks about it now: a count that is older than a few minutes is taken again. */
  isAsked: boolean;
  counts: { moment: string; takenAt: Date }[];
};

const latestAfterMs = hour;
// A little less than a day, so that each daily count isn't later than the one before by the minutes that one took.
const checkEveryMs = 0.8 * day;
const askedEveryMs = 10 * minute;

/**
 * The counts of an item that are due. Pure. `before` is due until one was taken, `after` within an hour of completion,
 * `check` daily in the refill window, after a refill or replacement, and when it is asked about, if there is a `before` to
 * compare with.
 */
export function dueCounts(item: CountedItem, now: Date): CountMoment[] {
  const has = (moment: CountMoment) => item.counts.some((count) => count.moment === moment);
  if (!item.leasedAt) return [];
  const due: CountMoment[] = has("before") ? [] : ["before"];
  const isEnded = item.state === "completed" || (item.state === "partial" && item.isAsked);
  if (!isEnded || !item.finishedAt) return due;
  const ageMs = now.getTime() - item.finishedAt.getTime();
  if (item.state === "completed" && !has("after") && ageMs <= latestAfterMs) return [...due, "after"];
  const newest = Math.max(0, ...item.counts.map((count) => count.takenAt.getTime()));
  const isRefilled = item.refilledAt !== null && item.refilledAt.getTime() > newest;
  const isDaily = ageMs > latestAfterMs && ageMs <= refillWindowMs(item) + hour;
  const newestAgeMs = now.getTime() - newest;
  const isDue = (isDaily && newestAgeMs >= checkEveryMs) || (item.isAsked && newestAgeMs >= askedEveryMs);
  return has("before") && (isRefilled || isDue) ? [...due, "check"] : due;
}
