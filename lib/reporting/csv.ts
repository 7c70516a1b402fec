/**
 * One line of CSV (RFC 4180). An apostrophe keeps a cell that a spreadsheet would run as a formula a text, because
 * customers typed some of the cells.
 */
export function csvLine(cells: string[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}

function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Cents as a plain decimal: `1349` is `13.49`. */
export function formatDecimal(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}
