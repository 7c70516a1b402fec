import postgres from "postgres";
import type { Prisma } from "./generated/client";

const batch = 500;

/**
 * The rows of a query, some hundred at a time, through a cursor on a connection of its own: memory stays flat however
 * many there are. The connection ends with the last row, or when the reader stops asking.
 */
export async function* streamRows<Row extends object>(
  databaseUrl: string,
  query: Prisma.Sql,
): AsyncGenerator<Row[]> {
  const sql = postgres(databaseUrl, { max: 1, connection: { TimeZone: "UTC" }, onnotice: () => undefined });
  try {
    const parameters = query.values.map((value) => String(value));
    for await (const rows of sql.unsafe<Row[]>(query.text, parameters).cursor(batch)) yield rows;
  } finally {
    await sql.end({ timeout: 1 });
  }
}
