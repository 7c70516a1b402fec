import type { Db } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { isBlockedSql } from "./blocks";

/** A buyer, as velocity rules count them. */
export type Buyer = {
  email: string;
  target: { platform: string; username: string };
  network: string | null;
};

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

/** Paid orders of a week that their buyer called off, at which no other one is taken; scaled like the rules. */
export const calledOffLimits = {
  calledOffOfNetwork: 6,
  calledOffOfMailbox: 3,
  calledOffOfTarget: 6,
  calledOffOfCard: 3,
} as const;

type CalledOff = keyof typeof calledOffLimits;

/** SQL: the buyer of the row `orders` paid, and then withdrew or cancelled. Each time costs the shop Stripe's fee. */
export const isCalledOffByBuyer = Prisma.sql`(orders.paid_cents > 0 AND (orders.withdrawn_at IS NOT NULL
  OR EXISTS (SELECT FROM fulfillment_items AS item
    WHERE item.order_id = orders.id AND item.reason = 'canceled_by_buyer')))`;

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

type Screened = {
  isBlocked: boolean;
  /** The buyer has called off too many paid orders. */
  callsOffTooOften: boolean;
  tripped: VelocityRule[];
  /** How far the counts are beyond their limits; the highest of them. */
  excess: number;
  /** A count has reached ten times its limit. */
  isFarBeyond: boolean;
};

const farBeyond = 10;

/** The counts of a buyer, and whether they are on the block list. */
export type BuyerFacts = Record<VelocityRule | CalledOff, number> & { blocked: boolean };

/** SQL: a buyer's facts as one JSON value, for `screenBuyer`. */
export function buyerFacts(buyer: Buyer): Prisma.Sql {
  const { email, network, target } = buyer;
  const named = { email, network, target: `${target.platform}:${target.username}` };
  // The address of a paid order may have been corrected, which must not reset a limit: it counts for both mailboxes.
  const ofMailbox = Prisma.sql`email_key(email) = email_key(${email})`;
  const boughtByMailbox = Prisma.sql`email_key(email_at_purchase) = email_key(${email})`;
  const same = {
    network: Prisma.sql`network = ${network}::text`,
    mailbox: Prisma.sql`(${ofMailbox} OR ${boughtByMailbox})`,
    target: Prisma.sql`username COLLATE "C" = ${target.username} AND platform_slug = ${target.platform}`,
  };
  // Each by its own index: nothing is computed about the orders that share something else.
  const unpaid = (shared: Prisma.Sql) => Prisma.sql`(SELECT count(*)::int FROM orders WHERE ${shared}
    AND payment_status = 'unpaid' AND created_at > now() - interval '1 hour')`;
  const calledOff = (shared: Prisma.Sql) => Prisma.sql`(SELECT count(*)::int FROM orders WHERE ${shared}
    AND created_at > now() - interval '7 days' AND ${isCalledOffByBuyer})`;
  return Prisma.sql`(
    WITH tried AS (
      SELECT id FROM orders WHERE ${same.network} AND last_card_at > now() - interval '1 day'
      UNION SELECT id FROM orders WHERE ${ofMailbox} AND last_card_at > now() - interval '1 day'
      UNION SELECT id FROM orders WHERE ${boughtByMailbox} AND last_card_at > now() - interval '1 day'
      UNION SELECT id FROM orders WHERE ${same.target} AND last_card_at > now() - interval '1 day'
    ), cards AS (
      SELECT fingerprint, bool_or(is_declined) AS is_declined FROM card_attempts
      WHERE order_id IN (SELECT id FROM tried) AND created_at > now() - interval '1 day' GROUP BY fingerprint
    )
    SELECT row_to_json(facts) FROM (SELECT ${isBlockedSql(named)} AS blocked, ${unpaid(same.network)} AS "ordersOfNetwork",
      ${unpaid(ofMailbox)} AS "ordersOfMailbox", ${unpaid(same.target)} AS "ordersOfTarget",
      ${calledOff(same.network)} AS "calledOffOfNetwork", ${calledOff(same.mailbox)} AS "calledOffOfMailbox",
      ${calledOff(same.target)} AS "calledOffOfTarget",
      (SELECT COALESCE(max(used.orders), 0)::int FROM (
        SELECT count(DISTINCT orders.id) AS orders FROM card_attempts AS card
        JOIN orders ON orders.id = card.order_id AND ${isCalledOffByBuyer}
        WHERE card.fingerprint IN (SELECT fingerprint FROM cards) AND card.created_at > now() - interval '7 days'
        GROUP BY card.fingerprint) AS used) AS "calledOffOfCard",
      (SELECT count(*)::int FROM cards WHERE is_declined) AS "declinedCards",
      (SELECT COALESCE(max(mailboxes), 0)::int FROM (
        SELECT count(DISTINCT email_key(COALESCE(orders.email_at_purchase, orders.email))) AS mailboxes FROM card_attempts AS card
        JOIN orders ON orders.id = card.order_id
        WHERE card.fingerprint IN (SELECT fingerprint FROM cards) AND card.created_at > now() - interval '1 day'
        GROUP BY card.fingerprint) AS used) AS "mailboxesOfCard") AS facts)`;
}

/** Says whether a buyer is on the block list, and which rules their recent orders and cards trip. Pure. */
export function screenBuyer(facts: BuyerFacts, scale: number): Screened {
  const excessOf = <Rule extends keyof BuyerFacts>(rules: Record<Rule, number>, rule: Rule, times = 1) =>
    Math.floor(Number(facts[rule]) - rules[rule] * scale * times);
  const reached = <Rule extends keyof BuyerFacts>(rules: Record<Rule, number>, times = 1) =>
    (Object.keys(rules) as Rule[]).filter((rule) => excessOf(rules, rule, times) >= 0);
  const tripped = reached(velocityRules);
  return {
    isBlocked: facts.blocked,
    callsOffTooOften: reached(calledOffLimits).length > 0,
    tripped,
    excess: Math.max(0, ...tripped.map((rule) => excessOf(velocityRules, rule))),
    isFarBeyond: reached(velocityRules, farBeyond).length > 0,
  };
}
