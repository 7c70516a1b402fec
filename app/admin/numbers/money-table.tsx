import type { LedgerTotals } from "@/lib/ledger/queries";
import { Bar } from "./drawn-funnel";
import { amountText, changeText, percentText } from "./figures";

export type MoneyRow = { label: string; current: LedgerTotals; before: LedgerTotals | undefined };

type MoneyTableProps = {
  caption: string;
  /** What each row stands for: "Platform", "Service", "Supplier". */
  of: string;
  rows: MoneyRow[];
  total: Omit<LedgerTotals, "currency">;
  currency: string;
};

const amounts = [
  ["Sales", "revenueMicros"],
  ["Refunds", "refundsMicros"],
  ["Card fees", "feesMicros"],
  ["Disputes", "disputesMicros"],
  ["Suppliers", "supplierCostsMicros"],
  ["Margin", "marginMicros"],
] as const;
const headings = [...amounts.map(([heading]) => heading), "Of sales", "Change"];

/** Sales, costs and margin in one row each, with the margin as a bar. */
export function MoneyTable({ caption, of, rows, total, currency }: MoneyTableProps) {
  const most = Math.max(1, ...rows.map(({ current }) => Math.abs(Number(current.marginMicros))));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard.
    <section aria-label={caption} tabIndex={0} className="overflow-x-auto">
      <table className="w-full min-w-3xl text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-right text-muted-foreground">
          <tr>
            <th scope="col" className="py-2 text-left font-normal">
              {of}
            </th>
            {headings.map((heading) => (
              <th key={heading} scope="col" className="py-2 pl-3 font-normal">
                {heading}
              </th>
            ))}
            <td aria-hidden="true" className="w-1/6" />
          </tr>
        </thead>
        <tbody className="text-right tabular-nums">
          {rows.map(({ label, current, before }) => (
            <tr key={label} className="border-t border-border">
              <th scope="row" className="py-2.5 text-left font-medium wrap-anywhere">
                {label}
              </th>
              <Amounts money={current} currency={currency} />
              <td className="pl-3 text-muted-foreground">
                {changeText(Number(current.revenueMicros), Number(before?.revenueMicros ?? 0))}
              </td>
              <td aria-hidden="true" className="pl-3">
                <Bar
                  share={Math.abs(Number(current.marginMicros)) / most}
                  isLoss={current.marginMicros < 0n}
                />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot className="text-right font-semibold tabular-nums">
          <tr className="border-t-2 border-border">
            <th scope="row" className="py-2.5 text-left">
              Total
            </th>
            <Amounts money={total} currency={currency} />
            <td />
            <td aria-hidden="true" />
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function Amounts({ money, currency }: { money: Omit<LedgerTotals, "currency">; currency: string }) {
  return (
    <>
      {amounts.map(([heading, field]) => (
        <td key={heading} className="py-2.5 pl-3">
          {amountText(money[field], currency)}
        </td>
      ))}
      <td className="pl-3">{percentText(Number(money.marginMicros), Number(money.revenueMicros))}</td>
    </>
  );
}
