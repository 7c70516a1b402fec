import { formatCents } from "@/lib/base/money";
import type { DayRevenue } from "@/lib/operator/reporting/shop-totals";

const height = 100;
const gap = 0.25;

/** Revenue by day, closed at first: a bar each, which names its day and amount under the pointer. Screen readers get a table. */
export function RevenueChart({ days }: { days: DayRevenue[] }) {
  const most = Math.max(0, ...days.map((day) => day.revenueCents));
  return (
    <details className="rounded-xl border border-border bg-card px-4 [&[open]]:pb-4">
      <summary className="min-h-11 cursor-pointer content-center text-sm text-muted-foreground">
        Revenue of the last 30 days
      </summary>
      <svg
        viewBox={`0 0 ${days.length} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="mt-2 h-44 w-full"
      >
        {days.map((day, index) => {
          const barHeight = most === 0 ? 0 : (day.revenueCents / most) * height;
          return (
            <g key={day.day}>
              <title>{`${day.day}: ${formatCents(day.revenueCents)}`}</title>
              <rect x={index} width={1} height={height} fill="transparent" />
              <rect
                x={index + gap / 2}
                width={1 - gap}
                y={height - barHeight}
                height={barHeight}
                className="fill-primary"
              />
            </g>
          );
        })}
        <rect y={height - 0.4} width={days.length} height={0.4} className="fill-muted-foreground" />
      </svg>
      <p
        aria-hidden="true"
        className="mt-2 flex justify-between gap-3 text-xs text-muted-foreground tabular-nums"
      >
        <span>{days.at(0)?.day}</span>
        <span>Best day: {formatCents(most)}</span>
        <span>{days.at(-1)?.day}</span>
      </p>
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
    </details>
  );
}
