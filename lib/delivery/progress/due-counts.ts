import type { ItemState } from "@/lib/db/generated/enums";
import { isItemIn } from "@/lib/db/item-status";
import { day, hour, minute } from "@/lib/time";
import { refillWindowMs } from "./refill-rules";

/**
 * before: as the delivery begins. start: while it runs, until the counter has moved. after: when it is complete. check:
 * daily in the refill window, and when it is asked about. month: once, 30 days after its end.
 */
export type CountMoment = "before" | "start" | "after" | "check" | "month";

export type CountedItem = {
  state: ItemState;
  quantity: number;
  /** When it was last sent to a supplier. */
  leasedAt: Date | null;
  finishedAt: Date | null;
  refillDays: number | null;
  /** When its last refill or its replacement ended. */
  remedyEndedAt: Date | null;
  /** True when it is being asked about now: a count older than a few minutes is repeated. */
  isAsked: boolean;
  counts: { moment: string; count: number; takenAt: Date }[];
};

const latestAfterMs = hour;
// A little less than a day, so that the daily count doesn't drift by the minutes that each one takes.
const checkEveryMs = 0.8 * day;
// The shortest time between two counts of an item that is running or being asked about.
const betweenMs = 10 * minute;
/** How long after an item's end its counter is read for the last time. */
export const monthMs = 30 * day;

/**
 * The counts of an item that are due when its order is counted: `before` until one was taken; `after` within an hour of
 * completion; and, if there is a `before` to compare with, `check` daily in the refill window, after a refill or
 * replacement, and when it is asked about. For the scorecard's sample (count-samples.ts), `start` is due while an item
 * runs and its counter has moved by less than a hundredth of what was bought, `month` on the day after 30 days. Pure.
 */
export function dueCounts(item: CountedItem, now: Date): CountMoment[] {
  const has = (moment: CountMoment) => item.counts.some((count) => count.moment === moment);
  if (!item.leasedAt) return [];
  const due: CountMoment[] = has("before") ? [] : ["before"];
  const newest = Math.max(0, ...item.counts.map((count) => count.takenAt.getTime()));
  const newestAgeMs = now.getTime() - newest;
  if (isItemIn("atSupplier", item.state)) {
    return has("before") && !hasStarted(item) && newestAgeMs >= betweenMs ? ["start"] : due;
  }
  const isEnded = item.state === "completed" || (item.state === "partial" && item.isAsked);
  if (!isEnded || !item.finishedAt) return due;
  const ageMs = now.getTime() - item.finishedAt.getTime();
  if (item.state === "completed" && !has("after") && ageMs <= latestAfterMs) return [...due, "after"];
  const isMonth = item.state === "completed" && ageMs >= monthMs && ageMs <= monthMs + day;
  if (isMonth && has("before") && !has("month") && !item.isAsked) return ["month"];
  const isRemedied = item.remedyEndedAt !== null && item.remedyEndedAt.getTime() > newest;
  const isDaily = ageMs > latestAfterMs && ageMs <= refillWindowMs(item) + hour;
  const isDue = (isDaily && newestAgeMs >= checkEveryMs) || (item.isAsked && newestAgeMs >= betweenMs);
  return has("before") && (isRemedied || isDue) ? [...due, "check"] : due;
}

/** True when the counter has moved by a hundredth of what was bought; less may be the account's own growth. */
function hasStarted({ quantity, counts }: CountedItem): boolean {
  const before = counts.find(({ moment }) => moment === "before")?.count ?? 0;
  return counts.some(({ count }) => count > before + quantity / 100);
}
