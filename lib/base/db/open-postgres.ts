import pg from "pg";
import postgres from "postgres";
import { hostAddresses } from "@/lib/base/env/database-url";
import { withinLimit } from "@/lib/base/time/time-limit";
import { findPrimary, forgetPrimary } from "./find-primary";
import { answerMarginMs } from "./guarded-client";

/**
 * One connection of postgres.js, for LISTEN and cursors, which Prisma lacks. Of several hosts it connects to the primary,
 * and rejects when there is none. The library waits for answers without a limit, so callers use `answerWithin`.
 */
export async function openPostgres(databaseUrl: string, statementMs: number): Promise<postgres.Sql> {
  const [address = databaseUrl, ...others] = hostAddresses(databaseUrl);
  // pg reads the address, so that certificates, sockets and the rest mean the same as on every other connection:
  // postgres.js would send what it does not know to the server, which refuses it.
  const client: Omit<pg.Client, "ssl"> & { ssl: boolean | { key?: string } } = new pg.Client(address);
  const { ssl, user = "", password = "", database = "" } = client;
  // Not postgres.js's own choice: it takes a standby for a host that takes writes.
  const { host, port } = others.length > 0 ? await findPrimary(databaseUrl) : client;
  const options = new URL(address).searchParams.get("options");
  return postgres({
    // As a list, which the library takes although its types don't say so: it splits a text at an IPv6 address's colons.
    host: [host] as unknown as string,
    port: [port] as unknown as number,
    ...(host.startsWith("/") && { path: `${host}/.s.PGSQL.${port}` }),
    user,
    password,
    database,
    // pg hides the key from a copy of the object, and postgres.js makes one.
    ssl: typeof ssl === "object" ? { ...ssl, ...(ssl.key && { key: ssl.key }) } : ssl,
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
      ...(options !== null && { options }),
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
