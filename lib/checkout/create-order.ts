import type { Surface } from "@/lib/catalog/catalog";
import { type PricedOrder, priceOrder } from "@/lib/catalog/price-order";
import { loadOffer, type UnitLimits } from "@/lib/catalog/queries";
import type { Database } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/errors";
import { AppError } from "@/lib/errors";
import { newId, newOrderId, newToken, sha256 } from "@/lib/ids";
import { attemptParams, sessionLifetimeMs } from "@/lib/payments/attempt-params";
import type { StripeClient } from "@/lib/payments/stripe-client";
import { normalizeUsername, platformLabels, profileUrl } from "@/lib/platforms";
import { lookupProfile } from "@/lib/social/lookup-profile";
import type { SocialDeps } from "@/lib/social/social-deps";
import { addMs } from "@/lib/time";
import { choosePosts } from "./choose-posts";
import { insertOrder, type NewOrder } from "./insert-order";
import { type NewAttempt, openCheckout } from "./open-checkout";
import type { CreateOrderInput } from "./schema";

export type OrderCaller = {
  userId: string | null;
  /** The guest's cookie; the order remembers its hash. */
  guestKey: string;
  /**
   * Who may repeat this request, the surest name first: the account, else the cookie, else the address (a first
   * answer that was lost took its cookie with it).
   */
  scopes: [string, ...string[]];
};

export type CreateOrderDeps = {
  db: Database;
  stripe: StripeClient;
  social: SocialDeps;
  origin: string;
  now: Date;
};

export type CreatedOrder = { url: string; orderId: string; orderUrl: string };

/**
 * Creates an order and its payment page, or finds those a repeated request made before. The catalogue decides the
 * price; the body's is only compared. The order is committed before Stripe is asked, so whatever happens to the
 * answer, the same request finds the same order again.
 * Errors: invalid_pricing, invalid_username, profile_not_found, profile_private, invalid_posts, not_deliverable,
 * lookup_unavailable, idempotency_conflict, payment_unavailable, payment_misconfigured.
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

  const surface = input.surface ?? defaultSurface(input);
  const { catalog, limits } = await loadOffer(deps.db, input.platform, input.serviceType);
  const priced = priceOrder(catalog, {
    platform: input.platform,
    service: input.serviceType,
    surface,
    packageId: input.packageId,
    addOns: input.addOns,
  });
  if (!priced || priced.quantity !== input.quantity || priced.totalCents !== input.price) {
    throw new AppError("invalid_pricing");
  }
  const order = await composeOrder(deps, input, caller, { surface, priced, limits });
  try {
    await insertOrder(deps.db, {
      ...order,
      requestKey: request?.keys[0] ?? null,
      requestHash: request?.hash ?? null,
    });
  } catch (error) {
    // Two clicks at once: the other one is this very request.
    const winner = request && isUniqueViolation(error) ? await findRepeated(deps.db, request) : null;
    if (!winner) throw error;
    return answer(deps, winner);
  }
  const attempt = { ...order.attempt, orderId: order.id, number: 1, createdAt: order.createdAt };
  return answer(deps, order, attempt);
}

async function answer(
  deps: CreateOrderDeps,
  order: { id: string; token: string },
  written?: NewAttempt,
): Promise<CreatedOrder> {
  const url = await openCheckout(deps, order.id, written);
  return { url, orderId: order.id, orderUrl: `/order/${order.token}` };
}

function defaultSurface(input: CreateOrderInput): Surface {
  if (input.serviceType === "followers") return "checkout";
  return input.selectedPosts.some((post) => post.kind === "reel") ? "reel-selection" : "post-selection";
}

async function composeOrder(
  deps: CreateOrderDeps,
  input: CreateOrderInput,
  caller: OrderCaller,
  { surface, priced, limits }: { surface: Surface; priced: PricedOrder; limits: UnitLimits },
): Promise<Omit<NewOrder, "requestKey" | "requestHash">> {
  const username = normalizeUsername(input.platform, input.username);
  if (!username) throw new AppError("invalid_username", { fieldErrors: { username: invalidUsername } });
  const profile = await lookupProfile(deps.social, input.platform, username);
  if (!profile.exists) {
    const userMessage = `Account "@${username}" does not exist. Please check the spelling and try again.`;
    throw new AppError("profile_not_found", { userMessage, fieldErrors: { username: userMessage } });
  }
  if (profile.is_private) {
    const userMessage = `Could not verify "@${username}". Please ensure the username is correct and the account is public.`;
    throw new AppError("profile_private", { userMessage, fieldErrors: { username: userMessage } });
  }
  const selectedPosts = await choosePosts(deps, input, username, { total: priced.quantity, limits });
  const id = newOrderId();
  const token = newToken();
  const subject = {
    orderId: id,
    token,
    email: input.email,
    target: `${platformLabels[input.platform]} · @${username}`,
    currency: "usd",
    lines: priced.lines,
  };
  return {
    id,
    token,
    userId: caller.userId,
    email: input.email,
    platform: input.platform,
    serviceType: input.serviceType,
    surface,
    packageId: input.packageId,
    quantity: priced.quantity,
    priceTotalCents: priced.totalCents,
    currency: "usd",
    username,
    profile: {
      fullName: profile.full_name,
      biography: profile.biography,
      pictureUrl: profile.profile_picture_url,
      isVerified: profile.is_verified,
      followersCount: profile.followers_count,
    },
    postUrl: profileUrl(input.platform, username),
    selectedPosts,
    guestKeyHash: caller.userId ? null : sha256(caller.guestKey),
    createdAt: deps.now,
    lines: priced.lines,
    attempt: {
      id: newId(),
      params: attemptParams(subject, 1, deps.now, deps.origin),
      expiresAt: addMs(deps.now, sessionLifetimeMs),
    },
  };
}

const invalidUsername = "This username is not valid. Please check and try again.";

type RequestIdentity = { keys: [string, ...string[]]; hash: string };

function requestIdentity(
  input: CreateOrderInput,
  caller: OrderCaller,
  idempotencyKey: string,
): RequestIdentity {
  const [first, ...others] = caller.scopes.map((scope) => sha256(`${scope}\n${idempotencyKey}`));
  return { keys: [first ?? "", ...others], hash: sha256(JSON.stringify(input)) };
}

async function findRepeated(
  db: Database,
  request: RequestIdentity,
): Promise<{ id: string; token: string } | null> {
  const found = await db.order.findFirst({
    where: { requestKey: { in: request.keys } },
    select: { id: true, token: true, requestHash: true },
  });
  if (found && found.requestHash !== request.hash) throw new AppError("idempotency_conflict");
  return found;
}
