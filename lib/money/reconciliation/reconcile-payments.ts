import type { Database } from "@/lib/base/db/client";
import type { PaymentAttempt, Prisma } from "@/lib/base/db/generated/client";
import { isCausedByEntry } from "@/lib/base/db/isolate";
import { hasCode } from "@/lib/base/errors";
import { addMs, minute } from "@/lib/base/time/time";
import { clearSetAside, listSetAside, runEach, setAside } from "@/lib/mail/alerts/set-aside";
import { abandonAttempt, storeSession } from "@/lib/money/payments/attempts";
import { findSession } from "@/lib/money/payments/create-session";
import { settlePayment } from "@/lib/money/payments/settle-payment";
import type { PaymentDeps } from "@/lib/money/stripe/stripe-client";
import { expireOrder } from "@/lib/orders/order/close-order";

const batchSize = 200;
// Younger attempts are left to their buyers and webhooks.
const graceMs = 2 * minute;
// Stripe closes a page when it expires and reports that a little later.
const expirySlackMs = 5 * minute;

/**
 * Settles every attempt whose end the shop does not know, because a webhook or an answer was lost or the buyer left the
 * page. Returns how many attempts it asked Stripe about; it stops while Stripe is unavailable. An attempt that fails is
 * set aside with growing pauses, so that failing attempts never block the others. Errors: payment_misconfigured.
 */
export async function reconcilePayments(deps: PaymentDeps, now: Date): Promise<number> {
  const { db } = deps;
  const due = await db.paymentAttempt.findMany({
    where: {
      status: { in: ["creating", "open"] },
      createdAt: { lt: addMs(now, -graceMs) },
      id: { notIn: await listWaiting(db) },
    },
    orderBy: { expiresAt: "asc" },
    take: batchSize,
  });
  let asked = 0;
  for (const attempt of due) {
    asked += 1;
    try {
      await reconcile(deps, attempt, now);
      await clearSetAside(db, "payments", [attempt.id]);
    } catch (error) {
      // A key that Stripe refuses is no entry's fault, and the pauses would delay each payment after its repair.
      if (!isCausedByEntry(error) || hasCode(error, "payment_misconfigured")) throw error;
      if (hasCode(error, "payment_unavailable") && (await isStripeDown(deps))) break;
      await setAside(db, "payments", attempt.id, error);
    }
  }
  await expireLeftOrders(db, now);
  return asked;
}

/** The attempts and orders whose pause is not over. */
async function listWaiting(db: Database): Promise<string[]> {
  return (await listSetAside(db, "payments")).filter(({ isWaiting }) => isWaiting).map(({ id }) => id);
}

async function isStripeDown({ stripe }: PaymentDeps): Promise<boolean> {
  return stripe.checkout.sessions.list({ limit: 1 }).then(
    () => false,
    () => true,
  );
}

async function reconcile(deps: PaymentDeps, attempt: PaymentAttempt, now: Date): Promise<void> {
  const sessionId = attempt.stripeSessionId ?? (await findLostSession(deps, attempt));
  if (sessionId !== null) {
    try {
      await settlePayment(deps, sessionId);
      return;
    } catch (error) {
      // Stripe does not know a session after the account was changed or emptied.
      if (!hasCode(error, "not_found")) throw error;
    }
  }
  if (attempt.expiresAt < addMs(now, -expirySlackMs)) await abandonAttempt(deps.db, attempt);
}

/** Finds the session of an attempt whose answer was lost, and stores its id. */
async function findLostSession(deps: PaymentDeps, attempt: PaymentAttempt): Promise<string | null> {
  const session = await findSession(deps.stripe, attempt);
  if (session) await storeSession(deps.db, attempt.id, session);
  return session?.id ?? null;
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
  await runEach(db, "payments", left, ({ id: orderId }) =>
    db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM orders WHERE id = ${orderId}::uuid FOR UPDATE`;
      // Checked again under the lock, because the buyer may have opened another page meanwhile.
      const payable = await tx.paymentAttempt.count({ where: { orderId, ...payableAfter(over) } });
      if (payable === 0) await expireOrder(tx, orderId);
    }),
  );
}

/** Attempts that may still be paid. */
const payableAfter = (over: Date): Prisma.PaymentAttemptWhereInput => ({
  OR: [{ status: { in: ["creating", "open"] } }, { expiresAt: { gte: over } }],
});
