import type { Pool, PoolClient } from "pg";

const transactionControl = /^\s*(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET|DEALLOCATE)\b/i;

/**
 * Sees every statement that goes over a pool's connections. Call it before the pool's first use. `before` runs ahead
 * of each statement with its place in the count, and may break something.
 */
export function watchStatements(
  pool: Pool,
  before: (nth: number, text: string, client: PoolClient) => Promise<void> = async () => undefined,
) {
  const seen: string[] = [];
  pool.on("connect", (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    const watched = async (...args: unknown[]) => {
      const text = textOf(args[0]);
      seen.push(text);
      await before(seen.length, text, client);
      return query(...args);
    };
    Object.assign(client, { query: watched });
  });
  return {
    /** Everything since the last `clear`, BEGIN and COMMIT too. */
    all: () => seen,
    /** What counts: no BEGIN, no COMMIT, no settings. */
    statements: () => seen.filter((text) => !transactionControl.test(text)),
    clear: () => {
      seen.length = 0;
    },
  };
}

function textOf(query: unknown): string {
  if (typeof query === "string") return query;
  return typeof query === "object" && query !== null && "text" in query ? String(query.text) : "";
}
