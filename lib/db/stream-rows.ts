import { minute } from "@/lib/time";
import type { Prisma } from "./generated/client";
import { answerWithin, openPostgres } from "./open-postgres";

const batch = 500;
// The first rows may have to be sorted; a reader who asks for no more rows for so long has gone.
const statementMs = minute;

/**
 * The rows of a query, some hundred at a time, through a cursor on a connection of its own: memory stays flat however
 * many there are. The connection ends with the last row, when the reader stops asking, or when it has gone silent.
 */
export async function* streamRows<Row extends object>(
  databaseUrl: string,
  query: Prisma.Sql,
): AsyncGenerator<Row[]> {
  const sql = openPostgres(databaseUrl, statementMs);
  try {
    const parameters = query.values.map((value) => String(value));
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
