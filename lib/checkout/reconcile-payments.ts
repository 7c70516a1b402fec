import type { PaymentAttempt } from "@/lib/db/generated/client";
import { AppError } from "@/lib/errors";
import { logger } from "@/lib/logger";
import { recordEvents } from "@/lib/orders/record-event";
import { findSession } from "@/lib/payments/create-session";
import { addMs, minute } from "@/lib/time";
import { type SettleDeps, settlePayment } from "./settle-payment";

const batchSize = 200;
// Younger attempts are in their buyer's hands; the webhook has had no time to be late.
const patienceMs = 2 * minute;
// Stripe closes a page at its expiry; a little later its own word is there to be read.
const expirySlackMs = 5 * minute;

// This many attempts in a row without an answer, and Stripe is away: the next run goes on, this one would only wait.
const outageLength = 3;

/**
 * Asks Stripe about every attempt whose end the shop has not heard: a webhook that never came, an answer that was
 * lost, a page that was left. Returns how many attempts were looked at. An attempt that fails is logged and comes
 * again with the next run; the others go on.
 */
export async function reconcilePayments(deps: SettleDeps, now: Date): Promise<number> {
  const due = await deps.db.paymentAttempt.findMany({
    where: { status: { in: ["creating", "open"] }, createdAt: { lt: addMs(now, -patienceMs) } },
    orderBy: { expiresAt: "asc" },
    take: batchSize,
  });
  let looked = 0;
  let unanswered = 0;
  for (const attempt of due) {
    if (unanswered === outageLength) break;
    looked += 1;
    try {
      await reconcile(deps, attempt, now);
      unanswered = 0;
    } catch (error) {
      const code = error instanceof AppError ? error.code : "internal";
      unanswered = code === "payment_unavailable" ? unanswered + 1 : 0;
      logger.warn(
        { orderId: attempt.orderId, attempt: attempt.number, code, err: String(error) },
        "an attempt could not be reconciled",
      );
    }
  }
  return looked;
}

async function reconcile(deps: SettleDeps, attempt: PaymentAttempt, now: Date): Promise<void> {
  const sessionId = attempt.stripeSessionId ?? (await adoptSession(deps, attempt));
  const isKnown = sessionId !== null && (await settleKnown(deps, sessionId));
  if (!isKnown && attempt.expiresAt < addMs(now, -expirySlackMs)) await abandon(deps, attempt);
}

/** False when Stripe does not know the session: an account that was changed or emptied. */
async function settleKnown(deps: SettleDeps, sessionId: string): Promise<boolean> {
  try {
    await settlePayment(deps, sessionId);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return false;
    throw error;
  }
}

/** Finds the session of an attempt whose answer was lost, and keeps its id. */
async function adoptSession(deps: SettleDeps, attempt: PaymentAttempt): Promise<string | null> {
  const session = await findSession(deps.stripe, attempt);
  if (!session) return null;
  await deps.db.paymentAttempt.updateMany({
    where: { id: attempt.id, status: "creating" },
    data: { status: "open", stripeSessionId: session.id, url: session.url },
  });
  return session.id;
}

/** There is no page of this attempt at Stripe, and there can be none any more. */
async function abandon(deps: SettleDeps, attempt: PaymentAttempt): Promise<void> {
  await deps.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM orders WHERE id = ${attempt.orderId}::uuid FOR UPDATE`;
    const closed = await tx.paymentAttempt.updateMany({
      where: { id: attempt.id, status: { in: ["creating", "open"] } },
      data: { status: "expired" },
    });
    const newer = await tx.paymentAttempt.count({
      where: { orderId: attempt.orderId, number: { gt: attempt.number } },
    });
    if (closed.count === 0 || newer > 0) return;
    const expired = await tx.order.updateMany({
      where: { id: attempt.orderId, status: "pending" },
      data: { status: "expired" },
    });
    if (expired.count > 0) {
      await recordEvents(tx, [
        { orderId: attempt.orderId, type: "order.expired", from: "pending", to: "expired", data: {} },
      ]);
    }
  });
}
