"use client";

import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { formatCents } from "@/lib/base/money";
import type { DayRevenue } from "@/lib/operator/reporting/shop-totals";

const dayText = (day: unknown) =>
  new Date(`${String(day)}T00:00:00Z`).toLocaleDateString("en-US", {
    month: "short",
    day: "numeric",
    timeZone: "UTC",
  });

/** Dollars, without `.00`; small amounts keep their cents. */
const dollarsText = (cents: number) => formatCents(Math.round(cents)).replace(/\.00$/, "");

const axis = { tickLine: false, axisLine: false, tick: { fill: "var(--muted-foreground)", fontSize: 12 } };

/** The revenue chart, loaded on demand. */
export function RevenueAreaChart({ days }: { days: DayRevenue[] }) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <AreaChart data={days} margin={{ top: 4, right: 4, bottom: 0, left: 4 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--border)" />
        <XAxis dataKey="day" tickFormatter={dayText} minTickGap={32} {...axis} />
        <YAxis width={64} tickFormatter={dollarsText} {...axis} />
        <Tooltip
          labelFormatter={dayText}
          formatter={(cents) => [formatCents(Number(cents)), "Revenue"]}
          contentStyle={{
            background: "var(--popover)",
            color: "var(--popover-foreground)",
            border: "1px solid var(--border)",
            borderRadius: 10,
          }}
        />
        <Area
          dataKey="revenueCents"
          type="monotone"
          stroke="var(--primary)"
          strokeWidth={2.5}
          fill="var(--primary-soft)"
          isAnimationActive={false}
        />
      </AreaChart>
    </ResponsiveContainer>
  );
}
