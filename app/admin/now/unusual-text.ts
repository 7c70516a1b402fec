import { formatCents } from "@/lib/base/money";
import { plural } from "@/lib/base/text/plural";
import type { UnusualDay } from "@/lib/operator/reporting/unusual-day";

const weekdays = new Intl.DateTimeFormat("en-US", { weekday: "long", timeZone: "UTC" });

/** Yesterday beside the same weekday of the last four weeks. Pure. */
export function unusualText({
  day,
  orders,
  usualOrders,
  revenueCents,
  usualRevenueCents,
}: UnusualDay): string {
  const weekday = weekdays.format(new Date(day));
  return (
    `Yesterday was unusual for a ${weekday} (UTC): ${plural(orders, "order")} for ${formatCents(revenueCents)}. ` +
    `The last four had about ${usualOrders.toLocaleString("en-US")} for ${formatCents(usualRevenueCents)} each.`
  );
}
