import type { Funnel, FunnelStep } from "@/lib/operator/reporting/funnel";
import { changeText, countText, percentText } from "./figures";

const labels: Record<FunnelStep, string> = {
  page: "Pages viewed",
  details: "Details opened",
  selection: "Posts or reels chosen",
  checkout: "Checkout opened",
  placed: "Orders placed",
  paid: "Orders paid",
  delivered: "Orders delivered",
};

type FunnelChartProps = { current: Funnel; before: Funnel; steps: readonly FunnelStep[] };

/** The funnel: a bar for each step, with its number and its change. */
export function FunnelChart({ current, before, steps }: FunnelChartProps) {
  const most = Math.max(1, ...steps.map((step) => current[step]));
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">The steps of the funnel</caption>
      <thead className="text-left text-muted-foreground">
        <tr>
          <th scope="col" className="py-2 font-normal">
            Step
          </th>
          <td aria-hidden="true" className="w-1/2 max-sm:hidden" />
          {["Number", "Of the first step", "Change"].map((heading) => (
            <th key={heading} scope="col" className="py-2 pl-3 text-right font-normal">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="tabular-nums">
        {steps.map((step) => (
          <tr key={step} className="border-t border-border">
            <th scope="row" className="py-2.5 pr-3 text-left font-medium">
              {labels[step]}
            </th>
            <td aria-hidden="true" className="max-sm:hidden">
              <Bar share={current[step] / most} />
            </td>
            <td className="py-2.5 text-right font-semibold">{countText(current[step])}</td>
            <td className="py-2.5 pl-3 text-right">
              {percentText(current[step], current[steps[0] ?? "page"])}
            </td>
            <td className="py-2.5 pl-3 text-right text-muted-foreground">
              {changeText(current[step], before[step])}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A horizontal bar, `share` of its cell's width. */
export function Bar({ share, isLoss = false }: { share: number; isLoss?: boolean }) {
  const width = Math.max(0, Math.min(100, share * 100));
  return (
    <svg
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      aria-hidden="true"
      className={`h-4 w-full ${isLoss ? "text-destructive" : "text-primary"}`}
    >
      <rect width="100" height="10" className="fill-muted" />
      <rect width={width.toFixed(2)} height="10" fill="currentColor" />
    </svg>
  );
}
