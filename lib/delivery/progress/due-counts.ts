import type { ItemState } from "@/lib/db/generated/enums";
import { day, hour, minute } from "@/lib/time";
import { isItemIn } from "../item-status";
import { refillWindowMs } from "./refill-rules";

/**
 * before: as the delivery begins. start: while it runs, until the counter has moved. after: when it is complete. check:
 * daily in the refill window. month: once, 30 days after its end.
 */
export type CountMoment = "before" | "start" | "after" | "check" | "month";

export type CountedItem = {
  state: ItemState;
  quantity: number;
  /** When it was last sent to a supplier. */
  leasedAt: Date | null;
  finishedAt: Date | null;
  /** When its last refill was completed. */
  refilledAt: Date | null;
  counts: { moment: string; count: number; takenAt: Date }[];
};

const latestAfterMs = hour;
// A little less than a day, so that each daily count isn't later than the one before by the minutes that one took.
const checkEveryMs = 0.8 * day;
// Of an order that is counted for another reason, a running item is not counted again so soon.
const startEveryMs = 10 * minute;
/** When a counter is read for the last time. */
export const monthMs = 30 * day;

/**
 * The counts of an item that are due when its order is counted. Pure. `before` is due until one was taken, `after` within
 * an hour of completion, `check` daily in the refill window and after a refill, if there is a `before` to compare with.
 * For the sample of the scorecard (count-samples.ts) orders are counted at other times too: `start` is due while an item
 * runs and its counter has moved by less than a hundredth of what was bought, `month` on the day after 30 days.
 */
export function dueCounts(item: CountedItem, now: Date): CountMoment[] {
  const has = (moment: CountMoment) => item.counts.some((count) => count.moment === moment);
  if (!item.leasedAt) return [];
  const due: CountMoment[] = has("before") ? [] : ["before"];
  const newest = Math.max(0, ...item.counts.map((count) => count.takenAt.getTime()));
  if (isItemIn("atSupplier", item.state)) {
    const isOldEnough = now.getTime() - newest >= startEveryMs;
    return has("before") && !hasStarted(item) && isOldEnough ? ["start"] : due;
  }
  if (item.state !== "completed" || !item.finishedAt) return due;
  const ageMs = now.getTime() - item.finishedAt.getTime();
  if (!has("after") && ageMs <= latestAfterMs) return [...due, "after"];
  if (has("before") && !has("month") && ageMs >= monthMs && ageMs <= monthMs + day) return ["month"];
  const isRefilled = item.refilledAt !== null && item.refilledAt.getTime() > newest;
  const isDaily = ageMs > latestAfterMs && ageMs <= refillWindowMs + hour;
  const isOld = now.getTime() - newest >= checkEveryMs;
  return has("before") && (isRefilled || (isDaily && isOld)) ? [...due, "check"] : due;
}

/** The counter has moved by a hundredth of what was bought: fewer may come by themselves. */
function hasStarted({ quantity, counts }: CountedItem): boolean {
  const before = counts.find(({ moment }) => moment === "before")?.count ?? 0;
  return counts.some(({ count }) => count > before + quantity / 100);
}
