import type Stripe from "stripe";
import { z } from "zod";
import type { Database } from "@/lib/db/client";
import { getShopId } from "@/lib/quarantine/shop-id";
import { idOf, type PaymentDeps, toAppError } from "@/lib/stripe/stripe-client";
import { unixSeconds } from "@/lib/time";

/** The facts of a row of Stripe's balance; `shop` and `orderId` are in the metadata of a charge. */
type Transaction = {
  id: string;
  kind: "payment" | "refund" | "dispute" | "fee" | "adjustment";
  subject: string;
  intent: string | null;
  orderId: string | null;
  shop: string | null;
  amount: number;
  fee: number;
  currency: string;
  created: number;
};

/**
 * Stores the rows of Stripe's balance since a time that belong to this shop or, as Stripe's own fees and adjustments, to
 * the account. Shops may share an account: a payment is ours when it carries this shop's id, names one of its orders or
 * is known. Errors: payment_unavailable, payment_misconfigured.
 */
export async function storeTransactions({ db, stripe }: PaymentDeps, since: Date): Promise<void> {
  const rows: Transaction[] = [];
  const query = { created: { gte: unixSeconds(since) }, limit: 100, expand: ["data.source"] };
  try {
    for await (const row of stripe.balanceTransactions.list(query)) rows.push(...toTransaction(row));
  } catch (error) {
    throw toAppError(error);
  }
  await insertOurs(db, rows);
}

/** Payouts, reserves and the like move money that the ledger does not have, and are left out. Pure. */
function toTransaction(row: Stripe.BalanceTransaction): Transaction[] {
  const { id, amount, fee, currency, created, source } = row;
  const facts = { id, amount, fee, currency, created, orderId: null, shop: null };
  if (typeof source === "object" && source !== null) {
    if (source.object === "charge") {
      const intent = idOf(source.payment_intent);
      const orderId = z.uuid().safeParse(source.metadata.order_id).data ?? null;
      const shop = source.metadata.shop ?? null;
      return intent ? [{ ...facts, kind: "payment", subject: intent, intent, orderId, shop }] : [];
    }
    if (source.object === "refund" || source.object === "dispute") {
      const intent = idOf(source.payment_intent);
      return intent ? [{ ...facts, kind: source.object, subject: source.id, intent }] : [];
    }
  }
  if (row.type === "stripe_fee") return [{ ...facts, kind: "fee", subject: id, intent: null }];
  return row.type === "adjustment" ? [{ ...facts, kind: "adjustment", subject: id, intent: null }] : [];
}

async function insertOurs(db: Database, rows: Transaction[]): Promise<void> {
  const shopId = await getShopId(db);
  await db.$executeRaw`
    WITH row AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row(id text, kind text, subject text, intent text,
        "orderId" uuid, shop text, amount int, fee int, currency text, created int)
    ), ours AS (
      SELECT intent FROM row WHERE shop = ${shopId}
      UNION SELECT intent FROM row JOIN orders ON orders.id = row."orderId"
      UNION SELECT intent FROM row JOIN payment_attempts ON payment_intent_id = intent
      UNION SELECT intent FROM row JOIN stripe_balance_rows AS known USING (intent)
    )
    INSERT INTO stripe_balance_rows (id, kind, subject, intent, order_id, amount_cents, fee_cents, currency, created_at)
    SELECT row.id, kind, subject, intent, COALESCE("orderId", attempt.order_id), amount, fee, row.currency,
      to_timestamp(created)
    FROM row LEFT JOIN ours USING (intent) LEFT JOIN payment_attempts AS attempt ON attempt.payment_intent_id = intent
    WHERE row.intent IS NULL OR ours.intent IS NOT NULL
    ON CONFLICT (id) DO NOTHING`;
}
