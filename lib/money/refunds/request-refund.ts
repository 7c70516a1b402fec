import type { Db, Tx } from "@/lib/base/db/client";
import type { Order, PaymentAttempt } from "@/lib/base/db/generated/client";
import { AppError, conflict } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { enqueue } from "@/lib/base/jobs/enqueue";
import { maySend } from "@/lib/base/quarantine/database-mark";
import { recordEvents } from "@/lib/orders/order/record-event";
import { refundStatusesIn } from "@/lib/orders/order/refund-status";
import { updateHeldRefundsAlert } from "./held-refunds";
import { sendRefundJob } from "./refund-jobs";
import { mayRefundAutomatically, needsSecondAdmin, requireMayRequest } from "./refund-limits";
import type { automaticReasons, RefundReason } from "./refund-reasons";

type RefundRequest = {
  orderId: string;
  attemptId: string;
  amountCents: number;
  intent?: string;
  /** Of an administrator's refund. */
  requestedById?: string | null;
  note?: string;
  /** Set if the caller has already decided whether the refund is held. */
  isHeld?: boolean | undefined;
} & (
  | { isAutomatic?: false; reason: RefundReason }
  /** The shop itself decided it: above the configured limits the refund is held. */
  | { isAutomatic: true; reason: (typeof automaticReasons)[number] }
);

export type RequestedRefund = {
  refundId: string;
  amountCents: number;
  /** Nothing is sent before an administrator's decision. */
  isHeld: boolean;
};

/**
 * Throws conflict for a disputed payment, and in quarantine. A dispute of the payment that paid the order does not hold
 * any other.
 */
export async function requireMayRefund(
  tx: Tx,
  { order, attempt }: { order: Pick<Order, "paymentStatus">; attempt: Pick<PaymentAttempt, "status"> },
): Promise<void> {
  if (attempt.status === "paid" && order.paymentStatus === "disputed") {
    throw conflict(
      "This payment is disputed, so Stripe can't refund it. Answer the dispute, and wait for the bank's decision.",
    );
  }
  if (await maySend(tx)) return;
  throw conflict(
    "The shop is in quarantine, so earlier refunds may be missing here. Recover it first (npm run ops -- recover).",
  );
}

/**
 * Stores a refund of one payment with the job that sends it, under the order's lock, so that refunds can never sum to
 * more than the payment. An automatic one above the limits, and one above the ceiling of the administrator who requested
 * it or whose decision it follows from, is held instead, with an alert. Errors: conflict (more than is left); forbidden
 * (the role does not include refunds).
 */
export async function requestRefund(tx: Tx, request: RefundRequest): Promise<RequestedRefund> {
  const { orderId, attemptId, amountCents, reason, requestedById = null } = request;
  if (requestedById !== null) await requireMayRequest(tx, requestedById);
  const left = await refundableCents(tx, attemptId);
  if (amountCents < 1 || amountCents > left) {
    throw new AppError("conflict", { detail: `refund of ${amountCents} with ${left} left` });
  }
  const causedByIds = await listCauses(tx, request);
  const isHeld = request.isHeld ?? (await mustWait(tx, request, causedByIds));
  const id = newId();
  await tx.refund.create({
    data: {
      id,
      orderId,
      attemptId,
      amountCents,
      reason,
      number: await nextRefundNumber(tx, orderId),
      status: isHeld ? "held" : "requested",
      intent: request.intent ?? null,
      requestedById,
      causedByIds,
      note: request.note ?? null,
    },
  });
  const type = isHeld ? "refund.held" : "refund.requested";
  await recordEvents(tx, [{ orderId, type, data: { amountCents, reason } }]);
  if (isHeld) await updateHeldRefundsAlert(tx);
  else await enqueue(tx, [sendRefundJob.of(id)]);
  return { refundId: id, amountCents, isHeld };
}

async function mustWait(
  tx: Tx,
  { orderId, isAutomatic, requestedById, amountCents }: RefundRequest,
  causedByIds: string[],
): Promise<boolean> {
  if (isAutomatic && !(await mayRefundAutomatically(tx, { orderId, amountCents }))) return true;
  return needsSecondAdmin(tx, requestedById ? [requestedById] : causedByIds, amountCents);
}

/**
 * The administrators whose decisions about the order's items an automatic refund follows from. A fraud warning asks for
 * the whole payment, whatever was decided.
 */
async function listCauses(tx: Tx, { orderId, isAutomatic, reason }: RefundRequest): Promise<string[]> {
  if (!isAutomatic || reason === "fraud_warning") return [];
  const decided = await tx.fulfillmentItem.findMany({
    where: { orderId, decidedById: { not: null } },
    select: { decidedById: true },
  });
  return [...new Set(decided.flatMap(({ decidedById }) => decidedById ?? []))];
}

/** The number of an order's next refund, part of its idempotency key. Call it under the order's lock. */
export async function nextRefundNumber(tx: Db, orderId: string): Promise<number> {
  const newest = await tx.refund.aggregate({ where: { orderId }, _max: { number: true } });
  return (newest._max.number ?? 0) + 1;
}

/** The rest of a payment that neither a refund (a held one included) nor a lost dispute takes. */
export async function refundableCents(tx: Db, attemptId: string): Promise<number> {
  const [attempt, refunded] = await Promise.all([
    tx.paymentAttempt.findUniqueOrThrow({
      where: { id: attemptId },
      include: { order: { select: { bankReturnedCents: true } } },
    }),
    tx.refund.aggregate({
      where: { attemptId, status: { notIn: refundStatusesIn("released") } },
      _sum: { amountCents: true },
    }),
  ]);
  const takenCents = attempt.status === "paid" ? attempt.order.bankReturnedCents : 0;
  return attempt.amountCents - takenCents - (refunded._sum.amountCents ?? 0);
}
