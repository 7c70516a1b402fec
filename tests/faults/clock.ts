import type { Pool } from "pg";

// Skips locked rows, so that it never blocks the shop.
const free = (table: string, where: string) =>
  `(SELECT id FROM ${table} WHERE ${where} FOR UPDATE SKIP LOCKED)`;
const by = "$1 * interval '1 millisecond'";

const waits = [
  // While the shop examines a lost call, `not_before` holds its item for the length of a lease, which is not shortened.
  `UPDATE fulfillment_items SET not_before = not_before - ${by} WHERE id IN ${free("fulfillment_items", "not_before > now() + CASE state WHEN 'unknown' THEN interval '7 seconds' ELSE interval '0' END AND state <> 'submitting'")}`,
  `UPDATE fulfillment_items SET next_check_at = next_check_at - ${by} WHERE id IN ${free("fulfillment_items", "next_check_at > now() AND state IN ('submitted', 'in_progress')")}`,
  `UPDATE suppliers SET open_until = open_until - ${by}, hold_until = hold_until - ${by} WHERE id IN ${free("suppliers", "open_until > now() OR hold_until > now()")}`,
  `UPDATE graphile_worker._private_jobs SET run_at = run_at - ${by} WHERE id IN ${free("graphile_worker._private_jobs", "run_at > now() AND locked_at IS NULL")}`,
  `UPDATE email_log SET created_at = created_at - ${by} WHERE id IN ${free("email_log", "state = 'queued' AND created_at > now() - interval '10 minutes'")}`,
  `UPDATE refunds SET created_at = created_at - ${by} WHERE id IN ${free("refunds", "status = 'requested' AND created_at > now() - interval '10 minutes'")}`,
  `UPDATE orders SET finished_at = finished_at - ${by} WHERE id IN ${free("orders", "finished_at > now() - interval '2 minutes'")}`,
  `UPDATE refills SET next_check_at = next_check_at - ${by}, created_at = created_at - ${by}, updated_at = updated_at - ${by} WHERE id IN ${free("refills", "state IN ('requested', 'sending', 'in_progress')")}`,
  `UPDATE payment_attempts SET created_at = created_at - ${by} WHERE id IN ${free("payment_attempts", "status IN ('creating', 'open') AND created_at > now() - interval '5 minutes'")}`,
];

/** Shortens waiting times: back-off, holds, and what sweepers wait for. The leases of items keep their length. */
export async function letTimePass(pool: Pool, ms: number): Promise<void> {
  for (const wait of waits) await pool.query(wait, [ms]);
}

/** Ends the days that buyers have to fix a target. */
export async function letPausesEnd(pool: Pool): Promise<void> {
  await pool.query(`UPDATE fulfillment_items SET paused_until = now()
    WHERE id IN ${free("fulfillment_items", "state = 'paused' AND paused_until > now()")}`);
}

/** Ends the day after which completed items are checked again. */
export async function letDayPass(pool: Pool): Promise<void> {
  await pool.query(`UPDATE fulfillment_items SET next_check_at = now()
    WHERE id IN ${free("fulfillment_items", "state = 'completed' AND next_check_at > now()")}`);
}

/** Every time of these tables is from the life of an order after its payment. */
const agingTables = [
  "fulfillment_items",
  "order_events",
  "orders",
  "refills",
  "request_decisions",
  "target_counts",
];

/**
 * Makes all that happened to paid orders so many hours older, all of it alike, and due jobs come earlier. A test of
 * counts needs days; what else ages (payments, refunds, sessions) stays as it is.
 */
export async function letHoursPass(pool: Pool, hours: number): Promise<void> {
  const { rows } = await pool.query<{ table: string; columns: string[] }>(
    `SELECT table_name AS table, array_agg(column_name::text) AS columns FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type = 'timestamp with time zone' AND table_name = ANY($1) GROUP BY table_name`,
    [agingTables],
  );
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    // Events are append-only, and a change of an item is no event.
    await client.query("SET LOCAL session_replication_role = replica");
    for (const { table, columns } of rows) {
      const older = columns.map((column) => `${column} = ${column} - $1 * interval '1 hour'`);
      const isPaid = table === "orders" ? "WHERE paid_at IS NOT NULL" : "";
      await client.query(`UPDATE ${table} SET ${older.join(", ")} ${isPaid}`, [hours]);
    }
    await client.query(
      "UPDATE graphile_worker._private_jobs SET run_at = LEAST(run_at, GREATEST(now(), run_at - $1 * interval '1 hour')) WHERE locked_at IS NULL",
      [hours],
    );
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** Lets the time of open payment pages run out. */
export async function letPagesExpire(pool: Pool): Promise<void> {
  await pool.query(`UPDATE payment_attempts SET expires_at = expires_at - interval '1 hour', created_at = created_at - interval '10 minutes'
    WHERE id IN ${free("payment_attempts", "expires_at > now() - interval '10 minutes' AND status IN ('creating', 'open', 'failed')")}`);
  await pool.query(`UPDATE orders SET created_at = created_at - interval '10 minutes'
    WHERE id IN ${free("orders", "status = 'pending' AND created_at > now() - interval '10 minutes'")}`);
}
