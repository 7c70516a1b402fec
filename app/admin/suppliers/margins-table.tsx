"use client";

import { DataTable, tableColumns } from "@/components/admin/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCents } from "@/lib/base/money";
import type { Margin, MarginProblem, MarginRow } from "@/lib/operator/reporting/margins";
import { amountLabel } from "@/lib/shop/catalog/catalog";

type MarginTableRow = MarginRow & Margin;

const column = tableColumns<MarginTableRow>();
const columns = [
  column.accessor("quantity", {
    id: "label",
    header: "Sold",
    cell: ({ row: { original: row } }) => (
      <>
        <span className="block font-medium">
          {row.platformLabel} {amountLabel(row.quantity, row.unit)}
        </span>
        {row.surface ? <span className="block text-muted-foreground">Add-on, {row.surface}</span> : null}
        {row.problems.map((problem) => (
          <span key={problem} className="mt-1 block max-w-prose font-medium text-destructive">
            {messageOf(problem, row)}
          </span>
        ))}
      </>
    ),
  }),
  column.accessor("priceCents", {
    id: "price",
    header: "Price",
    cell: ({ getValue }) => formatCents(getValue()),
  }),
  column.accessor("costMicros", {
    id: "cost",
    header: "Cost",
    cell: ({ row: { original: row } }) => (
      <>
        <span className="block">{dollars(row.costMicros)}</span>
        {row.supplierName ? <span className="block text-muted-foreground">{row.supplierName}</span> : null}
      </>
    ),
  }),
  column.accessor("marginMicros", {
    id: "margin",
    header: "Margin",
    cell: ({ row: { original: row } }) => (
      <>
        {dollars(row.marginMicros)}
        {row.marginBps === null ? null : ` (${(row.marginBps / 100).toFixed(1)}%)`}
      </>
    ),
  }),
];

/** Micro-dollars to four places; a dash where they are not known. */
function dollars(micros: number | null): string {
  if (micros === null) return "—";
  const sign = micros < 0 ? "−" : "";
  return `${sign}$${(Math.abs(micros) / 1_000_000).toFixed(4)}`;
}

function messageOf(problem: MarginProblem, row: MarginRow): string {
  switch (problem) {
    case "no_supplier":
      return "No supplier delivers this, so it is not on sale.";
    case "currency":
      return row.currency
        ? `The supplier is paid in ${row.currency}, so the margin is not known.`
        : "The supplier's currency is not known. Ask for its balance.";
    case "below_margin":
      return row.leastMarginPercent === 0
        ? "Not on sale: it would be sold below cost."
        : `Not on sale: it would leave less than ${row.leastMarginPercent}% of its price.`;
    case "dearest_below_margin":
      return row.leastMarginPercent === 0
        ? "Sold below cost if the most expensive supplier delivers it."
        : `Leaves less than ${row.leastMarginPercent}% of its price if the most expensive supplier delivers it.`;
    case "below_minimum":
      return `Not on sale: the supplier takes ${row.minQuantity?.toLocaleString("en-US")} or more.`;
    case "above_maximum":
      return `Not on sale: the supplier takes ${row.maxQuantity?.toLocaleString("en-US")} at most.`;
  }
}

export function MarginsTable({ rows, isSearch }: { rows: MarginTableRow[]; isSearch: boolean }) {
  return (
    <DataTable
      caption="Margins"
      columns={columns}
      rows={rows}
      rowId={(row) => `${row.platform}-${row.kind}-${row.id}`}
      empty={
        isSearch ? (
          <EmptyState title="No offers found" detail="Change your search to see others." />
        ) : (
          <EmptyState title="Nothing is on sale" detail="Put a package on sale in the catalogue first." />
        )
      }
    />
  );
}
