import { streamRows } from "@/lib/db/stream-rows";
import { textOfCents } from "@/lib/money";
import { type OrderFilter, type OrderRow, ordersQuery } from "./list-orders";

const columns: [heading: string, cell: (row: OrderRow) => string][] = [
  ["Order", (row) => row.id],
  ["Service", (row) => `${row.platform} ${row.service}`],
  ["Account", (row) => accountName(row.postUrl)],
  ["Email", (row) => row.email],
  ["Customer", (row) => (row.isGuest ? "Guest" : "Authenticated")],
  ["Units", (row) => String(row.quantity)],
  ["Amount", (row) => textOfCents(row.priceTotalCents)],
  ["Refunded", (row) => textOfCents(row.refundedCents)],
  ["Status", (row) => row.status],
  ["Payment", (row) => row.paymentStatus],
  ["Supplier's order number", (row) => row.providerOrderId ?? ""],
  ["Placed", (row) => new Date(row.createdAt).toISOString()],
];

/**
 * All filtered orders as CSV (RFC 4180), read through a cursor, so that memory does not grow with their number. It ends
 * when the reader stops.
 */
export async function* exportOrders(databaseUrl: string, filter: OrderFilter): AsyncGenerator<string> {
  yield csvLine(columns.map(([heading]) => heading));
  const query = ordersQuery({ ...filter, after: undefined }, null);
  for await (const rows of streamRows<OrderRow>(databaseUrl, query)) yield rows.map(csvRow).join("");
}

function csvRow(row: OrderRow): string {
  return csvLine(columns.map(([, cellOf]) => cellOf(row)));
}

/**
 * The account that an order is for, as the admin shows it: the first segment of the post URL's path as `@name`; 'Invalid
 * URL' for one that can't be parsed, 'Unknown' for one without a name.
 */
export function accountName(postUrl: string): string {
  if (!URL.canParse(postUrl)) return "Invalid URL";
  const { pathname } = new URL(postUrl);
  const name = (pathname.split("/").find((segment) => segment !== "") ?? "").replace(/^@/, "");
  return name === "" ? "Unknown" : `@${decode(name)}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * One line of CSV (RFC 4180). Cells that a spreadsheet would run as a formula get an apostrophe, because customers
 * typed some of them.
 */
export function csvLine(cells: string[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}

function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
