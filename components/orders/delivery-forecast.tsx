import type { OrderView } from "@/lib/orders/order-view";

/** How long most orders like this one take; promises nothing about this one. */
export function DeliveryForecast({ forecast }: Pick<OrderView, "forecast">) {
  if (!forecast) return null;
  const most = `delivered in full within ${forecast.within} of payment`;
  return (
    <p className="text-muted-foreground">
      {forecast.isLate
        ? `This order is taking longer than most like it: 8 in 10 are ${most}. It is still in progress, and this page shows every change.`
        : `Most orders like this one (8 in 10) are ${most}.`}
    </p>
  );
}
