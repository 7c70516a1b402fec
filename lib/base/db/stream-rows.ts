import { minute } from "@/lib/base/time/time";
import type { Prisma } from "./generated/client";
import { answerWithin, openPostgres } from "./open-postgres";

const batch = 500;
// Long enough for a sort. A reader that requests no rows for this long has left.
const statementMs = minute;

/**
 * The rows of a query in batches, through a cursor on its own connection, so that memory does not grow with their
 * number. The connection ends after the last row, when the reader stops, or when it is silent.
 */
export async function* streamRows<Row extends object>(
  databaseUrl: string,
  query: Prisma.Sql,
): AsyncGenerator<Row[]> {
  const sql = await openPostgres(databaseUrl, statementMs);
  try {
    const parameters = query.values.map(parameterText);
    const rows = sql.unsafe<Row[]>(query.text, parameters).cursor(batch)[Symbol.asyncIterator]();
    for (;;) {
      const next = await answerWithin(statementMs, rows.next());
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** A value as PostgreSQL reads it from text: an array as `{"a","b"}`. */
function parameterText(value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  const items = value.map((item) => `"${String(item).replaceAll(/["\\]/g, "\\$&")}"`);
  return `{${items.join(",")}}`;
}
