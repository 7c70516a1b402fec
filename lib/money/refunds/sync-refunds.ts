import type Stripe from "stripe";
import { z } from "zod";
import type { Database, Tx } from "@/lib/base/db/client";
import { isUniqueViolation } from "@/lib/base/db/errors";
import type { PaymentAttempt, Refund } from "@/lib/base/db/generated/client";
import { newId } from "@/lib/base/ids";
import { logger } from "@/lib/base/logger";
import { quarantineFor } from "@/lib/base/quarantine/start-quarantine";
import { storable } from "@/lib/base/text/storable-text";
import { lockOrderAndItems } from "@/lib/delivery/items/lock-items";
import { askOnce, callStripe, type PaymentDeps } from "@/lib/money/stripe/stripe-client";
import { recordEvents } from "@/lib/orders/order/record-event";
import { retriedId } from "@/lib/orders/order/refund-status";
import { capUndelivered } from "./cap-refunds";
import { resolveFailed } from "./failed-refunds";
import { movedNoMoney, recordRefund, recordSent } from "./record-refund";
import { nextRefundNumber } from "./request-refund";

/**
 * Brings the refunds of one of our payments into line with Stripe's complete list of them, so neither the order nor the number
 * of events matters. Known refunds are recorded; unknown ones are adopted, with reason `dashboard` or, when they carry
 * our metadata (the database was restored from a copy), as the row they had. Returns how many were adopted. Errors:
 * not_found (Stripe does not know the payment), payment_unavailable, payment_misconfigured, internal (Stripe alone
 * refunded more than was paid).
 */
export async function syncRefunds(deps: PaymentDeps, paymentIntentId: string): Promise<number> {
  const { db } = deps;
  const attempt = await db.paymentAttempt.findUniqueOrThrow({ where: { paymentIntentId } });
  const unknown: Stripe.Refund[] = [];
  // Known refunds first: a refund that Stripe has made must be recorded before an adoption drops the unsent ones.
  for (const sent of await listRefunds(deps, paymentIntentId)) {
    const ours = await findOurs(db, attempt.orderId, sent);
    if (ours) await recordRefund(db, ours.id, sent);
    else unknown.push(sent);
  }
  let adopted = 0;
  for (const sent of unknown) {
    try {
      if (await db.$transaction((tx) => adoptRefund(tx, attempt, sent))) adopted += 1;
    } catch (error) {
      // Another caller adopted it first.
      if (!isUniqueViolation(error)) throw error;
    }
  }
  return adopted;
}

/**
 * Stripe's refunds of a payment, the oldest first, but failed ones before all others, because they make room for later
 * ones. Errors: those of `syncRefunds` but internal.
 */
export async function listRefunds(
  { stripe }: Pick<PaymentDeps, "stripe">,
  paymentIntentId: string,
): Promise<Stripe.Refund[]> {
  const query = { payment_intent: paymentIntentId, limit: 100 };
  const list = stripe.refunds.list(query, askOnce).autoPagingToArray({ limit: 10_000 });
  const all = (await callStripe(list, "payment")).reverse();
  return [...all.filter(movedNoMoney), ...all.filter((sent) => !movedNoMoney(sent))];
}

async function findOurs(db: Database, orderId: string, sent: Stripe.Refund): Promise<{ id: string } | null> {
  const select = { id: true } as const;
  const known = await db.refund.findUnique({ where: { stripeRefundId: sent.id }, select });
  const id = markSchema.safeParse(sent.metadata).data?.refund_id;
  if (known || !id) return known;
  // A row with another Stripe id belongs to another refund, whatever the metadata says.
  return db.refund.findFirst({ where: { id, orderId, stripeRefundId: null }, select });
}

/** The metadata of a refund at Stripe, from which a lost row can be rebuilt. */
export function refundMark({ id, orderId, reason, number, intent }: Refund): Record<string, string> {
  const mark = { refund_id: id, order_id: orderId, reason, number: String(number) };
  return intent === null ? mark : { ...mark, intent };
}

const markSchema = z.object({
  refund_id: z.uuid(),
  reason: z.string().min(1).max(100).catch("restored"),
  number: z.coerce.number().int().positive().max(100_000).nullable().catch(null),
  intent: z.string().min(1).max(200).nullable().catch(null),
});

/** Adds, in the caller's transaction, a refund that the shop does not know. False when it moved no money. */
export async function adoptRefund(
  tx: Tx,
  { id: attemptId, orderId }: Pick<PaymentAttempt, "id" | "orderId">,
  sent: Stripe.Refund,
): Promise<boolean> {
  if (movedNoMoney(sent)) return false;
  await lockOrderAndItems(tx, orderId);
  const origin = await originOf(tx, orderId, sent);
  const { reason, intent } = origin;
  const amountCents = sent.amount;
  const data = { ...origin, orderId, attemptId, amountCents, status: "pending" } as const;
  const refund = await tx.refund.create({ data });
  await recordEvents(tx, [{ orderId, type: "refund.adopted", data: { amountCents, reason } }]);
  await capUndelivered(tx, orderId, "made_at_stripe");
  await recordSent(tx, refund, sent);
  const failedId = retriedId(intent);
  if (failedId) await resolveFailed(tx, failedId);
  logger.info({ orderId, stripeRefundId: sent.id }, "a refund made at Stripe was adopted");
  return true;
}

/** The lost row that our metadata names; a new `dashboard` row without our metadata, or when that row exists. */
async function originOf(
  tx: Tx,
  orderId: string,
  { id, created, metadata }: Stripe.Refund,
): Promise<Pick<Refund, "id" | "number" | "reason" | "intent">> {
  const next = await nextRefundNumber(tx, orderId);
  const mark = markSchema.safeParse(metadata).data;
  const isHere = mark && (await tx.refund.count({ where: { id: mark.refund_id } })) > 0;
  if (!mark || isHere || metadata?.order_id !== orderId)
    return { id: newId(), number: next, reason: "dashboard", intent: null };
  const { shopId } = await tx.shopState.findFirstOrThrow();
  // A refund that this shop made and the database does not know proves that the database went back in time.
  if (metadata?.shop === shopId) await quarantineFor(tx, "a refund", { id, created });
  const { number, intent } = mark;
  const others = await tx.refund.findMany({ where: { orderId } });
  const isFree = number !== null && others.every((other) => other.number !== number);
  const isNew = intent !== null && others.every((other) => other.intent !== intent);
  return {
    id: mark.refund_id,
    number: isFree ? number : next,
    reason: storable(mark.reason, 100),
    intent: isNew ? storable(intent, 200) : null,
  };
}
