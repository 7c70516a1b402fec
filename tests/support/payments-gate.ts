import pg from "pg";
import { expect } from "vitest";
import type { TestDatabase } from "./database";

/**
 * Holds an order's row so that everybody who wants it stands in line, and lets them go together: a race that happens
 * every time. `waiting(count)` resolves when that many stand there.
 */
export async function holdOrder(database: TestDatabase, orderId: string) {
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query("BEGIN");
  await holder.query("SELECT id FROM orders WHERE id = $1 FOR UPDATE", [orderId]);
  // Over the pool, not over the holder: a transaction sees the activity of others as it was at its first look.
  const waiters = async () => {
    const { rows } = await database.pool.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return rows.map((row) => row.pid);
  };
  return {
    waiting: (count: number) => expect.poll(waiters, { timeout: 20_000 }).toHaveLength(count),
    /** Ends the sessions of everybody in line, as a database that goes down does. */
    terminateWaiters: async () => {
      for (const pid of await waiters()) await database.pool.query("SELECT pg_terminate_backend($1)", [pid]);
    },
    async release() {
      await holder.query("COMMIT");
      await holder.end();
    },
  };
}
