import { z } from "zod";
import { streamRows } from "@/lib/base/db/stream-rows";
import { textOfCents } from "@/lib/base/money";
import { handleOf } from "@/lib/shop/catalog/catalog";
import { type OrderFilter, type OrderRow, orderFilterSchema, ordersQuery } from "./list-orders";
import { selectionSchema } from "./selection";

/** The filter of the list, and how the file writes amounts. */
export const orderExportSchema = orderFilterSchema.extend({
  decimal: z.enum(["point", "comma"]).catch("point"),
  /** A selection of orders; all that match without one. */
  ids: selectionSchema.optional(),
});

type Decimal = z.infer<typeof orderExportSchema>["decimal"];

const byteOrderMark = "\uFEFF";

// Where a comma divides the decimals, Excel separates columns by semicolons, and without a mark it misreads UTF-8.
const notations = {
  point: { start: "", separator: ",", amount: textOfCents },
  comma: {
    start: byteOrderMark,
    separator: ";",
    amount: (cents: number) => textOfCents(cents).replace(".", ","),
  },
} as const;

type AmountText = (cents: number) => string;

const columns: [heading: string, cell: (row: OrderRow, amount: AmountText) => string][] = [
  ["Order", (row) => row.id],
  ["Service", (row) => `${row.platform} ${row.service}`],
  ["Account", accountName],
  ["Email", (row) => row.email],
  ["Customer", (row) => (row.isGuest ? "Guest" : "Authenticated")],
  ["Units", (row) => String(row.quantity)],
  ["Amount", (row, amount) => amount(row.priceTotalCents)],
  ["Refunded", (row, amount) => amount(row.refundedCents)],
  ["Status", (row) => row.status],
  ["Payment", (row) => row.paymentStatus],
  ["Supplier's order number", (row) => row.providerOrderId ?? ""],
  ["Placed", (row) => new Date(row.createdAt).toISOString()],
];

/**
 * All filtered orders as CSV (RFC 4180; with a decimal comma as Excel opens it in countries that write one), read
 * through a cursor, so that memory does not grow with their number. It ends when the reader stops.
 */
export async function* exportOrders(
  databaseUrl: string,
  filter: OrderFilter,
  decimal: Decimal,
): AsyncGenerator<string> {
  const { start, separator } = notations[decimal];
  const headings = columns.map(([heading]) => heading);
  yield start + csvLine(headings, separator);
  const query = ordersQuery({ ...filter, after: undefined }, null);
  for await (const rows of streamRows<OrderRow>(databaseUrl, query))
    yield rows.map((row) => orderLine(row, decimal)).join("");
}

function orderLine(row: OrderRow, decimal: Decimal): string {
  const { separator, amount } = notations[decimal];
  return csvLine(
    columns.map(([, cellOf]) => cellOf(row, amount)),
    separator,
  );
}

/**
 * What an order is for, as the admin shows it: `@name`, 'Invalid URL' for a post URL that can't be parsed, and 'Unknown'
 * for one without a name.
 */
export function accountName(row: Pick<OrderRow, "postUrl" | "username" | "target">): string {
  if (!URL.canParse(row.postUrl)) return "Invalid URL";
  const hasName = /[^/@]/.test(new URL(row.postUrl).pathname);
  return hasName ? handleOf(row) : "Unknown";
}

/**
 * One line of CSV. Cells that a spreadsheet would run as a formula get an apostrophe, because customers
 * typed some of them.
 */
export function csvLine(cells: string[], separator: "," | ";"): string {
  return `${cells.map((text) => cell(text, separator)).join(separator)}\r\n`;
}

function cell(text: string, separator: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  const isQuoted = /["\r\n]/.test(safe) || safe.includes(separator);
  return isQuoted ? `"${safe.replaceAll('"', '""')}"` : safe;
}
