/**
 * One line of CSV (RFC 4180). A cell that a spreadsheet would take for a formula is kept text by an apostrophe: what
 * customers typed must not run on the operator's machine.
 */
export function csvLine(cells: string[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}

function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Cents as a plain decimal, without sign of currency or thousands: `1349` is `13.49`. */
export function formatDecimal(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}
