import { setTimeout as wait } from "node:timers/promises";
import postgres from "postgres";
import { hostAddresses } from "@/lib/database-url";
import { second } from "@/lib/time";

/**
 * One connection of postgres.js, which has what Prisma does not: LISTEN and cursors. Of a list of hosts it takes the
 * one that can be written to. The library waits for an answer without end, so its callers use `answerWithin`.
 */
export function openPostgres(databaseUrl: string, statementMs: number): postgres.Sql {
  return postgres(databaseUrl, {
    max: 1,
    connect_timeout: 5,
    keep_alive: 10,
    onnotice: () => undefined,
    connection: {
      TimeZone: "UTC",
      statement_timeout: statementMs,
      idle_in_transaction_session_timeout: statementMs,
      tcp_user_timeout: statementMs + answerMarginMs,
    },
    ...(hostAddresses(databaseUrl).length > 1 && { target_session_attrs: "read-write" as const }),
  });
}

// The server cuts off a statement by itself and says so; an answer later than this is none.
const answerMarginMs = 5 * second;

/** The answer of a statement, or an outage when the connection says nothing for longer than a statement may take. */
export async function answerWithin<T>(statementMs: number, answer: PromiseLike<T>): Promise<T> {
  const timer = new AbortController();
  const limitMs = statementMs + answerMarginMs;
  const late = wait(limitMs, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`Connection terminated: no answer within ${limitMs} ms`);
  });
  // Aborted when the answer came first.
  late.catch(() => undefined);
  try {
    return await Promise.race([answer, late]);
  } finally {
    timer.abort();
  }
}
