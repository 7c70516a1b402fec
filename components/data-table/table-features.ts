import {
  columnVisibilityFeature,
  createColumnHelper,
  type RowData,
  tableFeatures,
} from "@tanstack/react-table";

/** The features of TanStack Table in use: filters, sorting and paging are the server's. */
export const shopTableFeatures = tableFeatures({ columnVisibilityFeature });

/** The column helper for rows of type `Row`: `const columns = tableColumns<OrderRow>()`. */
export function tableColumns<Row extends RowData>() {
  return createColumnHelper<typeof shopTableFeatures, Row>();
}
