import type { Pool } from "pg";
import { type Connection, connect } from "@/lib/base/db/client";

const transactionControl = /^\s*(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET|DEALLOCATE)\b/i;

export type WatchedConnection = Connection & {
  /** Everything since the last `clear`, BEGIN and COMMIT too. */
  all(): string[];
  /** Without BEGIN, COMMIT and settings. */
  statements(): string[];
  clear(): void;
};

/**
 * Runs `work` on a separate pool and records its statements. In place of statement number `cutAt` the session ends
 * itself, as in a crash of the server.
 */
export async function withWatchedConnection<T>(
  databaseUrl: string,
  work: (connection: WatchedConnection) => Promise<T>,
  cutAt?: number,
): Promise<T> {
  const connection = connect(databaseUrl, 2);
  const seen = watch(connection.pool, cutAt);
  try {
    return await work({
      ...connection,
      all: () => [...seen],
      statements: () => seen.filter((text) => !transactionControl.test(text)),
      clear: () => {
        seen.length = 0;
      },
    });
  } finally {
    await connection.close();
  }
}

function watch(pool: Pool, cutAt: number | undefined): string[] {
  const seen: string[] = [];
  pool.on("connect", (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const watched = (first: unknown, ...rest: unknown[]) => {
      seen.push(textOf(first));
      if (seen.length !== cutAt) return query(first, ...rest);
      return query("SELECT pg_terminate_backend(pg_backend_pid())", ...rest.filter(isCallback));
    };
    Object.assign(client, { query: watched });
  });
  return seen;
}

const isCallback = (value: unknown) => typeof value === "function";

function textOf(query: unknown): string {
  if (typeof query === "string") return query;
  return typeof query === "object" && query !== null && "text" in query ? String(query.text) : "";
}
