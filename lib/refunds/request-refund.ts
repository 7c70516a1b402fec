import type { Db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { enqueue } from "@/lib/jobs/enqueue";
import { recordEvents } from "@/lib/orders/record-event";
import { loadSettings } from "@/lib/settings/site-settings";
import { countAutoRefunds, isWithinLimits } from "./auto-refund-limit";
import { tellOfHeldRefunds } from "./held-refunds";

export type RefundRequest = {
  orderId: string;
  attemptId: string;
  amountCents: number;
  reason: string;
  /** The shop's own decision on a supplier's word: above the settings' limits it is held for an administrator. */
  isAutomatic?: boolean;
  /** Names an administrator's intention, who it is, and their words. */
  intent?: string;
  requestedById?: string | null;
  note?: string;
};

/** Refunds in these states take nothing of the payment. */
const releasedStates = ["failed", "dropped"] as const;

/**
 * Posts a refund of one payment and the job that sends it, in the caller's transaction, which must hold the order's
 * row lock: what was posted before is counted under it, so the sum can never pass what that payment brought. An
 * automatic one above the limits is posted as `held`, without a job, and the operator is told. Throws conflict when
 * it would pass the payment. Returns the refund's id.
 */
export async function requestRefund(tx: Db, request: RefundRequest): Promise<string> {
  const { orderId, attemptId, amountCents, reason } = request;
  const left = await refundableCents(tx, attemptId);
  if (amountCents < 1 || amountCents > left) {
    throw new AppError("conflict", { detail: `refund of ${amountCents} with ${left} left` });
  }
  const newest = await tx.refund.aggregate({ where: { orderId }, _max: { number: true } });
  const isHeld = request.isAutomatic === true && !(await mayRefundAutomatically(tx, amountCents));
  const id = newId();
  await tx.refund.create({
    data: {
      id,
      orderId,
      attemptId,
      amountCents,
      reason,
      number: (newest._max.number ?? 0) + 1,
      status: isHeld ? "held" : "requested",
      intent: request.intent ?? null,
      requestedById: request.requestedById ?? null,
      note: request.note ?? null,
    },
  });
  const type = isHeld ? "refund.held" : "refund.requested";
  await recordEvents(tx, [{ orderId, type, data: { amountCents, reason } }]);
  if (isHeld) await tellOfHeldRefunds(tx);
  else await enqueueRefund(tx, id);
  return id;
}

/** What is left of a payment: what it brought, less every refund that was posted and neither failed nor was dropped. */
export async function refundableCents(tx: Db, attemptId: string): Promise<number> {
  const [attempt, posted] = await Promise.all([
    tx.paymentAttempt.findUniqueOrThrow({ where: { id: attemptId } }),
    tx.refund.aggregate({
      where: { attemptId, status: { notIn: [...releasedStates] } },
      _sum: { amountCents: true },
    }),
  ]);
  return attempt.amountCents - (posted._sum.amountCents ?? 0);
}

/** Adds the job that carries a requested refund to Stripe. */
export async function enqueueRefund(tx: Db, id: string): Promise<void> {
  await enqueue(tx, [{ name: "send-refund", payload: { id }, key: `refund:${id}` }]);
}

/** True when one more automatic refund of that size stays within the settings' limits. Call it under the order's lock. */
export async function mayRefundAutomatically(tx: Db, amountCents: number): Promise<boolean> {
  const settings = await loadSettings(tx);
  return isWithinLimits(settings, await countAutoRefunds(tx), amountCents);
}
