import { isPlatform, type Platform } from "@/lib/shop/catalog/platforms";

/** The events the recorder keeps, in the order of a purchase. */
export const eventNames = [
  "platform_selected",
  "package_selected",
  "checkout_started",
  "post_selected",
  "purchase_completed",
] as const;
export type EventName = (typeof eventNames)[number];

/** One recorded event. `at` is Unix milliseconds; `value` is integer cents. */
export type AnalyticsEvent = { name: EventName; at: number; platform?: Platform; value?: number };

/** Purchases per platform selection, in percent; 0 without a selection. */
export function funnelRate(events: AnalyticsEvent[]): number {
  const selections = events.filter((event) => event.name === "platform_selected").length;
  const purchases = events.filter((event) => event.name === "purchase_completed").length;
  return selections === 0 ? 0 : (purchases / selections) * 100;
}

/** The purchases' total and average in cents, and their number. */
export function revenueData(events: AnalyticsEvent[]) {
  const purchases = events.filter((event) => event.name === "purchase_completed");
  const totalCents = purchases.reduce((sum, event) => sum + (event.value ?? 0), 0);
  const orders = purchases.length;
  return { totalCents, averageCents: orders === 0 ? 0 : Math.round(totalCents / orders), orders };
}

/** The events in a stored text; invalid entries are left out, because a browser's storage can hold anything. */
export function parseEvents(text: string | null): AnalyticsEvent[] {
  return parseList(text).flatMap((entry) => readEvent(entry) ?? []);
}

/** The entries of a stored list; none for any other text. */
export function parseList(text: string | null): unknown[] {
  try {
    const stored: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

function readEvent(entry: unknown): AnalyticsEvent | null {
  if (typeof entry !== "object" || entry === null) return null;
  const { name, at, platform, value }: Record<string, unknown> = { ...entry };
  const known = eventNames.find((eventName) => eventName === name);
  if (!known || typeof at !== "number" || !Number.isFinite(at)) return null;
  return {
    name: known,
    at,
    ...(isPlatform(platform) ? { platform } : {}),
    ...(Number.isInteger(value) ? { value: Number(value) } : {}),
  };
}
