import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/errors";
import { AppError } from "@/lib/errors";
import { canOrderBecome } from "@/lib/orders/order-status";
import type { OrderStatus } from "@/lib/orders/order-view";
import { recordEvents } from "@/lib/orders/record-event";
import { attemptParamsSchema, sessionLifetimeMs } from "@/lib/payments/attempt-params";
import { createSession } from "@/lib/payments/create-session";
import { settlePayment } from "@/lib/payments/settle-payment";
import { getShopId } from "@/lib/quarantine/shop-id";
import { type StripeClient, toAppError } from "@/lib/stripe/stripe-client";
import { addMs, minute, unixSeconds } from "@/lib/time";

export type CheckoutDeps = { db: Database; stripe: StripeClient; origin: string; now: Date };

/** An attempt as it was stored before Stripe is called. */
export type NewAttempt = { id: string; orderId: string; number: number; params: unknown; createdAt: Date };

// Buyers are not sent to a page that expires within a minute.
const shortestVisitMs = minute;

// Each round returns or moves to the next attempt; more rounds mean that something is wrong at Stripe.
const maxRounds = 3;

// A request waits for a concurrent one under the same key as long as Stripe may take.
const busyPauseMs = 500;
const maxBusyRounds = 20;

/**
 * The URL where an order can be paid now: its open Stripe page or a new one; its own page when it needs no payment. At
 * most one session of an order is payable at a time. `written` is the first attempt of a caller that has just stored it,
 * and saves a query. Errors: not_found, payment_unavailable (may be retried), payment_misconfigured.
 */
export async function openCheckout(
  deps: CheckoutDeps,
  orderId: string,
  written?: NewAttempt,
): Promise<string> {
  let step: Step = written ? await openSession(deps, written) : { kind: "again" };
  let rounds = written ? 1 : 0;
  let busyRounds = 0;
  while (step.kind !== "url") {
    if (step.kind === "busy") {
      if (++busyRounds > maxBusyRounds) break;
      await wait(busyPauseMs);
    } else if (++rounds > maxRounds) break;
    step = await advance(deps, orderId);
  }
  if (step.kind === "url") return step.url;
  throw new AppError("payment_unavailable", { detail: "no attempt gave a session" });
}

/** busy: a concurrent request under the same key is in progress, and its session will be ours. */
type Step = { kind: "url"; url: string } | { kind: "again" } | { kind: "busy" };

async function advance(deps: CheckoutDeps, orderId: string): Promise<Step> {
  const attempt = await deps.db.paymentAttempt.findFirst({
    where: { orderId },
    orderBy: { number: "desc" },
    include: { order: { select: { status: true, token: true } } },
  });
  if (!attempt) throw new AppError("not_found");
  const { order } = attempt;
  const orderPage: Step = { kind: "url", url: `${deps.origin}/order/${order.token}` };
  if (!canOrderBecome(order.status, "processing")) return orderPage;
  if (attempt.status === "creating") return openSession(deps, attempt);
  if (attempt.status === "open" && attempt.stripeSessionId) {
    // Stripe is asked, because the page may have been paid or closed a moment ago.
    const settled = await settlePayment(deps, attempt.stripeSessionId);
    if (settled.kind !== "open")
      return settled.kind === "expired" ? startNext(deps, attempt) : { kind: "again" };
    // The buyer has paid with a delayed method and the bank has not answered: a second page could be a second payment.
    if (settled.session.status === "complete") return orderPage;
    if (attempt.url && attempt.expiresAt > addMs(deps.now, shortestVisitMs)) {
      return { kind: "url", url: attempt.url };
    }
    return closeSession(deps, attempt.stripeSessionId);
  }
  return startNext(deps, attempt);
}

async function openSession(deps: CheckoutDeps, attempt: NewAttempt): Promise<Step> {
  const created = await createSession(deps.stripe, attempt);
  if (created.kind === "busy") return created;
  if (created.kind === "dead") return startNext(deps, attempt);
  const { session } = created;
  const stored = await deps.db.paymentAttempt.updateMany({
    where: { id: attempt.id, status: "creating" },
    data: { status: "open", stripeSessionId: session.id, url: session.url },
  });
  // A concurrent request, a payment or a newer attempt was faster.
  if (stored.count === 0 || session.status !== "open") return { kind: "again" };
  if (!session.url) throw new AppError("payment_unavailable", { userMessage: "No checkout URL received" });
  return { kind: "url", url: session.url };
}

/** Closes an open page before another is made, so that two can never be paid. */
async function closeSession(deps: CheckoutDeps, sessionId: string): Promise<Step> {
  try {
    await deps.stripe.checkout.sessions.expire(sessionId);
  } catch (error) {
    // A page that was paid or has expired meanwhile can't be closed; settling finds out which.
    const settled = await settlePayment(deps, sessionId);
    if (settled.kind === "open") throw toAppError(error);
  }
  await settlePayment(deps, sessionId);
  return { kind: "again" };
}

/** Stores the next attempt; an expired order becomes payable again with it. */
async function startNext(deps: CheckoutDeps, last: NewAttempt): Promise<Step> {
  const params = attemptParamsSchema.parse(last.params);
  const number = last.number + 1;
  const expiresAt = addMs(deps.now, sessionLifetimeMs);
  const next = {
    ...params,
    expires_at: unixSeconds(expiresAt),
    metadata: { ...params.metadata, shop: await getShopId(deps.db), attempt: String(number) },
  };
  const amountCents = params.line_items.reduce(
    (sum, line) => sum + line.quantity * line.price_data.unit_amount,
    0,
  );
  try {
    await deps.db.$transaction(async (tx) => {
      // Locked before its attempts, as in a settlement, so that a concurrent payment is seen here or sees this attempt.
      const [order] = await tx.$queryRaw<{ status: OrderStatus }[]>`
        SELECT status::text FROM orders WHERE id = ${last.orderId}::uuid FOR UPDATE`;
      if (!order || !canOrderBecome(order.status, "processing")) return;
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
      const isReopened = order.status === "expired";
      if (isReopened) await tx.order.update({ where: { id: last.orderId }, data: { status: "pending" } });
      const change = isReopened ? { from: "expired", to: "pending" } : {};
      await recordEvents(tx, [
        { orderId: last.orderId, type: "payment.attempted", data: { number }, ...change },
      ]);
    });
  } catch (error) {
    // A concurrent request stored this number first; the next round uses its attempt.
    if (!isUniqueViolation(error)) throw error;
  }
  return { kind: "again" };
}
