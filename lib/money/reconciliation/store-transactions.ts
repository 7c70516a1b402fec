import type Stripe from "stripe";
import { z } from "zod";
import { getShopId } from "@/lib/base/quarantine/shop-id";
import { unixSeconds } from "@/lib/base/time/time";
import { idOf, type PaymentDeps, toAppError } from "@/lib/money/stripe/stripe-client";

/**
 * Stores the rows of Stripe's balance since a time that belong to this shop or, as Stripe's own fees and adjustments, to
 * the account. Shops may share an account: a payment is ours when it carries this shop's id, names one of its orders or
 * is known. Errors: payment_unavailable, payment_misconfigured.
 */
export async function storeTransactions({ db, stripe }: PaymentDeps, since: Date): Promise<void> {
  const rows: BalanceRow[] = [];
  const query = { created: { gte: unixSeconds(since) }, limit: 100, expand: ["data.source"] };
  try {
    for await (const transaction of stripe.balanceTransactions.list(query)) rows.push(...toRow(transaction));
  } catch (error) {
    throw toAppError(error);
  }
  const shopId = await getShopId(db);
  const marked = rows.flatMap(({ shop, intent }) => (shop === shopId && intent) || []);
  await db.$executeRaw`
    WITH row AS MATERIALIZED (
      SELECT * FROM jsonb_populate_recordset(NULL::stripe_balance_rows, ${JSON.stringify(rows)}::jsonb)
    )
    INSERT INTO stripe_balance_rows
    SELECT * FROM row
    WHERE intent IS NULL OR intent = ANY(${marked}::text[])
      OR intent IN (SELECT intent FROM row JOIN orders ON orders.id = order_id)
      OR EXISTS (SELECT FROM payment_attempts WHERE payment_intent_id = row.intent)
      OR EXISTS (SELECT FROM stripe_balance_rows AS known WHERE known.intent = row.intent)
    ON CONFLICT (id) DO NOTHING`;
}

/** The columns of a row; `shop` and `order_id` are in the metadata of a charge. */
type BalanceRow = { kind: string; subject: string; intent?: string; order_id?: string; shop?: string };

/** Payouts, reserves and the like move money that the ledger does not have, and are left out. Pure. */
function toRow(transaction: Stripe.BalanceTransaction): BalanceRow[] {
  const { id, type, amount, fee, currency, created, source } = transaction;
  const row = {
    id,
    amount_cents: amount,
    fee_cents: fee,
    currency,
    created_at: new Date(created * 1000),
  };
  if (typeof source === "object" && source !== null && "payment_intent" in source) {
    const intent = idOf(source.payment_intent);
    if (intent === null) return [];
    if (source.object === "refund" || source.object === "dispute")
      return [{ ...row, kind: source.object, subject: source.id, intent }];
    const order_id = z.uuid().safeParse(source.metadata.order_id).data;
    return [{ ...row, kind: "payment", subject: intent, intent, order_id, shop: source.metadata.shop }];
  }
  if (type === "stripe_fee") return [{ ...row, kind: "fee", subject: id }];
  return type === "adjustment" ? [{ ...row, kind: "adjustment", subject: id }] : [];
}
