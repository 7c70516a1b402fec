import type { Database } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/errors";
import { AppError } from "@/lib/errors";
import { logger } from "@/lib/logger";
import { recordEvents } from "@/lib/orders/record-event";
import { attemptParamsSchema, sessionLifetimeMs } from "@/lib/payments/attempt-params";
import { createSession } from "@/lib/payments/create-session";
import { type StripeClient, toAppError } from "@/lib/payments/stripe-client";
import { addMs, minute, unixSeconds } from "@/lib/time";
import { settlePayment } from "./settle-payment";

export type CheckoutDeps = { db: Database; stripe: StripeClient; origin: string; now: Date };

// A page that closes within a minute is not worth sending somebody to.
const shortestVisitMs = minute;

// Each round either answers or moves to the next attempt; more rounds than this mean that Stripe is not well.
const maxRounds = 3;

/**
 * The address where an order can be paid now: its open Stripe page, or a new one. At most one session of an order is
 * payable at a time. An order that needs no payment any more answers with its own page instead. Errors: not_found,
 * payment_unavailable (nothing is lost, ask again), payment_misconfigured.
 */
export async function openCheckout(deps: CheckoutDeps, orderId: string): Promise<string> {
  for (let round = 0; round < maxRounds; round++) {
    const step = await advance(deps, orderId);
    if (step.kind === "url") return step.url;
  }
  throw new AppError("payment_unavailable", { detail: "no attempt gave a session" });
}

type Step = { kind: "url"; url: string } | { kind: "again" };

async function advance(deps: CheckoutDeps, orderId: string): Promise<Step> {
  const attempt = await deps.db.paymentAttempt.findFirst({
    where: { orderId },
    orderBy: { number: "desc" },
    include: { order: { select: { status: true, token: true } } },
  });
  if (!attempt) throw new AppError("not_found");
  const { order } = attempt;
  if (order.status !== "pending" && order.status !== "expired") {
    return { kind: "url", url: `${deps.origin}/order/${order.token}` };
  }
  if (attempt.status === "creating") return openSession(deps, attempt);
  if (attempt.status === "open" && attempt.stripeSessionId) {
    // Stripe knows better than our row: the page may have been paid or closed a moment ago.
    const settled = await settlePayment(deps, attempt.stripeSessionId);
    if (settled.kind !== "open")
      return settled.kind === "expired" ? startNext(deps, attempt) : { kind: "again" };
    const isUsable = attempt.url && attempt.expiresAt > addMs(deps.now, shortestVisitMs);
    if (isUsable) return { kind: "url", url: attempt.url ?? "" };
    return closeSession(deps, attempt.stripeSessionId);
  }
  return startNext(deps, attempt);
}

type Attempt = { id: string; orderId: string; number: number; params: unknown; createdAt: Date };

async function openSession(deps: CheckoutDeps, attempt: Attempt): Promise<Step> {
  const created = await createSession(deps.stripe, attempt);
  if (created.kind === "dead") return startNext(deps, attempt);
  const { session } = created;
  await deps.db.paymentAttempt.updateMany({
    where: { id: attempt.id, status: "creating" },
    data: { status: "open", stripeSessionId: session.id, url: session.url },
  });
  if (session.status !== "open") return { kind: "again" };
  if (!session.url) throw new AppError("payment_unavailable", { userMessage: "No checkout URL received" });
  return { kind: "url", url: session.url };
}

/** Closes an open page before another is made, so that two can never be paid. */
async function closeSession(deps: CheckoutDeps, sessionId: string): Promise<Step> {
  try {
    await deps.stripe.checkout.sessions.expire(sessionId);
  } catch (error) {
    // A page that was paid or has expired in the meantime refuses; settling it says which.
    const settled = await settlePayment(deps, sessionId);
    if (settled.kind === "open") throw toAppError(error);
  }
  await settlePayment(deps, sessionId);
  return { kind: "again" };
}

/** Stores the next attempt; an expired order becomes payable again with it. */
async function startNext(deps: CheckoutDeps, last: Attempt): Promise<Step> {
  const params = attemptParamsSchema.parse(last.params);
  const number = last.number + 1;
  const expiresAt = addMs(deps.now, sessionLifetimeMs);
  const next = {
    ...params,
    expires_at: unixSeconds(expiresAt),
    metadata: { ...params.metadata, attempt: String(number) },
  };
  const amountCents = params.line_items.reduce(
    (sum, line) => sum + line.quantity * line.price_data.unit_amount,
    0,
  );
  try {
    await deps.db.$transaction(async (tx) => {
      await tx.paymentAttempt.updateMany({
        where: { id: last.id, status: "creating" },
        data: { status: "failed" },
      });
      await tx.paymentAttempt.create({
        data: {
          orderId: last.orderId,
          number,
          params: next,
          amountCents,
          currency: params.line_items[0]?.price_data.currency ?? "usd",
          expiresAt,
          createdAt: deps.now,
        },
      });
      const reopened = await tx.order.updateMany({
        where: { id: last.orderId, status: "expired" },
        data: { status: "pending" },
      });
      const change = reopened.count > 0 ? { from: "expired", to: "pending" } : {};
      await recordEvents(tx, [
        { orderId: last.orderId, type: "payment.attempted", data: { number }, ...change },
      ]);
    });
    logger.info({ orderId: last.orderId, attempt: number }, "a new payment attempt");
  } catch (error) {
    // Somebody else stored this number first; the next round uses theirs.
    if (!isUniqueViolation(error)) throw error;
  }
  return { kind: "again" };
}
