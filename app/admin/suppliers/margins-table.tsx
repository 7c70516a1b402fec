"use client";

import { DataTable, tableColumns } from "@/components/data-table/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCents } from "@/lib/money";
import { type Platform, platformLabels } from "@/lib/platforms";

export type MarginTableRow = {
  key: string;
  platform: Platform;
  label: string;
  /** The add-on's page; null for packages. */
  surface: string | null;
  priceCents: number;
  supplierName: string | null;
  /** Dollars to four places; null without a cost. */
  cost: string | null;
  margin: string | null;
  percent: string | null;
  /** The warnings about a row. */
  warnings: string[];
};

const column = tableColumns<MarginTableRow>();
const columns = [
  column.accessor("label", {
    header: "Sold",
    cell: ({ row: { original: row } }) => (
      <>
        <span className="block font-medium tabular-nums">
          {platformLabels[row.platform]} {row.label}
        </span>
        {row.surface ? <span className="block text-muted-foreground">Add-on, {row.surface}</span> : null}
        {row.warnings.map((warning) => (
          <span key={warning} className="mt-1 block max-w-prose font-medium text-destructive">
            {warning}
          </span>
        ))}
      </>
    ),
  }),
  column.accessor("priceCents", {
    id: "price",
    header: "Price",
    cell: ({ getValue }) => <span className="tabular-nums">{formatCents(getValue())}</span>,
  }),
  column.accessor("cost", {
    header: "Cost",
    cell: ({ row: { original: row } }) => (
      <>
        <span className="block tabular-nums">{row.cost ?? "—"}</span>
        {row.supplierName ? <span className="block text-muted-foreground">{row.supplierName}</span> : null}
      </>
    ),
  }),
  column.accessor("margin", {
    header: "Margin",
    cell: ({ row: { original: row } }) => (
      <span className="tabular-nums">{row.margin === null ? "—" : `${row.margin} (${row.percent})`}</span>
    ),
  }),
];

/** Price, cost and margin of each offer. */
export function MarginsTable({ rows }: { rows: MarginTableRow[] }) {
  return (
    <DataTable
      caption="Margins"
      columns={columns}
      rows={rows}
      rowId={(row) => row.key}
      empty={<EmptyState title="Nothing is on sale" detail="Put a package on sale in the catalogue first." />}
    />
  );
}
