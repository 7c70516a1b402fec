import type { Db } from "@/lib/base/db/client";
import { formatAmount } from "@/lib/base/money";
import { shortOrderId } from "@/lib/base/order-id";
import { disputeMovement, feeMovement, stripeFeeMovement } from "@/lib/orders/ledger/movements";
import { recordMovement } from "@/lib/orders/ledger/record-movement";
import type { Difference } from "./discrepancies";

/** Rows of Stripe's balance from `since`, and postings from `postedSince`, whose rows may be older. */
export type Window = { since: Date; postedSince: Date; until: Date };

/**
 * A payment, refund or dispute (`subject` is Stripe's id) with the sum of its rows in Stripe's balance, and of its
 * postings, in signed cents; null without any. What is moving changed after the window: a webhook may be in flight.
 */
type Money = {
  kind: "payment" | "refund" | "dispute";
  subject: string;
  intent: string;
  ownId: string | null;
  orderId: string | null;
  amount: number | null;
  fee: number | null;
  currency: string;
  posted: number | null;
  postedFee: number | null;
  postedCurrency: string;
  isMoving: boolean;
};

/**
 * Posts what only Stripe's balance tells, fees and a dispute's money, each once, and returns the differences between the
 * balance and the ledger: of all that moved on either side in the window and of the `open` subjects, except what is
 * `moving`.
 */
export async function compareBalance(
  db: Db,
  window: Window,
  open: string[],
): Promise<{ differences: Difference[]; moving: string[] }> {
  await postRows(db, window);
  const money = await listMoney(db, window, open);
  for (const { kind, ownId, orderId, posted, postedFee, fee: feeCents, currency } of money) {
    if (kind === "dispute" || posted === null || postedFee !== null || !feeCents || !ownId || !orderId)
      continue;
    await recordMovement(db, feeMovement({ attemptId: ownId, orderId, feeCents, currency }));
  }
  const still = money.filter(({ isMoving }) => !isMoving);
  return {
    differences: [...still.flatMap(compareMoney), ...(await listAdjustments(db, window))],
    moving: money.flatMap(({ isMoving, subject }) => (isMoving ? subject : [])),
  };
}

/** Posts the rows of known disputes, and Stripe's fees for the account. */
async function postRows(db: Db, { since }: Window): Promise<void> {
  const disputes = await db.$queryRaw<Parameters<typeof disputeMovement>[0][]>`
    SELECT dispute.id AS "disputeId", row.id AS "transactionId", dispute.order_id AS "orderId", row.currency,
      CASE attempt.status WHEN 'duplicate' THEN 'duplicate' ELSE 'paid' END AS role,
      row.amount_cents AS "amountCents", row.fee_cents AS "feeCents"
    FROM stripe_balance_rows AS row JOIN disputes AS dispute ON dispute.stripe_dispute_id = row.subject
      JOIN payment_attempts AS attempt ON attempt.payment_intent_id = row.intent
    WHERE row.kind = 'dispute' AND row.created_at >= ${since}`;
  for (const dispute of disputes) await recordMovement(db, disputeMovement(dispute));
  const fees = await db.stripeBalanceRow.findMany({ where: { kind: "fee", createdAt: { gte: since } } });
  for (const { id, amountCents, feeCents, currency } of fees)
    await recordMovement(
      db,
      stripeFeeMovement({ transactionId: id, feeCents: feeCents - amountCents, currency }),
    );
}

/** Without refunds that Stripe has not finished, and payments that the ledger lacks and that went back in full. */
function listMoney(db: Db, { since, postedSince, until }: Window, open: string[]): Promise<Money[]> {
  return db.$queryRaw`
    WITH moved AS MATERIALIZED (
      SELECT DISTINCT split_part(movement, ':', 1) AS kind, split_part(movement, ':', 2)::uuid AS id FROM ledger_entries
      WHERE account = 'stripe_balance' AND order_id IS NOT NULL AND created_at BETWEEN ${postedSince} AND ${until}
    ), own AS NOT MATERIALIZED (
      SELECT 'payment' AS kind, payment_intent_id AS subject, payment_intent_id AS intent, id, order_id, false AS is_pending
      FROM payment_attempts WHERE payment_intent_id IS NOT NULL
      UNION ALL
      SELECT 'refund', refund.stripe_refund_id, attempt.payment_intent_id, refund.id, refund.order_id,
        refund.status = 'pending'
      FROM refunds AS refund JOIN payment_attempts AS attempt ON attempt.id = refund.attempt_id
      WHERE refund.stripe_refund_id IS NOT NULL
      UNION ALL
      SELECT 'dispute', dispute.stripe_dispute_id, attempt.payment_intent_id, dispute.id, dispute.order_id, false
      FROM disputes AS dispute LEFT JOIN payment_attempts AS attempt ON attempt.id = dispute.attempt_id
    ), wanted AS (
      SELECT subject FROM stripe_balance_rows WHERE intent IS NOT NULL AND created_at BETWEEN ${since} AND ${until}
      UNION SELECT own.subject FROM moved JOIN own ON own.kind = moved.kind AND own.id = moved.id
      UNION SELECT unnest(${open}::text[])
    ), listed AS (
      SELECT kind, subject, intent, min(order_id::text)::uuid AS order_id,
        sum(CASE kind WHEN 'dispute' THEN amount_cents - fee_cents ELSE amount_cents END)::int AS amount,
        sum(fee_cents)::int AS fee, min(currency) AS currency, bool_or(created_at > ${until}) AS is_moving
      FROM stripe_balance_rows JOIN wanted USING (subject) WHERE intent IS NOT NULL GROUP BY kind, subject, intent
    )
    SELECT COALESCE(own.kind, listed.kind) AS kind, subject, COALESCE(own.intent, listed.intent) AS intent, own.id AS "ownId",
      COALESCE(own.order_id, listed.order_id, attempt.order_id) AS "orderId", listed.amount, listed.fee,
      COALESCE(listed.currency, posted.currency) AS currency, posted.amount AS posted, (-fee.amount_micros / 10000)::float8 AS "postedFee",
      COALESCE(posted.currency, listed.currency) AS "postedCurrency",
      COALESCE(listed.is_moving, false) OR COALESCE(posted.is_moving, false) AS "isMoving"
    FROM wanted LEFT JOIN listed USING (subject) LEFT JOIN own USING (subject)
      LEFT JOIN payment_attempts AS attempt ON attempt.payment_intent_id = listed.intent
      LEFT JOIN ledger_entries AS fee ON fee.movement = 'fee:' || own.id AND fee.account = 'stripe_balance',
    LATERAL (
      SELECT (sum(amount_micros) / 10000)::float8 AS amount, min(currency) AS currency,
        bool_or(created_at > ${until}) AS is_moving
      FROM ledger_entries WHERE order_id = own.order_id AND account = 'stripe_balance'
        AND starts_with(movement, own.kind || ':' || own.id)
    ) AS posted
    WHERE (listed.amount IS NOT NULL OR posted.amount IS NOT NULL) AND own.is_pending IS DISTINCT FROM true
      AND NOT (posted.amount IS NULL
        AND (SELECT sum(amount_cents) FROM stripe_balance_rows AS row WHERE row.intent = listed.intent) = 0
        AND NOT EXISTS (SELECT FROM payment_attempts AS attempt JOIN ledger_entries ON movement = 'payment:' || attempt.id
          WHERE attempt.payment_intent_id = listed.intent))`;
}

/** The difference of one payment, refund or dispute, or of its fee, as a message with both figures. */
function compareMoney(money: Money): Difference[] {
  const { kind, subject, intent, orderId, amount, fee, currency, posted, postedFee, postedCurrency } = money;
  const order = orderId ? `order #${shortOrderId(orderId)}` : "an order";
  const about = `the ${kind} ${subject} of ${order}${subject === intent ? "" : ` (${intent})`}`;
  const differing = (type: string, message: string) => [
    { key: `${type}:${subject}`, kind: type, orderId, message },
  ];
  // What went and came back, as a refund that failed before the shop heard of it, is nothing.
  const atStripe = amount ? formatAmount(amount, currency) : "nothing";
  const inLedger = posted ? formatAmount(posted, postedCurrency) : "nothing";
  if (atStripe !== inLedger) {
    const isConverted = amount !== null && posted !== null && currency !== postedCurrency;
    return differing(
      isConverted ? "currency" : kind,
      `Stripe's balance has ${atStripe} for ${about}; the ledger has ${inLedger}.`,
    );
  }
  if (kind === "dispute" || postedFee === null || postedFee === fee) return [];
  return differing(
    "fee",
    `Stripe's fee of ${about} is ${formatAmount(fee ?? 0, currency)}; the ledger has ${formatAmount(postedFee, currency)}.`,
  );
}

/** Adjustments that belong to no payment: only Stripe can say why it moved the account's money. */
async function listAdjustments(db: Db, { since, until }: Window): Promise<Difference[]> {
  const rows = await db.stripeBalanceRow.findMany({
    where: { kind: "adjustment", createdAt: { gte: since, lte: until } },
  });
  return rows.map(({ id, amountCents, currency }) => ({
    key: `${adjustment}:${id}`,
    kind: adjustment,
    orderId: null,
    message: `Stripe adjusted the account's balance by ${formatAmount(amountCents, currency)} (${id}), which is not about a dispute of ours and is not in the ledger. Read why in Stripe's dashboard.`,
  }));
}

/** The kind of a discrepancy that no later comparison can explain. */
export const adjustment = "adjustment";
