import { type Database, queryDirectly } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { AppError } from "@/lib/base/errors";
import { newId, newOrderId, newToken, sha256 } from "@/lib/base/ids";
import { logOrder } from "@/lib/base/logger";
import { getShopId } from "@/lib/base/quarantine/shop-id";
import { addMs } from "@/lib/base/time/time";
import {
  freshProfile,
  lookupProfile,
  requireUsername,
  typedProfile,
} from "@/lib/delivery/social/lookup-profile";
import type { ProfileResult } from "@/lib/delivery/social/social-data";
import type { SocialDeps } from "@/lib/delivery/social/social-deps";
import { attemptParams, sessionLifetimeMs } from "@/lib/money/payments/attempt-params";
import type { NewAttempt } from "@/lib/money/payments/attempts";
import type { StripeClient } from "@/lib/money/stripe/stripe-client";
import { storedProfile } from "@/lib/orders/order/target-account";
import { type Buyer, type BuyerFacts, buyerFacts } from "@/lib/people/abuse/velocity";
import { isList } from "@/lib/shop/catalog/catalog";
import { profileUrl } from "@/lib/shop/catalog/links";
import { offerOf, readOffer, type StoredOffer } from "@/lib/shop/catalog/load-catalog";
import { findService, getPlatform } from "@/lib/shop/catalog/vocabulary";
import { newestVersions, type PublishedVersions, publishedVersions } from "@/lib/shop/legal/find-text";
import { parseSettings, settingValues } from "@/lib/shop/settings/site-settings";
import { checkAcceptance } from "./check-acceptance";
import { choosePosts } from "./choose-posts";
import type { CreateOrderInput } from "./create-order-schema";
import { openCheckout } from "./open-checkout";
import { priceRequest } from "./price-request";
import {
  asRepeated,
  insertUnlessRepeated,
  type RepeatedOrder,
  type RequestIdentity,
  repeatedOrder,
  requestIdentity,
} from "./repeated-order";
import { type Screening, screenOrder } from "./screen-order";
import { lookUpOrTrust, noteUnchecked } from "./without-look-ups";

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
 * conflict and invalid_input (checkAcceptance, openCheckout), invalid_pricing and not_deliverable (priceRequest),
 * invalid_username, profile_not_found, profile_private, invalid_posts, lookup_unavailable, idempotency_conflict,
 * payment_unavailable, payment_misconfigured.
 */
export async function createOrder(
  deps: CreateOrderDeps,
  input: CreateOrderInput,
  caller: OrderCaller,
  idempotencyKey: string | null,
): Promise<CreatedOrder> {
  const { email, platform, serviceType, packageId, challengeSolution: solution } = input;
  const { userId, network, locale } = caller;
  const target = findService(platform, serviceType)?.target;
  const username = requireUsername(platform, input.username, target);
  const buyer = { email, network, target: { platform, username } };
  const request = idempotencyKey === null ? null : requestIdentity(input, caller, idempotencyKey);
  const facts = await readFacts(deps, { buyer, input, request });
  const repeated = request && asRepeated(facts.repeated, request);
  if (repeated) return answer(deps, repeated);

  const { settings, versions, offer } = facts;
  await screenOrder(deps, { buyer, facts: facts.buyer, settings, solution });
  const acceptance = checkAcceptance(input.accepted, { settings, versions, locale, at: deps.now });
  const { priced, sold, limits, surface } = priceRequest(offer, input);
  const looked = isList(sold.target)
    ? { value: typedProfile(username), unanswered: null }
    : await lookUpOrTrust(deps.social, (social) => lookupProfile(social, platform, username, facts.profile));
  const profile = requirePublic(looked.value, username);
  const chosen = await lookUpOrTrust(
    deps.social,
    (social) => choosePosts({ social }, input, username, { total: priced.ownQuantity, limits }),
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
    ...sold,
    catalogVersion: offer.version,
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
    postUrl: profileUrl(getPlatform(platform), username, sold.target),
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
  asked: { buyer: Buyer; input: CreateOrderInput; request: RequestIdentity | null },
) {
  const { platform, username } = asked.buyer.target;
  type Row = {
    repeated: RepeatedOrder | null;
    buyer: BuyerFacts;
    offer: StoredOffer;
    published: PublishedVersions;
    settings: Record<string, unknown>;
    profile: unknown;
  };
  const { rows } = await queryDirectly<Row>(
    db,
    Prisma.sql`
    SELECT ${repeatedOrder(asked.request)} AS repeated,
      ${buyerFacts(asked.buyer)} AS buyer,
      ${offerOf(asked.input)} AS offer,
      ${publishedVersions} AS published,
      ${settingValues} AS settings,
      ${freshProfile(platform, username, now)} AS profile`,
  );
  const [row] = rows as [Row];
  return {
    ...row,
    offer: readOffer(row.offer),
    settings: parseSettings(row.settings),
    versions: newestVersions(row.published),
  };
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
