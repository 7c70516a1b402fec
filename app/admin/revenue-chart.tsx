"use client";

import { type ComponentType, lazy, Suspense } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import type { DayRevenue } from "@/lib/operator/reporting/shop-totals";

// The page works without the chart, so a download that fails leaves its place empty.
const RevenueAreaChart = lazy<ComponentType<{ days: DayRevenue[] }>>(() =>
  import("./revenue-area-chart")
    .then((module) => ({ default: module.RevenueAreaChart }))
    .catch(() => ({ default: () => null })),
);

/** Revenue by day. The chart library loads after the page; screen readers get a table. */
export function RevenueChart({ days }: { days: DayRevenue[] }) {
  return (
    <section aria-label="Revenue of the last 30 days" className="rounded-xl border border-border bg-card p-5">
      <h2 className="mb-4 text-sm text-muted-foreground">Revenue of the last 30 days</h2>
      <div className="h-56" aria-hidden="true">
        <Suspense fallback={<Skeleton className="size-full" />}>
          <RevenueAreaChart days={days} />
        </Suspense>
      </div>
      <table className="sr-only">
        <caption>Revenue and orders of each day</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Revenue</th>
            <th scope="col">Orders</th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.day}>
              <th scope="row">{day.day}</th>
              <td>{(day.revenueCents / 100).toFixed(2)} dollars</td>
              <td>{day.orders}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
