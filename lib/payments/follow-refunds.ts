import type Stripe from "stripe";
import { z } from "zod";
import type { Database } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/errors";
import { newId } from "@/lib/ids";
import { logger } from "@/lib/logger";
import { bookSent, recordRefund } from "./record-refund";
import { type StripeClient, toAppError } from "./stripe-client";

type Payment = { attemptId: string; orderId: string; paymentIntentId: string };

/**
 * Brings the refunds of one payment into line with Stripe's list of them: our own are booked as they stand, and those
 * made in Stripe's dashboard get a row of their own (reason `dashboard`). The list is the whole truth, so neither the
 * order nor the number of events matters. Returns how many were new. Throws payment_unavailable.
 */
export async function followRefunds(
  deps: { db: Database; stripe: StripeClient },
  payment: Payment,
): Promise<number> {
  let adopted = 0;
  for (const sent of await listRefunds(deps.stripe, payment.paymentIntentId)) {
    const ours = await findOurs(deps.db, payment.orderId, sent);
    if (ours) await recordRefund(deps.db, ours.id, sent);
    else if (await adopt(deps.db, payment, sent)) adopted += 1;
  }
  return adopted;
}

/** All refunds of a payment, the oldest first. */
async function listRefunds(stripe: StripeClient, paymentIntentId: string): Promise<Stripe.Refund[]> {
  try {
    const refunds: Stripe.Refund[] = [];
    for await (const refund of stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 })) {
      refunds.push(refund);
    }
    return refunds.reverse();
  } catch (error) {
    throw toAppError(error);
  }
}

async function findOurs(db: Database, orderId: string, sent: Stripe.Refund): Promise<{ id: string } | null> {
  const named = z.uuid().safeParse(sent.metadata?.refund_id);
  const byName = named.success
    ? await db.refund.findFirst({ where: { id: named.data, orderId }, select: { id: true } })
    : null;
  return byName ?? (await db.refund.findUnique({ where: { stripeRefundId: sent.id }, select: { id: true } }));
}

/** Gives a refund that nobody here asked for its row. False when it moved nothing, or somebody else was first. */
async function adopt(db: Database, payment: Payment, sent: Stripe.Refund): Promise<boolean> {
  if (sent.status === "failed" || sent.status === "canceled") return false;
  const { orderId, attemptId } = payment;
  const isSettled = sent.status === "succeeded";
  try {
    await db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM orders WHERE id = ${orderId}::uuid FOR UPDATE`;
      const newest = await tx.refund.aggregate({ where: { orderId }, _max: { number: true } });
      const refund = await tx.refund.create({
        data: {
          id: newId(),
          orderId,
          attemptId,
          number: (newest._max.number ?? 0) + 1,
          amountCents: sent.amount,
          reason: "dashboard",
          status: isSettled ? "succeeded" : "pending",
          stripeRefundId: sent.id,
          settledAt: isSettled ? new Date() : null,
        },
      });
      if (isSettled) await bookSent(tx, refund);
    });
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
  logger.info({ orderId, stripeRefundId: sent.id }, "a refund made at Stripe was taken over");
  return true;
}
