import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "@/lib/base/db/client";
import { AppError, conflict } from "@/lib/base/errors";
import { addMs, minute } from "@/lib/base/time/time";
import { addAttempt, type NewAttempt, storeSession } from "@/lib/money/payments/attempts";
import { closeSession } from "@/lib/money/payments/close-session";
import { createSession } from "@/lib/money/payments/create-session";
import { settlePayment } from "@/lib/money/payments/settle-payment";
import type { StripeClient } from "@/lib/money/stripe/stripe-client";
import { canOrderBecome } from "@/lib/orders/views/order-status";
import { requireNotBlocked } from "@/lib/people/abuse/blocks";
import { hasTooManyDeclines } from "@/lib/people/abuse/velocity";
import type { Surface } from "@/lib/shop/catalog/catalog";
import { loadCatalog } from "@/lib/shop/catalog/load-catalog";
import { priceOrder } from "@/lib/shop/catalog/price-order";

export type CheckoutDeps = {
  db: Database;
  stripe: StripeClient;
  origin: string;
  now: Date;
  /** The caller's network now, which may be another than the order was placed from; null when unknown. */
  network?: string | null;
};

// Buyers are not sent to a page that expires within a minute.
const shortestVisitMs = minute;

// Each round returns or moves to the next attempt; more rounds mean that something is wrong at Stripe.
const maxRounds = 3;

// How long a request waits for a concurrent one under the same key: as long as Stripe may take.
const busyPauseMs = 500;
const maxBusyRounds = 20;

/**
 * The URL where an order can be paid now: its open Stripe page or a new one; its own page when it needs no payment. At
 * most one session of an order is payable at a time. `written` is the first attempt of a caller that has just stored
 * it, and saves a query. Errors: not_found, blocked (since the order was made), conflict (its price has changed since,
 * or too many cards were declined), invalid_input (Stripe refuses the email address), payment_unavailable (may be
 * retried), payment_misconfigured.
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

const tooManyDeclines =
  "Too many cards were declined for this order, so it can't be paid today. Nothing was charged. Please try again tomorrow, or write to us.";

/** busy: a concurrent request under the same key is in progress and will produce the same session. */
type Step = { kind: "url"; url: string } | { kind: "again" } | { kind: "busy" };

async function advance(deps: CheckoutDeps, orderId: string): Promise<Step> {
  const attempt = await deps.db.paymentAttempt.findFirst({
    where: { orderId },
    orderBy: { number: "desc" },
    include: { order: true },
  });
  if (!attempt) throw new AppError("not_found");
  const { order } = attempt;
  const orderPage: Step = { kind: "url", url: `${deps.origin}/order/${order.token}` };
  if (order.withdrawnAt || !canOrderBecome(order.status, "processing")) return orderPage;
  const { email, platform, username, network } = order;
  await requireNotBlocked(deps.db, { email, target: `${platform}:${username}`, network });
  await requireNotBlocked(deps.db, { network: deps.network ?? null });
  if (await hasTooManyDeclines(deps.db, orderId)) throw conflict(tooManyDeclines);
  if (attempt.status === "creating") return openSession(deps, attempt);
  if (attempt.status === "open" && attempt.stripeSessionId) {
    // Asks Stripe, because the page may have been paid or closed a moment ago.
    const settled = await settlePayment(deps, attempt.stripeSessionId);
    if (settled.kind !== "open")
      return settled.kind === "expired" ? startNext(deps, attempt) : { kind: "again" };
    // The buyer has paid with a delayed method and the bank has not answered: a second page could be a second payment.
    if (settled.session.status === "complete") return orderPage;
    if (attempt.url && attempt.expiresAt > addMs(deps.now, shortestVisitMs)) {
      return { kind: "url", url: attempt.url };
    }
    // Before another page is made, so that two can never be paid.
    await closeSession(deps, attempt.stripeSessionId);
    return { kind: "again" };
  }
  return startNext(deps, attempt);
}

async function openSession(deps: CheckoutDeps, attempt: NewAttempt): Promise<Step> {
  const created = await createSession(deps.stripe, attempt);
  if (created.kind === "busy") return created;
  if (created.kind === "dead") return startNext(deps, attempt);
  const { session } = created;
  // A concurrent request, a payment or a newer attempt was faster.
  if (!(await storeSession(deps.db, attempt.id, session)) || session.status !== "open")
    return { kind: "again" };
  if (!session.url) throw new AppError("payment_unavailable", { userMessage: "No checkout URL received" });
  return { kind: "url", url: session.url };
}

async function startNext(deps: CheckoutDeps, last: NewAttempt): Promise<Step> {
  await requireSamePrice(deps.db, last.orderId);
  await addAttempt(deps.db, last, deps.now);
  return { kind: "again" };
}

/** An unpaid order holds its price for as long as its page is open, not for ever. */
async function requireSamePrice(db: Database, orderId: string): Promise<void> {
  const order = await db.order.findUniqueOrThrow({ where: { id: orderId }, include: { lines: true } });
  const catalog = await loadCatalog(db);
  const addOns = order.lines.filter(({ kind }) => kind === "add_on");
  const priced = priceOrder(catalog, {
    platform: order.platform,
    service: order.serviceType,
    unit: { one: order.unitOne, many: order.unitMany },
    surface: order.surface as Surface,
    packageId: order.packageId,
    addOns: addOns.map(({ catalogId: id, count }) => ({ id, count })),
  });
  if (priced?.quantity === order.quantity && priced.totalCents === order.priceTotalCents) return;
  throw conflict(
    "The price of this order has changed, or it is no longer on sale. Nothing was charged. Please place it again.",
  );
}
