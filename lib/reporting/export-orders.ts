import { streamRows } from "@/lib/db/stream-rows";
import { accountName } from "./account-name";
import { csvLine, formatDecimal } from "./csv";
import { type OrderRow, ordersQuery } from "./list-orders";
import type { OrderFilter } from "./order-filter";

const columns = [
  "Order",
  "Service",
  "Account",
  "Email",
  "Customer",
  "Units",
  "Amount",
  "Refunded",
  "Status",
  "Payment",
  "Supplier's order number",
  "Placed",
];

/**
 * All filtered orders as CSV (RFC 4180), read through a cursor, so that memory does not grow with their number. It ends
 * when the reader stops.
 */
export async function* exportOrders(databaseUrl: string, filter: OrderFilter): AsyncGenerator<string> {
  yield csvLine(columns);
  const query = ordersQuery({ ...filter, after: undefined }, null);
  for await (const rows of streamRows<OrderRow>(databaseUrl, query)) yield rows.map(orderLine).join("");
}

function orderLine(row: OrderRow): string {
  return csvLine([
    row.id,
    `${row.platform} ${row.service}`,
    accountName(row.postUrl),
    row.email,
    row.isGuest ? "Guest" : "Authenticated",
    String(row.quantity),
    formatDecimal(row.priceTotalCents),
    formatDecimal(row.refundedCents),
    row.status,
    row.paymentStatus,
    row.providerOrderId ?? "",
    new Date(row.createdAt).toISOString(),
  ]);
}
