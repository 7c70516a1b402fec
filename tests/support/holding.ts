import pg from "pg";
import { afterEach, beforeEach, expect } from "vitest";
import type { TestDatabase } from "./database";
import type { WorkerProcess } from "./worker";

const lockKey = 4_711;

/**
 * Lets a test stop a worker at one point for certain: a trigger holds one of its writes back, the process is stopped,
 * and the write goes through without its noticing. Call it after useDatabase().
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
    /** Stops the worker as soon as a write of its is held back, and lets that write, and all later ones, through. */
    async stopAtWrite(worker: WorkerProcess): Promise<void> {
      await expect.poll(waiting, { timeout: 30_000 }).toBeGreaterThan(0);
      worker.signal("SIGSTOP");
      await holder.query("SELECT pg_advisory_unlock($1)", [lockKey]);
      await expect.poll(waiting).toBe(0);
    },
  };
}
