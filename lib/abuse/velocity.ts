import type { Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { isBlockedSql } from "./blocks";

/** A buyer, as velocity rules count them. */
export type Buyer = { email: string; target: { platform: string; username: string }; network: string | null };

/** The count at which each rule trips; RATE_LIMIT_SCALE multiplies them. */
export const velocityRules = {
  /** Unpaid orders within an hour from one network, by one mailbox, for one profile. */
  ordersOfNetwork: 20,
  ordersOfMailbox: 10,
  ordersOfTarget: 15,
  /** Cards declined within a day for orders that share the network, mailbox or profile. */
  declinedCards: 3,
  /** Mailboxes that within a day used a card of this buyer's orders. */
  mailboxesOfCard: 4,
} as const;

/** Declines within a day after which an order can't be paid: its buyer may be testing stolen cards. */
export const maxDeclinesOfOrder = 8;

/** True when too many cards were declined for an order within a day. */
export async function hasTooManyDeclines(db: Db, orderId: string): Promise<boolean> {
  const [declined] = await db.$queryRaw<{ times: number }[]>`
    SELECT count(*)::int AS times FROM card_attempts
    WHERE order_id = ${orderId}::uuid AND is_declined AND created_at > now() - interval '1 day'`;
  return (declined?.times ?? 0) >= maxDeclinesOfOrder;
}

type VelocityRule = keyof typeof velocityRules;

/** Says whether a buyer is on the block list, and which rules their recent orders and cards trip. One statement. */
export async function screenBuyer(
  db: Db,
  buyer: Buyer,
  scale: number,
): Promise<{ isBlocked: boolean; tripped: VelocityRule[] }> {
  const { email, network, target } = buyer;
  const named = { email, network, target: `${target.platform}:${target.username}` };
  const same = {
    network: Prisma.sql`network = ${network}::text`,
    mailbox: Prisma.sql`email_key(email) = email_key(${email})`,
    target: Prisma.sql`username COLLATE "C" = ${target.username} AND platform::text = ${target.platform}`,
  };
  // Each by its own index: nothing is computed about the orders that share something else.
  const unpaid = (shared: Prisma.Sql) => Prisma.sql`(SELECT count(*)::int FROM orders WHERE ${shared}
    AND payment_status = 'unpaid' AND created_at > now() - interval '1 hour')`;
  const [counts] = await db.$queryRaw<(Record<VelocityRule, number> & { blocked: boolean })[]>`
    WITH tried AS (
      SELECT id FROM orders WHERE ${same.network} AND last_card_at > now() - interval '1 day'
      UNION SELECT id FROM orders WHERE ${same.mailbox} AND last_card_at > now() - interval '1 day'
      UNION SELECT id FROM orders WHERE ${same.target} AND last_card_at > now() - interval '1 day'
    ), cards AS (
      SELECT fingerprint, bool_or(is_declined) AS is_declined FROM card_attempts
      WHERE order_id IN (SELECT id FROM tried) AND created_at > now() - interval '1 day' GROUP BY fingerprint
    )
    SELECT ${isBlockedSql(named)} AS blocked, ${unpaid(same.network)} AS "ordersOfNetwork",
      ${unpaid(same.mailbox)} AS "ordersOfMailbox", ${unpaid(same.target)} AS "ordersOfTarget",
      (SELECT count(*)::int FROM cards WHERE is_declined) AS "declinedCards",
      (SELECT COALESCE(max(mailboxes), 0)::int FROM (
        SELECT count(DISTINCT email_key(orders.email)) AS mailboxes FROM card_attempts AS card
        JOIN orders ON orders.id = card.order_id
        WHERE card.fingerprint IN (SELECT fingerprint FROM cards) AND card.created_at > now() - interval '1 day'
        GROUP BY card.fingerprint) AS used) AS "mailboxesOfCard"`;
  const rules = Object.entries(velocityRules) as [VelocityRule, number][];
  const tripped = rules.filter(([rule, from]) => (counts?.[rule] ?? 0) >= from * scale).map(([rule]) => rule);
  return { isBlocked: counts?.blocked ?? false, tripped };
}
