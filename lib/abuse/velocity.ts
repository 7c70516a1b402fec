import type { Db } from "@/lib/db/client";
import { blocks } from "./blocks";

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

export type VelocityRule = keyof typeof velocityRules;

export type Screened = { isBlocked: boolean; tripped: VelocityRule[] };

/** Says whether a buyer is on the block list, and which rules their recent orders and cards trip. One statement. */
export async function screenBuyer(db: Db, buyer: Buyer, scale: number): Promise<Screened> {
  const { email, network, target } = buyer;
  const named = { email, network, target: `${target.platform}:${target.username}` };
  const [counts] = await db.$queryRaw<(Record<VelocityRule, number> & { blocked: boolean })[]>`
    WITH recent AS (
      SELECT id, network, email, platform::text AS platform, username, payment_status, created_at FROM orders
        WHERE network = ${network}::text AND created_at > now() - interval '1 day'
      UNION
      SELECT id, network, email, platform::text, username, payment_status, created_at FROM orders
        WHERE email_key(email) = email_key(${email}) AND created_at > now() - interval '1 day'
      UNION
      SELECT id, network, email, platform::text, username, payment_status, created_at FROM orders
        WHERE username COLLATE "C" = ${target.username} AND platform::text = ${target.platform}
          AND created_at > now() - interval '1 day'
    ), unpaid AS (
      SELECT * FROM recent WHERE payment_status = 'unpaid' AND created_at > now() - interval '1 hour'
    ), cards AS (
      SELECT fingerprint, bool_or(is_declined) AS is_declined FROM card_attempts
      WHERE order_id IN (SELECT id FROM recent) GROUP BY fingerprint
    )
    SELECT ${blocks(named)} AS blocked, (SELECT count(*)::int FROM unpaid WHERE network = ${network}::text) AS "ordersOfNetwork",
      (SELECT count(*)::int FROM unpaid WHERE email_key(email) = email_key(${email})) AS "ordersOfMailbox",
      (SELECT count(*)::int FROM unpaid WHERE username = ${target.username} AND platform = ${target.platform})
        AS "ordersOfTarget",
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
