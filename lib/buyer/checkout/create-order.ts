import type { Database } from "@/lib/base/db/client";
import { isUniqueViolation } from "@/lib/base/db/errors";
import { Prisma } from "@/lib/base/db/generated/client";
import { AppError } from "@/lib/base/errors";
import { newId, newOrderId, newToken, sha256 } from "@/lib/base/ids";
import { logOrder } from "@/lib/base/logger";
import { shortOrderId } from "@/lib/base/order-id";
import { getShopId } from "@/lib/base/quarantine/shop-id";
import { addMs } from "@/lib/base/time/time";
import { freshProfile, lookupProfile, requireUsername } from "@/lib/delivery/social/lookup-profile";
import type { ProfileResult } from "@/lib/delivery/social/social-data";
import type { SocialDeps } from "@/lib/delivery/social/social-deps";
import { raiseAlert } from "@/lib/mail/alerts/raise-alert";
import { attemptParams, sessionLifetimeMs } from "@/lib/money/payments/attempt-params";
import type { NewAttempt } from "@/lib/money/payments/attempts";
import { insertOrder, type NewOrder } from "@/lib/money/payments/insert-order";
import type { StripeClient } from "@/lib/money/stripe/stripe-client";
import { recordEvents } from "@/lib/orders/order/record-event";
import { storedProfile } from "@/lib/orders/order/target-account";
import { type Buyer, type BuyerFacts, buyerFacts } from "@/lib/people/abuse/velocity";
import type { Surface } from "@/lib/shop/catalog/catalog";
import { profileUrl } from "@/lib/shop/catalog/links";
import { type Offer, offerOf } from "@/lib/shop/catalog/load-catalog";
import { type Platform, platformLabels, type ServiceType } from "@/lib/shop/catalog/platforms";
import { priceOrder } from "@/lib/shop/catalog/price-order";
import { newestVersions, type PublishedVersions, publishedVersions } from "@/lib/shop/legal/find-text";
import { parseSettings, settingValues } from "@/lib/shop/settings/site-settings";
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
  const { email, platform, serviceType, packageId, addOns, challengeSolution: solution } = input;
  const { userId, network, locale } = caller;
  const username = requireUsername(platform, input.username);
  const buyer = { email, network, target: { platform, username } };
  const request = idempotencyKey === null ? null : requestIdentity(input, caller, idempotencyKey);
  const facts = await readFacts(deps, { buyer, serviceType, request });
  const repeated = request && asRepeated(facts.repeated, request);
  if (repeated) return answer(deps, repeated);

  const { settings, versions, offer } = facts;
  const { limits } = offer;
  await screenOrder(deps, { buyer, facts: facts.buyer, settings, solution });
  const acceptance = checkAcceptance(input.accepted, { settings, versions, locale, at: deps.now });
  const surface = input.surface ?? defaultSurface(input);
  if (!limits) throw new AppError("not_deliverable", { userMessage: notDelivered(platform, serviceType) });
  const priced = priceOrder(offer, { platform, service: serviceType, surface, packageId, addOns });
  if (!priced || priced.quantity !== input.quantity || priced.totalCents !== input.price) {
    throw new AppError("invalid_pricing");
  }
  const looked = await lookUpOrTrust(deps.social, (social) =>
    lookupProfile(social, platform, username, facts.profile),
  );
  const profile = requirePublic(looked.value, username);
  const chosen = await lookUpOrTrust(
    deps.social,
    (social) => choosePosts({ social }, input, username, { total: priced.quantity, limits }),
    looked.unanswered,
  );

  const id = newOrderId();
  const bought = {
    id,
    token: newToken(),
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
    selectedPosts: chosen.value,
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
  const subject = { ...bought, shopId, orderId: id, snapshot: { ...bought, posts: chosen.value } };
  const params = attemptParams(subject, 1, deps.now, deps.origin);
  const attempt = { id: newId(), number: 1, params, expiresAt: addMs(deps.now, sessionLifetimeMs) };
  const order = { ...bought, attempt };
  const winner = await insertUnlessRepeated(deps.db, order, request);
  if (winner) return answer(deps, winner);
  if (chosen.unanswered !== null) await noteUnchecked(deps.db, order);
  return answer(deps, order, { ...attempt, orderId: id, createdAt: deps.now });
}

/** Everything that an order is checked against, in one statement because the buyer waits for it. */
async function readFacts(
  { db, now }: CreateOrderDeps,
  asked: { buyer: Buyer; serviceType: ServiceType; request: RequestIdentity | null },
) {
  const { platform, username } = asked.buyer.target;
  type Row = {
    repeated: RepeatedOrder | null;
    buyer: BuyerFacts;
    offer: Offer;
    published: PublishedVersions;
    settings: Record<string, unknown>;
    profile: unknown;
  };
  const [row] = await db.$queryRaw<[Row]>`
    SELECT ${repeatedOrder(asked.request)} AS repeated,
      ${buyerFacts(asked.buyer)} AS buyer,
      ${offerOf(platform, asked.serviceType)} AS offer,
      ${publishedVersions} AS published,
      ${settingValues} AS settings,
      ${freshProfile(platform, username, now)} AS profile`;
  return {
    ...row,
    settings: parseSettings(row.settings),
    versions: newestVersions(row.published),
  };
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

function requirePublic(profile: ProfileResult, username: string) {
  if (!profile.exists) {
    const userMessage = `Account "@${username}" does not exist. Please check the spelling and try again.`;
    throw new AppError("profile_not_found", { userMessage, fieldErrors: { username: userMessage } });
  }
  if (profile.is_private) {
    const userMessage = `Could not verify "@${username}". Please ensure the username is correct and the account is public.`;
    throw new AppError("profile_private", { userMessage, fieldErrors: { username: userMessage } });
  }
  return profile;
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
    const winner = await findRepeated(db, request);
    if (winner) return winner;
    if (order.requestAddressKey === null) throw error;
    // Another guest at this address used the same key for another order.
    return insertUnlessRepeated(db, { ...order, requestAddressKey: null }, request);
  }
}

type RepeatedOrder = { id: string; token: string; hash: string; isWithdrawn: boolean };

/** SQL: the order that this request has made before, as one JSON value; null without one. */
function repeatedOrder(request: RequestIdentity | null): Prisma.Sql {
  const { keys, addressKey, hash } = request ?? { keys: [], addressKey: null, hash: null };
  // A guest without a cookie may be repeating a request that got one. With one, an equal order from the same address is
  // another click of the same buyer, whose answer set a different cookie.
  const hasCookie = keys.length > 1;
  const isOwn = Prisma.sql`request_key = ANY(${keys}::text[])`;
  return Prisma.sql`
    (SELECT json_build_object('id', id, 'token', token, 'hash', request_hash, 'isWithdrawn', withdrawn_at IS NOT NULL)
      FROM orders WHERE ${isOwn} OR (request_address_key = ${addressKey}::text AND (request_hash = ${hash}::text OR NOT ${hasCookie}::boolean))
      ORDER BY ${isOwn} DESC NULLS LAST LIMIT 1)`;
}

/** The page forgets the key of an order whose buyer withdrew, and asks again for a new order. */
function asRepeated(order: RepeatedOrder | null, request: RequestIdentity): RepeatedOrder | null {
  if (order && (order.hash !== request.hash || order.isWithdrawn)) throw new AppError("idempotency_conflict");
  return order;
}

async function findRepeated(db: Database, request: RequestIdentity): Promise<RepeatedOrder | null> {
  const [row] = await db.$queryRaw<{ repeated: RepeatedOrder | null }[]>`
    SELECT ${repeatedOrder(request)} AS repeated`;
  return asRepeated(row?.repeated ?? null, request);
}
