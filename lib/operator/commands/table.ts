import { storable } from "@/lib/base/text/storable-text";
import { utcText } from "@/lib/base/time/time";

type Cell = string | number | boolean | Date | null | undefined;

const widest = 90;

/**
 * Rows as a plain table with a line of headings; `empty` when there are none. Control characters, which a terminal would
 * execute, are removed, because cells may contain suppliers' texts.
 */
export function table<Row>(rows: Row[], empty: string, columns: Record<string, (row: Row) => Cell>): string {
  if (rows.length === 0) return empty;
  const headings = Object.keys(columns);
  const lines = [headings, ...rows.map((row) => Object.values(columns).map((read) => text(read(row))))];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? "").length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function text(cell: Cell): string {
  if (cell === null || cell === undefined) return "-";
  if (cell instanceof Date) return utcText(cell);
  if (typeof cell === "boolean") return cell ? "yes" : "no";
  const plain = withoutControls(String(cell));
  return plain.length > widest ? `${storable(plain, widest - 1)}…` : plain;
}

/** Removes control characters, which a terminal would execute. */
export function withoutControls(text: string): string {
  return text.replace(/\p{C}+/gu, " ");
}
