import type Stripe from "stripe";
import { isUniqueViolation } from "@/lib/base/db/errors";
import { newId } from "@/lib/base/ids";
import { logger } from "@/lib/base/logger";
import { getShopId } from "@/lib/base/quarantine/shop-id";
import { callStripe, type PaymentDeps } from "@/lib/money/stripe/stripe-client";
import { recordEvents } from "@/lib/orders/order/record-event";
import { profileUrl } from "@/lib/shop/catalog/links";
import { getPlatform } from "@/lib/shop/catalog/vocabulary";
import { attemptParams } from "./attempt-params";
import { storeSession } from "./attempts";
import { insertOrder, type NewOrder } from "./insert-order";
import { readSnapshot } from "./order-snapshot";
import { readSubject } from "./read-session";

/**
 * Rebuilds the attempt of a session that the database has lost, and its order when that is lost too, with the same id,
 * token, lines and amounts, from the session itself. Idempotent. False when the session lacks data, or its lines do not
 * add up. Errors: payment_unavailable, payment_misconfigured.
 */
export async function adoptSession(deps: PaymentDeps, session: Stripe.Checkout.Session): Promise<boolean> {
  const { db } = deps;
  if (await db.paymentAttempt.findUnique({ where: { stripeSessionId: session.id }, select: { id: true } }))
    return true;
  const rebuilt = await rebuildOrder(deps, session);
  if (!rebuilt) return false;
  const { id: orderId } = rebuilt;
  const isKnown = (await db.order.count({ where: { id: orderId } })) > 0;
  try {
    if (isKnown) await addRebuiltAttempt(deps, rebuilt);
    else await insertOrder(db, rebuilt);
  } catch (error) {
    // Another process adopted it at the same time.
    if (!isUniqueViolation(error)) throw error;
  }
  if (await storeSession(db, rebuilt.attempt.id, session)) {
    const type = isKnown ? "payment.rebuilt" : "order.rebuilt";
    await recordEvents(db, [{ orderId, type, data: {} }]);
    logger.warn({ orderId, sessionId: session.id }, "rebuilt an order from its session");
  }
  return true;
}

/** The order and attempt as they were before the session was opened; null when the session lacks data. */
async function rebuildOrder(deps: PaymentDeps, session: Stripe.Checkout.Session): Promise<NewOrder | null> {
  const subject = readSubject(session);
  const snapshot = readSnapshot(session.metadata ?? {});
  const back = URL.canParse(session.cancel_url ?? "") ? new URL(session.cancel_url ?? "") : null;
  const token = /^\/order\/([\w-]{20,})$/.exec(back?.pathname ?? "")?.[1];
  const { currency, customer_email: email, amount_total: total } = session;
  if (!subject || !snapshot || !back || !token || !currency || !email || total === null) return null;
  const lines = await readLines(deps, session.id, snapshot.lines);
  if (lines?.reduce((sum, line) => sum + line.amountCents, 0) !== total) return null;
  const { orderId, number } = subject;
  const createdAt = new Date(session.created * 1000);
  const { platform, username, posts, userId, ...bought } = snapshot;
  const shopId = await getShopId(deps.db);
  const params = attemptParams(
    { shopId, orderId, token, email, currency, lines, snapshot },
    number,
    createdAt,
    back.origin,
  );
  // An account that was created after the copy is lost; its order can be found by email and link. A deleted account gets
  // no more orders.
  const owner =
    userId &&
    (await deps.db.user.findUnique({ where: { id: userId, anonymizedAt: null }, select: { id: true } }));
  return {
    ...bought,
    catalogVersion: null,
    id: orderId,
    token,
    email,
    platform,
    username,
    lines,
    createdAt,
    currency,
    userId: owner ? userId : null,
    quantity: lines.reduce((sum, line) => sum + line.quantity * line.count, 0),
    priceTotalCents: total,
    profile: { fullName: username, biography: "", pictureUrl: null, isVerified: false, followersCount: 0 },
    postUrl: profileUrl(getPlatform(platform), username, bought.target),
    selectedPosts: posts.map((post) => ({ ...post, imageUrl: null, caption: "" })),
    requestKey: null,
    requestAddressKey: null,
    requestHash: null,
    network: null,
    attempt: { id: newId(), number, params, expiresAt: new Date(session.expires_at * 1000) },
  };
}

/** The session's lines with their catalogue ids; amounts and labels are Stripe's. */
async function readLines(
  { stripe }: PaymentDeps,
  sessionId: string,
  named: { catalogId: string; quantity: number }[],
): Promise<NewOrder["lines"] | null> {
  const { data } = await callStripe(stripe.checkout.sessions.listLineItems(sessionId, { limit: 100 }));
  if (data.length !== named.length) return null;
  return data.map((line, place) => {
    const count = line.quantity ?? 1;
    return {
      kind: place === 0 ? ("package" as const) : ("add_on" as const),
      catalogId: named[place]?.catalogId ?? "",
      label: line.description ?? "",
      quantity: named[place]?.quantity ?? 0,
      count,
      unitCents: line.amount_total / count,
      amountCents: line.amount_total,
    };
  });
}

/** Adds a rebuilt attempt to a known order, under the next free number when its own was reused. */
async function addRebuiltAttempt({ db }: PaymentDeps, { id: orderId, ...order }: NewOrder): Promise<void> {
  const { attempt, createdAt, currency } = order;
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM orders WHERE id = ${orderId}::uuid FOR UPDATE`;
    const taken = await tx.paymentAttempt.findMany({ where: { orderId }, select: { number: true } });
    const numbers = taken.map(({ number }) => number);
    const number = numbers.includes(attempt.number) ? Math.max(...numbers) + 1 : attempt.number;
    await tx.paymentAttempt.create({
      data: { ...attempt, number, orderId, amountCents: order.priceTotalCents, currency, createdAt },
    });
  });
}
