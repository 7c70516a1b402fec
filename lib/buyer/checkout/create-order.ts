import type { Database } from "@/lib/base/db/client";
import { isUniqueViolation } from "@/lib/base/db/errors";
import { AppError } from "@/lib/base/errors";
import { newId, newOrderId, newToken, sha256 } from "@/lib/base/ids";
import { logOrder } from "@/lib/base/logger";
import { shortOrderId } from "@/lib/base/order-id";
import { getShopId } from "@/lib/base/quarantine/shop-id";
import { addMs } from "@/lib/base/time/time";
import { lookupProfile, requireUsername } from "@/lib/delivery/social/lookup-profile";
import type { SocialDeps } from "@/lib/delivery/social/social-deps";
import { raiseAlert } from "@/lib/mail/alerts/raise-alert";
import { attemptParams, sessionLifetimeMs } from "@/lib/money/payments/attempt-params";
import type { NewAttempt } from "@/lib/money/payments/attempts";
import { insertOrder, type NewOrder } from "@/lib/money/payments/insert-order";
import type { StripeClient } from "@/lib/money/stripe/stripe-client";
import { recordEvents } from "@/lib/orders/order/record-event";
import { storedProfile } from "@/lib/orders/order/target-account";
import type { Surface } from "@/lib/shop/catalog/catalog";
import { profileUrl } from "@/lib/shop/catalog/links";
import { loadOffer, type UnitLimits } from "@/lib/shop/catalog/load-catalog";
import { type Platform, platformLabels, type ServiceType } from "@/lib/shop/catalog/platforms";
import { type PricedOrder, priceOrder } from "@/lib/shop/catalog/price-order";
import type { Acceptance } from "@/lib/shop/legal/acceptance";
import { checkAcceptance } from "./check-acceptance";
import { choosePosts } from "./choose-posts";
import type { CreateOrderInput } from "./create-order-schema";
import { openCheckout } from "./open-checkout";
import { type Screening, screenOrder } from "./screen-order";
import { lookUpOrTrust } from "./without-look-ups";

export type OrderCaller = {
  userId: string | null;
  /** The guest's cookie; the order stores its hash. */
  guestKey: string;
  /** The caller's network as rate limits count it; null when unknown. */
  network: string | null;
  /** The buyer's first language (bestLocale). */
  locale: string;
  /**
   * The identities by which a repetition of this request is recognised, the most certain first: the account, the
   * cookie, or the network address (when the first answer is lost, its cookie is lost too).
   */
  scopes: [string, ...string[]];
};

export type CreateOrderDeps = {
  db: Database;
  stripe: StripeClient;
  social: SocialDeps;
  origin: string;
  now: Date;
  screening: Screening;
};

type CreatedOrder = { url: string; orderId: string; orderUrl: string };

/**
 * Creates an order and its payment page, or returns those of a repeated request. The catalogue decides the price; the
 * request's is only compared. The order is committed before Stripe is called, so a retry after any failure finds the
 * same order. Errors: unauthorized (a deleted account), country_excluded, blocked, challenge_required (screenOrder),
 * conflict and invalid_input (checkAcceptance, openCheckout), invalid_pricing, invalid_username, profile_not_found,
 * profile_private, invalid_posts, not_deliverable, lookup_unavailable, idempotency_conflict, payment_unavailable,
 * payment_misconfigured.
 */
export async function createOrder(
  deps: CreateOrderDeps,
  input: CreateOrderInput,
  caller: OrderCaller,
  idempotencyKey: string | null,
): Promise<CreatedOrder> {
  const request = idempotencyKey === null ? null : requestIdentity(input, caller, idempotencyKey);
  const repeated = request && (await findRepeated(deps.db, request));
  if (repeated) return answer(deps, repeated);

  const { email, platform, serviceType, packageId, addOns, challengeSolution } = input;
  const username = requireUsername(platform, input.username);
  const buyer = { email, network: caller.network, target: { platform, username } };
  await screenOrder(deps, buyer, challengeSolution ?? null);

  const surface = input.surface ?? defaultSurface(input);
  const [{ catalog, limits }, acceptance] = await Promise.all([
    loadOffer(deps.db, platform, serviceType),
    checkAcceptance(deps.db, input.accepted, { locale: caller.locale, at: deps.now }),
  ]);
  if (!limits) throw new AppError("not_deliverable", { userMessage: notDelivered(platform, serviceType) });
  const priced = priceOrder(catalog, { platform, service: serviceType, surface, packageId, addOns });
  if (!priced || priced.quantity !== input.quantity || priced.totalCents !== input.price) {
    throw new AppError("invalid_pricing");
  }
  const composition = { username, surface, priced, limits, acceptance, request };
  const { order, isChecked } = await composeOrder(deps, input, caller, composition);
  const winner = await insertUnlessRepeated(deps.db, order, request);
  if (winner) return answer(deps, winner);
  if (!isChecked) await noteUnchecked(deps.db, order);
  const attempt = { ...order.attempt, orderId: order.id, number: 1, createdAt: order.createdAt };
  return answer(deps, order, attempt);
}

function notDelivered(platform: Platform, service: ServiceType): string {
  return `${platformLabels[platform]} ${service} can't be ordered right now. Nothing was charged. Please try again later.`;
}

async function answer(
  deps: CreateOrderDeps,
  order: { id: string; token: string },
  written?: NewAttempt,
): Promise<CreatedOrder> {
  logOrder(order.id);
  const url = await openCheckout(deps, order.id, written);
  return { url, orderId: order.id, orderUrl: `/order/${order.token}` };
}

function defaultSurface(input: CreateOrderInput): Surface {
  if (input.serviceType === "followers") return "checkout";
  return input.selectedPosts.some((post) => post.kind === "reel") ? "reel-selection" : "post-selection";
}

type Composition = {
  username: string;
  surface: Surface;
  priced: PricedOrder;
  limits: UnitLimits;
  acceptance: Acceptance;
  request: RequestIdentity | null;
};

async function composeOrder(
  deps: CreateOrderDeps,
  input: CreateOrderInput,
  caller: OrderCaller,
  { username, surface, priced, limits, acceptance, request }: Composition,
): Promise<{ order: NewOrder; isChecked: boolean }> {
  const looked = await lookUpOrTrust(deps.social, (social) =>
    lookupProfile(social, input.platform, username),
  );
  const profile = looked.value;
  if (!profile.exists) {
    const userMessage = `Account "@${username}" does not exist. Please check the spelling and try again.`;
    throw new AppError("profile_not_found", { userMessage, fieldErrors: { username: userMessage } });
  }
  if (profile.is_private) {
    const userMessage = `Could not verify "@${username}". Please ensure the username is correct and the account is public.`;
    throw new AppError("profile_private", { userMessage, fieldErrors: { username: userMessage } });
  }
  const chosen = await lookUpOrTrust(
    deps.social,
    (social) => choosePosts({ social }, input, username, { total: priced.quantity, limits }),
    looked.unanswered,
  );
  const selectedPosts = chosen.value;
  const id = newOrderId();
  const token = newToken();
  const { email, platform, serviceType, packageId } = input;
  const { userId, network } = caller;
  const order = {
    id,
    token,
    userId,
    email,
    platform,
    serviceType,
    surface,
    packageId,
    username,
    network,
    guestKeyHash: userId ? null : sha256(caller.guestKey),
    acceptance,
    selectedPosts,
    lines: priced.lines,
    createdAt: deps.now,
    quantity: priced.quantity,
    priceTotalCents: priced.totalCents,
    currency: "usd",
    profile: storedProfile(profile),
    postUrl: profileUrl(platform, username),
    requestKey: request?.keys[0] ?? null,
    requestAddressKey: request?.addressKey ?? null,
    requestHash: request?.hash ?? null,
  };
  const shopId = await getShopId(deps.db);
  const subject = { ...order, shopId, orderId: id, snapshot: { ...order, posts: selectedPosts } };
  const params = attemptParams(subject, 1, deps.now, deps.origin);
  const attempt = { id: newId(), number: 1, params, expiresAt: addMs(deps.now, sessionLifetimeMs) };
  return { order: { ...order, attempt }, isChecked: chosen.unanswered === null };
}

/** Says in the order's timeline, and to an operator, that an order was taken as it was typed. */
async function noteUnchecked(db: Database, { id: orderId, username }: NewOrder): Promise<void> {
  await recordEvents(db, [{ orderId, type: "profile.unchecked" }]);
  const message = `Profiles can't be looked up at checkout, so orders are taken for names as they were typed; the newest is #${shortOrderId(orderId)} for @${username}. Look at the provider's key and credits, and whether the budget of look-ups is used up (docs/abuse.md). Close this alert once look-ups work again.`;
  await raiseAlert(db, { key: "unchecked_orders", kind: "unchecked_orders", message });
}

type RequestIdentity = {
  keys: string[];
  /**
   * The key that a guest's requests share before and after they got their cookie. It is stored too, so that concurrent
   * requests with and without the cookie violate a unique key instead of creating two orders.
   */
  addressKey: string | null;
  hash: string;
};

function requestIdentity(
  input: CreateOrderInput,
  caller: OrderCaller,
  idempotencyKey: string,
): RequestIdentity {
  const keys = caller.scopes.map((scope) => sha256(`${scope}\n${idempotencyKey}`));
  const addressKey = caller.userId === null ? (keys.at(-1) ?? null) : null;
  return { keys, addressKey, hash: hashOf(input) };
}

/** Leaves out the solution of a challenge, because a solved retry is the same request. */
function hashOf({ challengeSolution: _, ...order }: CreateOrderInput): string {
  return sha256(JSON.stringify(order));
}

/** Inserts the order; null, or the order that a concurrent repetition of this request inserted first. */
async function insertUnlessRepeated(
  db: Database,
  order: NewOrder,
  request: RequestIdentity | null,
): Promise<{ id: string; token: string } | null> {
  try {
    await insertOrder(db, order);
    return null;
  } catch (error) {
    if (!request || !isUniqueViolation(error)) throw error;
    const winner = (await findRepeated(db, request)) ?? (await findConcurrent(db, order));
    if (winner) return winner;
    if (order.requestAddressKey === null) throw error;
    // Another guest at this address used the same key.
    return insertUnlessRepeated(db, { ...order, requestAddressKey: null }, request);
  }
}

/** The order from another click of the same buyer, whose answer set a different cookie: same key, address and body. */
function findConcurrent(db: Database, { requestAddressKey, requestHash }: NewOrder) {
  if (requestAddressKey === null) return null;
  return db.order.findFirst({
    where: { requestAddressKey, requestHash },
    select: { id: true, token: true },
  });
}

async function findRepeated(
  db: Database,
  request: RequestIdentity,
): Promise<{ id: string; token: string } | null> {
  const found = await db.order.findFirst({
    where: {
      OR: [
        { requestKey: { in: request.keys } },
        // A guest without a cookie may be repeating a request that got one.
        ...(request.keys.length === 1 ? [{ requestAddressKey: { in: request.keys } }] : []),
      ],
    },
    select: { id: true, token: true, requestHash: true, withdrawnAt: true },
  });
  // The page forgets the key of an order whose buyer withdrew, and asks again for a new order.
  if (found && (found.requestHash !== request.hash || found.withdrawnAt)) {
    throw new AppError("idempotency_conflict");
  }
  return found;
}
