import postgres from "postgres";
import { hostAddresses } from "@/lib/database-url";
import { withinLimit } from "@/lib/time-limit";
import { findPrimary, forgetPrimary } from "./find-primary";
import { answerMarginMs } from "./guarded-client";

/**
 * One connection of postgres.js, for LISTEN and cursors, which Prisma lacks. Of several hosts it connects to the primary,
 * and rejects when there is none. The library waits for answers without a limit, so callers use `answerWithin`.
 */
export async function openPostgres(databaseUrl: string, statementMs: number): Promise<postgres.Sql> {
  const [address = databaseUrl, ...others] = hostAddresses(databaseUrl);
  // Not postgres.js's own choice: it takes a standby for a host that takes writes.
  const primary = others.length > 0 ? await findPrimary(databaseUrl) : undefined;
  return postgres(address, {
    ...primary,
    max: 1,
    connect_timeout: 5,
    keep_alive: 10,
    onnotice: () => undefined,
    onclose: () => forgetPrimary(databaseUrl),
    connection: {
      TimeZone: "UTC",
      statement_timeout: statementMs,
      idle_in_transaction_session_timeout: statementMs,
      tcp_user_timeout: statementMs + answerMarginMs,
    },
  });
}

/** The answer of a statement, or an outage when it takes longer than a statement may. */
export function answerWithin<T>(statementMs: number, answer: PromiseLike<T>): Promise<T> {
  const limitMs = statementMs + answerMarginMs;
  return withinLimit(answer, limitMs, () => {
    throw new Error(`Connection terminated: no answer within ${limitMs} ms`);
  });
}
