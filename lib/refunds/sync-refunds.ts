import type Stripe from "stripe";
import { z } from "zod";
import { readDatabaseTime } from "@/lib/clock";
import type { Database, Tx } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/errors";
import type { Refund } from "@/lib/db/generated/client";
import { lockOrderAndItems } from "@/lib/delivery/lock-items";
import { newId } from "@/lib/ids";
import { logger } from "@/lib/logger";
import { recordEvents } from "@/lib/orders/record-event";
import { retriedId } from "@/lib/orders/refund-status";
import { quarantineFor } from "@/lib/quarantine/start-quarantine";
import { storable } from "@/lib/storable-text";
import { askOnce, callStripe, type PaymentDeps } from "@/lib/stripe/stripe-client";
import { capRefunds, capUndelivered } from "./cap-refunds";
import { resolveFailed } from "./failed-refunds";
import { postSentRefund, recordRefund } from "./record-refund";
import { nextRefundNumber } from "./request-refund";
import { stopIfRefunded } from "./stop-refunded";

export type Payment = { attemptId: string; orderId: string; paymentIntentId: string };

/**
 * Brings the refunds of one payment into line with Stripe's complete list of them, so neither the order nor the number
 * of events matters. Known refunds are recorded; unknown ones are adopted, with reason `dashboard` or, when they carry
 * our metadata (the database was restored from a copy), as the row they had. Refunds that Stripe has not made and that
 * no longer fit, or that an adopted one pays, are reduced or dropped. Returns how many were adopted. Errors: not_found (Stripe does not know the
 * payment), payment_unavailable, payment_misconfigured, internal (Stripe alone refunded more than was paid).
 */
export async function syncRefunds(deps: PaymentDeps, payment: Payment): Promise<number> {
  const unknown: Stripe.Refund[] = [];
  // Known refunds first: a refund that Stripe has made must be recorded before an adoption drops the unsent ones.
  for (const sent of await listRefunds(deps, payment.paymentIntentId)) {
    const ours = await findOurs(deps.db, payment.orderId, sent);
    if (ours) await recordRefund(deps.db, ours.id, sent);
    else unknown.push(sent);
  }
  let adopted = 0;
  for (const sent of unknown) if (await adopt(deps.db, payment, sent)) adopted += 1;
  return adopted;
}

/**
 * Stripe's refunds of a payment, the oldest first, but failed ones before all others, because they make room for later
 * ones. Errors: not_found (Stripe does not know the payment), payment_unavailable, payment_misconfigured.
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

/** True for a refund that moved no money in the end. */
export function movedNoMoney({ status }: Stripe.Refund): boolean {
  return status === "failed" || status === "canceled";
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
export function refundMark(
  refund: Pick<Refund, "id" | "orderId" | "reason" | "number" | "intent">,
): Record<string, string> {
  const { id, orderId, reason, number, intent } = refund;
  const mark = { refund_id: id, order_id: orderId, reason, number: String(number) };
  return intent === null ? mark : { ...mark, intent };
}

const markSchema = z.object({
  refund_id: z.uuid(),
  reason: z.string().min(1).max(100).catch("restored"),
  number: z.coerce.number().int().positive().max(100_000).nullable().catch(null),
  intent: z.string().min(1).max(200).nullable().catch(null),
});

/** Adopts a refund in a transaction of its own. False when it moved no money, or another caller was first. */
async function adopt(db: Database, payment: Payment, sent: Stripe.Refund): Promise<boolean> {
  try {
    return await db.$transaction((tx) => adoptRefund(tx, payment, sent));
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

/**
 * Adds, in the caller's transaction, the row of a refund that the shop does not know, and posts it. A full refund
 * cancels what is unsent. False when the refund moved no money.
 */
export async function adoptRefund(
  tx: Tx,
  { orderId, attemptId }: Omit<Payment, "paymentIntentId">,
  sent: Stripe.Refund,
): Promise<boolean> {
  if (movedNoMoney(sent)) return false;
  const isFinal = sent.status === "succeeded";
  await lockOrderAndItems(tx, orderId);
  const origin = await originOf(tx, orderId, sent);
  const refund = await tx.refund.create({
    data: {
      ...origin,
      orderId,
      attemptId,
      amountCents: sent.amount,
      status: isFinal ? "succeeded" : "pending",
      stripeRefundId: sent.id,
      finishedAt: isFinal ? await readDatabaseTime(tx) : null,
    },
  });
  const data = { amountCents: sent.amount, reason: origin.reason };
  await recordEvents(tx, [{ orderId, type: "refund.adopted", data }]);
  await capUndelivered(tx, orderId, "made_at_stripe");
  await capRefunds(tx, attemptId);
  if (isFinal) await postSentRefund(tx, refund);
  await stopIfRefunded(tx, orderId);
  const failedId = retriedId(origin.intent);
  if (failedId) await resolveFailed(tx, failedId);
  logger.info({ orderId, stripeRefundId: sent.id }, "a refund made at Stripe was adopted");
  return true;
}

type Origin = Pick<Refund, "id" | "number" | "reason" | "intent">;

/** The lost row that our metadata names; a new `dashboard` row without our metadata, or when that row exists. */
async function originOf(tx: Tx, orderId: string, sent: Stripe.Refund): Promise<Origin> {
  const mark = markSchema.safeParse(sent.metadata).data;
  const next = await nextRefundNumber(tx, orderId);
  const isOurs = mark && sent.metadata?.order_id === orderId;
  if (!isOurs || (await tx.refund.count({ where: { id: mark.refund_id } })) > 0) {
    return { id: newId(), number: next, reason: "dashboard", intent: null };
  }
  await quarantineIfOurs(tx, sent);
  const { number, intent } = mark;
  const isFree = number !== null && (await tx.refund.count({ where: { orderId, number } })) === 0;
  const isNew = intent !== null && (await tx.refund.count({ where: { orderId, intent } })) === 0;
  return {
    id: mark.refund_id,
    number: isFree ? number : next,
    reason: storable(mark.reason, 100),
    intent: isNew ? storable(intent, 200) : null,
  };
}

/** A refund that this shop made and the database does not know proves that the database went back in time. */
async function quarantineIfOurs(tx: Tx, sent: Stripe.Refund): Promise<void> {
  const { shopId } = await tx.shopState.findFirstOrThrow({ select: { shopId: true } });
  if (sent.metadata?.shop === shopId) await quarantineFor(tx, "a refund", sent);
}
