import pg from "pg";
import { afterEach, beforeEach, expect } from "vitest";
import type { TestDatabase } from "./database";
import type { WorkerProcess } from "./worker";

/** The sessions that wait for a lock. */
export async function blockedSessions({ pool }: TestDatabase): Promise<number[]> {
  const { rows } = await pool.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return rows.map((row) => row.pid);
}

/**
 * Locks what a SELECT … FOR UPDATE names, so that every session that needs it waits until `release`: a race that
 * happens each time. `waiting(count)` resolves when so many wait.
 */
export async function holdRows(database: TestDatabase, select: string, values: unknown[] = []) {
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query("BEGIN");
  await holder.query(select, values);
  // Uses the pool, because the holder's transaction keeps seeing pg_stat_activity as it was at its first query.
  const waiters = () => blockedSessions(database);
  return {
    waiting: (count: number) => expect.poll(waiters).toHaveLength(count),
    /** Ends the sessions that wait, like a database that goes down. */
    terminateWaiters: async () => {
      for (const pid of await waiters()) await database.pool.query("SELECT pg_terminate_backend($1)", [pid]);
    },
    async release() {
      await holder.query("COMMIT");
      await holder.end();
    },
  };
}

export type HeldRows = Awaited<ReturnType<typeof holdRows>>;

/** Locks an order's row. */
export function holdOrder(database: TestDatabase, orderId: string) {
  return holdRows(database, "SELECT id FROM orders WHERE id = $1 FOR UPDATE", [orderId]);
}

const lockKey = 4_711;

/**
 * Lets a test stop a worker at one point for certain: a trigger holds one of its writes back, the process is stopped,
 * and the write goes through without the process noticing. Call it after useDatabase().
 */
export function useHolding(database: { readonly current: TestDatabase }) {
  let holder: pg.Client;
  beforeEach(async () => {
    holder = new pg.Client({ connectionString: database.current.url });
    await holder.connect();
    await holder.query(`
      CREATE OR REPLACE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_advisory_xact_lock_shared(${lockKey}); RETURN NEW; END $$`);
    await holder.query("SELECT pg_advisory_lock($1)", [lockKey]);
  });
  afterEach(async () => {
    await holder.query("DROP FUNCTION wait_for_test CASCADE");
    await holder.end();
  });
  const waiting = async () => {
    const rows = await database.current.db.$queryRaw<{ pid: number }[]>`
      SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = ${lockKey}::int::oid AND NOT granted`;
    return rows.length;
  };
  return {
    /** Holds every such write back from now on: `UPDATE ON refills`, with a condition on NEW. */
    holdWrites: (event: string, when: string) =>
      holder.query(
        `CREATE TRIGGER held BEFORE ${event} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION wait_for_test()`,
      ),
    /** Holds every commit with such a write back from now on. */
    holdCommits: (event: string, when: string) =>
      holder.query(
        `CREATE CONSTRAINT TRIGGER held AFTER ${event} DEFERRABLE INITIALLY DEFERRED
         FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION wait_for_test()`,
      ),
    /** Stops the worker when one of its writes is held back, and lets that write, and all later ones, through. */
    async stopAtWrite(worker: WorkerProcess): Promise<void> {
      await expect.poll(waiting).toBeGreaterThan(0);
      worker.signal("SIGSTOP");
      await holder.query("SELECT pg_advisory_unlock($1)", [lockKey]);
      await expect.poll(waiting).toBe(0);
    },
  };
}
