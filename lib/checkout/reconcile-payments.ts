import type { Database } from "@/lib/db/client";
import type { PaymentAttempt, Prisma } from "@/lib/db/generated/client";
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
  await expireLeftOrders(deps.db, now);
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
    await expireOrder(tx, attempt.orderId);
  });
}

/**
 * Expires pending orders that nobody can pay any more: their newest attempt fell through (a bank refused a delayed
 * payment), its time is over, and no other page was asked for. Until then they can be paid again. Returns how many.
 */
export async function expireLeftOrders(db: Database, now: Date): Promise<number> {
  const over = addMs(now, -expirySlackMs);
  const left = await db.order.findMany({
    where: {
      status: "pending",
      attempts: { none: { OR: [{ status: { in: ["creating", "open"] } }, { expiresAt: { gte: over } }] } },
      createdAt: { lt: over },
    },
    select: { id: true },
    orderBy: { createdAt: "asc" },
    take: batchSize,
  });
  let expired = 0;
  for (const { id } of left) if (await expireLeft(db, id, over)) expired += 1;
  return expired;
}

async function expireLeft(db: Database, orderId: string, over: Date): Promise<boolean> {
  return db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM orders WHERE id = ${orderId}::uuid FOR UPDATE`;
    // Looked at again under the lock: its buyer may have asked for another page meanwhile.
    const payable = await tx.paymentAttempt.count({
      where: { orderId, OR: [{ status: { in: ["creating", "open"] } }, { expiresAt: { gte: over } }] },
    });
    return payable === 0 && (await expireOrder(tx, orderId));
  });
}

async function expireOrder(tx: Prisma.TransactionClient, orderId: string): Promise<boolean> {
  const expired = await tx.order.updateMany({
    where: { id: orderId, status: "pending" },
    data: { status: "expired" },
  });
  if (expired.count === 0) return false;
  await recordEvents(tx, [{ orderId, type: "order.expired", from: "pending", to: "expired", data: {} }]);
  return true;
}
