import type { DayMoney } from "@/lib/operator/reporting/money-numbers";
import { amountText } from "./figures";

type DaysChartProps = { days: DayMoney[]; currency: string };

const height = 100;
const gap = 0.25;

/** Sales and margin of each day: bars of sales with the margin in front, which goes below the line for a loss. */
export function DaysChart({ days, currency }: DaysChartProps) {
  const values = days.flatMap((day) => [Number(day.revenueMicros), Number(day.marginMicros)]);
  const [top, bottom] = [Math.max(1, ...values), Math.min(0, ...values)];
  const y = (value: number) => ((top - value) / (top - bottom)) * height;
  const bar = (value: number, index: number) => ({
    x: index + gap / 2,
    width: 1 - gap,
    y: Math.min(y(value), y(0)),
    height: Math.abs(y(value) - y(0)),
  });
  return (
    <>
      <svg
        viewBox={`0 0 ${days.length} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="h-44 w-full text-primary"
      >
        {days.map((day, index) => (
          <g key={day.day}>
            <rect {...bar(Number(day.revenueMicros), index)} className="fill-primary-soft" />
            <rect
              {...bar(Number(day.marginMicros), index)}
              className={day.marginMicros < 0n ? "fill-destructive" : "fill-primary"}
            />
          </g>
        ))}
        <rect y={y(0)} width={days.length} height={0.4} className="fill-muted-foreground" />
      </svg>
      <p aria-hidden="true" className="flex justify-between text-xs text-muted-foreground tabular-nums">
        <span>{days.at(0)?.day}</span>
        <span>Pale bars: sales. Strong bars: margin.</span>
        <span>{days.at(-1)?.day}</span>
      </p>
      <table className="sr-only">
        <caption>Sales and margin of each day</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Sales</th>
            <th scope="col">Margin</th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.day}>
              <th scope="row">{day.day}</th>
              <td>{amountText(day.revenueMicros, currency)}</td>
              <td>{amountText(day.marginMicros, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
