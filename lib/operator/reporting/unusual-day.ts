import type { DayRevenue } from "./shop-totals";

/** A day's orders and revenue beside the average of the same weekday in the weeks before. */
export type UnusualDay = {
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  orders: number;
  usualOrders: number;
  revenueCents: number;
  usualRevenueCents: number;
};

const week = 7;
const weeks = 4;

/** So many days, ending with the one in question, `unusualDay` looks at. */
export const daysCompared = weeks * week + 1;

/** Fewer orders than this vary too much by chance. */
const fewestUsualOrders = 4;

/**
 * The last of consecutive days, oldest first, if its orders or its revenue differ from the same weekday's average of the
 * four weeks before by half of it, and its orders also by more than chance would explain; null otherwise, and where one
 * of those weeks had no orders, as in a new shop. Pure.
 */
export function unusualDay(days: readonly DayRevenue[]): UnusualDay | null {
  const last = days.at(-1);
  const before = Array.from({ length: weeks }, (_, back) => days.at(-1 - (back + 1) * week));
  const earlier = before.flatMap((day) => (day && day.orders > 0 ? [day] : []));
  if (!last || earlier.length < weeks) return null;
  const average = (of: "orders" | "revenueCents") =>
    Math.round(earlier.reduce((sum, day) => sum + day[of], 0) / weeks);
  const usual = { usualOrders: average("orders"), usualRevenueCents: average("revenueCents") };
  if (usual.usualOrders < fewestUsualOrders) return null;
  const { day, orders, revenueCents } = last;
  // The number of orders of a day varies by about its root.
  const isChance = Math.abs(orders - usual.usualOrders) <= 2 * Math.sqrt(usual.usualOrders);
  const isOther =
    (isFarFrom(orders, usual.usualOrders) && !isChance) || isFarFrom(revenueCents, usual.usualRevenueCents);
  return isOther ? { day, orders, revenueCents, ...usual } : null;
}

const isFarFrom = (value: number, usual: number) => Math.abs(value - usual) * 2 >= usual;
