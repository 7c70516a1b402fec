import { day, hour, minute, second } from "@/lib/base/time/time";

/** Orders are compared within sizes: up to 500 units, 2,500, 10,000, and more. Each bound begins the next size. */
export const sizeBounds: readonly number[] = [501, 2_501, 10_001];

/** The size of an order of `quantity` units, counted from 0 like PostgreSQL's `width_bucket` over the bounds. Pure. */
export function sizeOf(quantity: number): number {
  return sizeBounds.filter((bound) => quantity >= bound).length;
}

/** With fewer delivered orders there is no forecast. */
export const minOrders = 30;
/** A longer forecast is not shown. */
const longestMs = 30 * day;

/**
 * The minutes that a customer is told for a measured duration: up to the next quarter of an hour, above an hour to the
 * next hour, above two days to the next day; null beyond 30 days. Never less than what was measured. Pure.
 */
export function forecastMinutes(seconds: number): number | null {
  const ms = Math.max(seconds * second, 1);
  const step = ms <= hour ? hour / 4 : ms <= 2 * day ? hour : day;
  const rounded = Math.ceil(ms / step) * step;
  return rounded > longestMs ? null : rounded / minute;
}

/** `45 minutes`, `1 hour`, `6 hours`, `3 days`, for what `forecastMinutes` returns. Pure. */
export function forecastLabel(minutes: number): string {
  const ms = minutes * minute;
  if (ms < hour) return `${minutes} minutes`;
  if (ms <= 2 * day) return ms === hour ? "1 hour" : `${ms / hour} hours`;
  return `${ms / day} days`;
}

export type Forecast = {
  platform: string;
  service: string;
  variant: string;
  size: number;
  minutes: number;
};

/** Within how many minutes most orders like this one are delivered; null if that is unknown. Pure. */
export function forecastFor(
  forecasts: readonly Forecast[],
  order: { platform: string; service: string; variant: string; quantity: number },
): number | null {
  const size = sizeOf(order.quantity);
  const isLike = (one: Forecast) =>
    one.platform === order.platform &&
    one.service === order.service &&
    one.variant === order.variant &&
    one.size === size;
  return forecasts.find(isLike)?.minutes ?? null;
}
