import type { Database } from "@/lib/base/db/client";
import type { Refund } from "@/lib/base/db/generated/client";
import { AppError, hasCode } from "@/lib/base/errors";
import { logOrder } from "@/lib/base/logger";
import { maySend } from "@/lib/base/quarantine/database-mark";
import { getShopId } from "@/lib/base/quarantine/shop-id";
import {
  askOnce,
  isKeyReused,
  isRefusal,
  isReplayed,
  isRetryable,
  type PaymentDeps,
  toAppError,
} from "@/lib/money/stripe/stripe-client";
import { paymentUnknown } from "./failed-refunds";
import { failRefund, recordRefund } from "./record-refund";
import { nextRefundNumber } from "./request-refund";
import { refundMark, syncRefunds } from "./sync-refunds";

/**
 * Sends a requested refund to Stripe exactly once, however often it is called, and records the answer. Stripe forgets
 * idempotency keys after 24 hours and may have refunds that the shop does not know, so `syncRefunds` runs first; it may
 * find this refund, reduce it or drop it. In quarantine nothing is sent, and the sweeper adds the job again later. A
 * refusal is recorded as `failed`, and so is a payment that Stripe does not know. Errors: payment_unavailable,
 * payment_misconfigured, internal for a refund without a payment or beyond what was paid (the job is retried; after six
 * hours the refund is in Needs me).
 */
export async function sendRefund(deps: PaymentDeps, refundId: string): Promise<void> {
  const { db, stripe } = deps;
  const found = await db.refund.findUnique({ where: { id: refundId }, include: { attempt: true } });
  if (found?.status !== "requested" && found?.status !== "pending") return;
  const { orderId } = found;
  const { paymentIntentId } = found.attempt;
  logOrder(orderId);
  if (!paymentIntentId) throw new AppError("internal", { detail: "the refund's attempt has no payment" });
  const refund = await readAgain(deps, paymentIntentId, refundId);
  if (refund?.status !== "requested" || !(await maySend(db))) return;
  try {
    const sent = await stripe.refunds.create(
      {
        payment_intent: paymentIntentId,
        amount: refund.amountCents,
        metadata: { ...refundMark(refund), shop: await getShopId(db) },
      },
      { idempotencyKey: refundIdempotencyKey(orderId, refund.number), ...askOnce },
    );
    // The SDK does not reject an answer of another kind.
    if (sent.object !== "refund" || !sent.id)
      throw new AppError("payment_unavailable", { detail: "not a refund" });
    await recordRefund(db, refund.id, sent);
  } catch (error) {
    if (isRefusal(error)) return refuse(deps, paymentIntentId, refund, error.code ?? "invalid_request");
    if ((isReplayed(error) && isRetryable(error)) || isKeyReused(error)) await renumber(db, refund);
    throw toAppError(error);
  }
}

/**
 * The refund after Stripe's list of the payment's refunds was recorded. Null when Stripe does not know the payment: it
 * deletes none, so the key belongs to another account or mode, and the refund fails for an operator to put that right.
 * In quarantine the key may be that of a copy, so the refund waits; one that Stripe has made (`pending`) waits too.
 */
async function readAgain(
  deps: PaymentDeps,
  paymentIntentId: string,
  refundId: string,
): Promise<Refund | null> {
  try {
    await syncRefunds(deps, paymentIntentId);
  } catch (error) {
    if (!hasCode(error, "not_found")) throw error;
    if (await maySend(deps.db)) await failRefund(deps.db, refundId, paymentUnknown, ["requested"]);
    return null;
  }
  return deps.db.refund.findUnique({ where: { id: refundId } });
}

/** Records a refusal, unless a refund that was made at Stripe just before our request explains it. */
async function refuse(
  deps: PaymentDeps,
  paymentIntentId: string,
  refund: Refund,
  failure: string,
): Promise<void> {
  const now = await readAgain(deps, paymentIntentId, refund.id);
  if (now?.status === refund.status && now.amountCents === refund.amountCents) {
    return failRefund(deps.db, refund.id, failure, ["requested", "pending"]);
  }
  if (now?.status === "requested") {
    throw new AppError("payment_unavailable", { detail: "another refund was made at Stripe meanwhile" });
  }
}

/**
 * Stripe keeps what it stored under a key for 24 hours, so the next try takes a new number and thus a new key. That
 * can't refund twice, because each try lists the payment's refunds first.
 */
async function renumber(db: Database, { id, orderId, number }: Refund): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM orders WHERE id = ${orderId}::uuid FOR UPDATE`;
    await tx.refund.updateMany({
      where: { id, number, status: "requested" },
      data: { number: await nextRefundNumber(tx, orderId) },
    });
  });
}

export function refundIdempotencyKey(orderId: string, number: number): string {
  return `order:${orderId}:refund:${number}`;
}
