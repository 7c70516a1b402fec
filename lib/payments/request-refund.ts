import type { Db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { enqueue } from "@/lib/jobs/enqueue";
import { recordEvents } from "@/lib/orders/record-event";

export type RefundRequest = { orderId: string; attemptId: string; amountCents: number; reason: string };

/**
 * Books a refund of one payment and the job that sends it, in the caller's transaction, which must hold the order's
 * row lock: what was booked before is counted under it, so the sum can never pass what that payment brought.
 * Throws conflict when it would. Returns the refund's id.
 */
export async function requestRefund(tx: Db, request: RefundRequest): Promise<string> {
  const [attempt, booked, newest] = await Promise.all([
    tx.paymentAttempt.findUniqueOrThrow({ where: { id: request.attemptId } }),
    tx.refund.aggregate({
      where: { attemptId: request.attemptId, status: { not: "failed" } },
      _sum: { amountCents: true },
    }),
    tx.refund.aggregate({ where: { orderId: request.orderId }, _max: { number: true } }),
  ]);
  const left = attempt.amountCents - (booked._sum.amountCents ?? 0);
  if (request.amountCents < 1 || request.amountCents > left) {
    throw new AppError("conflict", { detail: `refund of ${request.amountCents} with ${left} left` });
  }
  const id = newId();
  await tx.refund.create({ data: { id, ...request, number: (newest._max.number ?? 0) + 1 } });
  await recordEvents(tx, [
    {
      orderId: request.orderId,
      type: "refund.requested",
      data: { amountCents: request.amountCents, reason: request.reason },
    },
  ]);
  await enqueue(tx, [{ name: "send-refund", payload: { id }, key: `refund:${id}` }]);
  return id;
}
