import { addMoney } from "@/lib/operator/reporting/money-numbers";
import type { LedgerTotals } from "@/lib/orders/ledger/order-totals";
import { amountText, changeText, percentText } from "./figures";
import { Bar } from "./funnel-chart";

export type LabelledMoney = LedgerTotals & { label: string };

type MoneyTableProps = {
  /** The subject of each row: "Platform", "Service", "Supplier". */
  of: string;
  rows: LabelledMoney[];
  /** The rows of the period before. */
  earlier: LabelledMoney[];
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
export function MoneyTable({ of, rows, earlier, currency }: MoneyTableProps) {
  const caption = `Money by ${of.toLowerCase()}`;
  const most = Math.max(1, ...rows.map(({ marginMicros }) => Math.abs(Number(marginMicros))));
  const salesBefore = (label: string) =>
    Number(earlier.find((row) => row.label === label)?.revenueMicros ?? 0);
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
          {rows.map((row) => (
            <tr key={row.label} className="border-t border-border">
              <th scope="row" className="py-2.5 text-left font-medium wrap-anywhere">
                {row.label}
              </th>
              <Amounts money={row} currency={currency} />
              <td className="pl-3 text-muted-foreground">
                {changeText(Number(row.revenueMicros), salesBefore(row.label))}
              </td>
              <td aria-hidden="true" className="pl-3">
                <Bar share={Math.abs(Number(row.marginMicros)) / most} isLoss={row.marginMicros < 0n} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot className="text-right font-semibold tabular-nums">
          <tr className="border-t-2 border-border">
            <th scope="row" className="py-2.5 text-left">
              Total
            </th>
            <Amounts money={addMoney(rows)} currency={currency} />
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
