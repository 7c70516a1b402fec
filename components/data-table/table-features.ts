import {
  columnVisibilityFeature,
  createColumnHelper,
  type RowData,
  tableFeatures,
} from "@tanstack/react-table";

/** What the shop's tables use of TanStack Table: filters, sorting and paging are the server's, in the address. */
export const shopTableFeatures = tableFeatures({ columnVisibilityFeature });

/** Columns of a table of `Row`, typed by it: `const columns = tableColumns<OrderRow>()`. */
export function tableColumns<Row extends RowData>() {
  return createColumnHelper<typeof shopTableFeatures, Row>();
}
