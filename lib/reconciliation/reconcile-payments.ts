import { clearSetAside, listSetAside, runEach, setAside } from "@/lib/alerts/set-aside";
import type { Database } from "@/lib/db/client";
import type { PaymentAttempt, Prisma } from "@/lib/db/generated/client";
import { isCausedByEntry } from "@/lib/db/isolate";
import { type AppError, hasCode } from "@/lib/errors";
import { expireOrder } from "@/lib/orders/close-order";
import { abandonAttempt, storeSession } from "@/lib/payments/attempts";
import { findSession } from "@/lib/payments/create-session";
import { settlePayment } from "@/lib/payments/settle-payment";
import type { PaymentDeps } from "@/lib/stripe/stripe-client";
import { addMs, minute } from "@/lib/time";

const batchSize = 200;
// Younger attempts are left to their buyers and webhooks.
const graceMs = 2 * minute;
// Stripe closes a page when it expires and reports that a little later.
const expirySlackMs = 5 * minute;
// After this many attempts in a row without an answer, the run checks whether Stripe is available at all.
const outageLength = 3;

/**
 * Settles every attempt whose end the shop does not know, because a webhook or an answer was lost or the buyer left the
 * page. Returns how many attempts it asked Stripe about. One that fails is set aside with growing pauses, so that
 * failing attempts never block the others.
 */
export async function reconcilePayments(deps: PaymentDeps, now: Date): Promise<number> {
  const due = await deps.db.paymentAttempt.findMany({
    where: {
      status: { in: ["creating", "open"] },
      createdAt: { lt: addMs(now, -graceMs) },
      id: { notIn: await listWaiting(deps.db) },
    },
    orderBy: { expiresAt: "asc" },
    take: batchSize,
  });
  const looked = await reconcileEach(deps, due, now);
  await expireLeftOrders(deps.db, now);
  return looked;
}

/** The attempts and orders whose pause is not over. */
async function listWaiting(db: Database): Promise<string[]> {
  return (await listSetAside(db, "payments")).filter(({ isWaiting }) => isWaiting).map(({ id }) => id);
}

/** Reconciles the attempts one by one until Stripe is unavailable. Returns how many. */
async function reconcileEach(deps: PaymentDeps, due: PaymentAttempt[], now: Date): Promise<number> {
  let unanswered: { attempt: PaymentAttempt; error: AppError }[] = [];
  const blame = async () => {
    for (const { attempt, error } of unanswered) await setAside(deps.db, "payments", attempt.id, error);
    unanswered = [];
  };
  for (const [place, attempt] of due.entries()) {
    const error = await reconcileAlone(deps, attempt, now);
    // Stripe answers about this attempt, so the failures before it were not an outage.
    if (error === null) await blame();
    else unanswered.push({ attempt, error });
    if (unanswered.length < outageLength) continue;
    if (await isStripeDown(deps)) return place + 1;
    await blame();
  }
  return due.length;
}

/**
 * Reconciles one attempt; returns the error if Stripe did not answer. An attempt that can't be stored is set aside.
 */
async function reconcileAlone(
  deps: PaymentDeps,
  attempt: PaymentAttempt,
  now: Date,
): Promise<AppError | null> {
  try {
    await reconcile(deps, attempt, now);
    await clearSetAside(deps.db, "payments", [attempt.id]);
  } catch (error) {
    if (hasCode(error, "payment_unavailable")) return error;
    if (!isCausedByEntry(error)) throw error;
    await setAside(deps.db, "payments", attempt.id, error);
  }
  return null;
}

async function isStripeDown({ stripe }: PaymentDeps): Promise<boolean> {
  return stripe.checkout.sessions.list({ limit: 1 }).then(
    () => false,
    () => true,
  );
}

async function reconcile(deps: PaymentDeps, attempt: PaymentAttempt, now: Date): Promise<void> {
  const sessionId = attempt.stripeSessionId ?? (await findLostSession(deps, attempt));
  const isKnown = sessionId !== null && (await settleKnown(deps, sessionId));
  if (!isKnown && attempt.expiresAt < addMs(now, -expirySlackMs)) await abandonAttempt(deps.db, attempt);
}

/** Settles a session; false when Stripe does not know it, because the account was changed or emptied. */
async function settleKnown(deps: PaymentDeps, sessionId: string): Promise<boolean> {
  try {
    await settlePayment(deps, sessionId);
    return true;
  } catch (error) {
    if (hasCode(error, "not_found")) return false;
    throw error;
  }
}

/** Finds the session of an attempt whose answer was lost, and stores its id. */
async function findLostSession(deps: PaymentDeps, attempt: PaymentAttempt): Promise<string | null> {
  const session = await findSession(deps.stripe, attempt);
  if (!session) return null;
  await storeSession(deps.db, attempt.id, session);
  return session.id;
}

/**
 * Expires pending orders that can no longer be paid: their newest attempt failed (a bank refused a delayed payment) and
 * has expired, and the buyer opened no other page.
 */
async function expireLeftOrders(db: Database, now: Date): Promise<void> {
  const over = addMs(now, -expirySlackMs);
  const left = await db.order.findMany({
    where: {
      status: "pending",
      id: { notIn: await listWaiting(db) },
      attempts: { none: payableAfter(over) },
      createdAt: { lt: over },
    },
    select: { id: true },
    orderBy: { createdAt: "asc" },
    take: batchSize,
  });
  await runEach(db, "payments", left, ({ id }) => expireLeft(db, id, over));
}

/** Attempts that may still be paid. */
const payableAfter = (over: Date): Prisma.PaymentAttemptWhereInput => ({
  OR: [{ status: { in: ["creating", "open"] } }, { expiresAt: { gte: over } }],
});

async function expireLeft(db: Database, orderId: string, over: Date): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM orders WHERE id = ${orderId}::uuid FOR UPDATE`;
    // Checked again under the lock, because the buyer may have opened another page meanwhile.
    const payable = await tx.paymentAttempt.count({ where: { orderId, ...payableAfter(over) } });
    if (payable > 0) return;
    await expireOrder(tx, orderId);
  });
}
