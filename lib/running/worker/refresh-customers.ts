import type { Database } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { erasedEmail } from "@/lib/mail/address/address";

/** The changes that one call handles. */
export const changesAtOnce = 2_000;

export const changedCustomers = Prisma.sql`SELECT id FROM customer_changes`;

// Any constant works, as long as no other lock has it.
const refreshLock = 7_204_113_071;

/**
 * Brings customer_sums up to date with the oldest changes, and returns how many it has handled. One at a time: of two
 * that look at the same address, the one with the older look could write last.
 */
export async function refreshCustomers(db: Database): Promise<number> {
  return db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${refreshLock})`;
    const [row] = await tx.$queryRaw<{ handled: number }[]>`
      WITH taken AS (
        DELETE FROM customer_changes
        WHERE id = ANY(ARRAY(${changedCustomers} ORDER BY id LIMIT ${changesAtOnce}::int)) RETURNING email
      ), changed AS MATERIALIZED (
        SELECT DISTINCT email FROM taken WHERE email <> ${erasedEmail}
      ), counted AS MATERIALIZED (
        SELECT changed.email, account.id AS user_id, bought.*
        FROM changed
        LEFT JOIN users AS account ON account.email = changed.email AND account.anonymized_at IS NULL
        CROSS JOIN LATERAL (
          SELECT COALESCE(sum(paid_cents - refunded_cents - bank_returned_cents), 0) AS net_cents,
            count(*) FILTER (WHERE refunded_cents > 0) AS refunded_orders,
            COALESCE(max(created_at), 'epoch') AS last_order_at, count(*) AS orders
          FROM (
            SELECT * FROM orders AS own WHERE own.user_id = account.id
            UNION ALL
            SELECT * FROM orders AS own WHERE own.user_id IS NULL AND own.email COLLATE "C" = changed.email
          ) AS own
        ) AS bought
        WHERE account.id IS NOT NULL OR bought.orders > 0
          OR EXISTS (SELECT FROM support_tickets WHERE user_id IS NULL AND support_tickets.email = changed.email)
      ), gone AS (
        DELETE FROM customer_sums USING changed
        WHERE customer_sums.email = changed.email
          AND NOT EXISTS (SELECT FROM counted WHERE counted.email = changed.email)
      ), written AS (
        INSERT INTO customer_sums (email, user_id, net_cents, refunded_orders, last_order_at)
        SELECT email, user_id, net_cents, refunded_orders, last_order_at FROM counted
        ON CONFLICT (email) DO UPDATE SET user_id = EXCLUDED.user_id, net_cents = EXCLUDED.net_cents,
          refunded_orders = EXCLUDED.refunded_orders, last_order_at = EXCLUDED.last_order_at
      )
      SELECT count(*)::int AS handled FROM taken`;
    return row?.handled ?? 0;
  });
}
