"use client";

import { DataTable, tableColumns } from "@/components/admin/data-table";
import { LocalTime } from "@/components/orders/local-time";
import { formatCents } from "@/lib/base/money";

type PriceRow = { priceCents: number; originalCents: number; isOnSale: boolean; since: Date };

const column = tableColumns<PriceRow>();
const columns = [
  column.accessor("since", { header: "Since", cell: ({ getValue }) => <LocalTime at={getValue()} /> }),
  column.accessor("priceCents", { header: "Price", cell: ({ getValue }) => formatCents(getValue()) }),
  column.accessor("originalCents", {
    header: "Original price",
    cell: ({ getValue }) => formatCents(getValue()),
  }),
  column.accessor("isOnSale", { header: "On sale", cell: ({ getValue }) => (getValue() ? "Yes" : "No") }),
];

/** An entry's prices, newest first. */
export function PriceHistory({ prices }: { prices: PriceRow[] }) {
  return (
    <DataTable
      caption="Prices, newest first"
      columns={columns}
      rows={prices}
      rowId={(row) => row.since.toISOString()}
    />
  );
}
