import { dollarsFromCents } from "@/lib/base/money";
import { minute } from "@/lib/base/time/time";
import { hasPosts, type Surface } from "@/lib/shop/catalog/catalog";
import type { PlatformView, ServiceView } from "@/lib/shop/catalog/platform-view";
import type { PricedOrder } from "@/lib/shop/catalog/price-order";
import type { SentAcceptance } from "@/lib/shop/legal/acceptance";
import { type CallResult, callFunction } from "./call-function";
import { type OrderAttempts, orderAttempts } from "./order-attempts";
import type { PurchaseDetails, SelectedPost } from "./purchase-details";
import { asRecord, asText } from "./read-json";

export type OrderChoice = {
  platform: Pick<PlatformView, "slug">;
  service: Pick<ServiceView, "slug" | "target">;
  surface: Surface;
  details: PurchaseDetails;
  priced: PricedOrder;
  /** The terms that the buyer accepts by paying. */
  accepted: SentAcceptance;
};

export type StartedPayment = {
  url: string;
  orderUrl: string;
};

/**
 * Places the order and returns its payment page. The same choice made again, in another tab or after a lost answer,
 * gives the same order. The shop prices the order itself; the sums in the request only let it refuse an outdated page.
 * `onChecking` is called before the browser solves a proof-of-work challenge.
 */
export async function startPayment(
  choice: OrderChoice,
  onChecking: () => void,
  attempts: OrderAttempts = orderAttempts,
): Promise<CallResult<StartedPayment>> {
  const order = orderBody(choice);
  const result = await createOrder(order, choice, attempts);
  if (result.ok) return result;
  if (result.error.code === "challenge_required") {
    onChecking();
    const challengeSolution = await solveChallenge(result.error.challenge);
    return challengeSolution ? createOrder(order, choice, attempts, { challengeSolution }) : result;
  }
  if (result.error.code !== "idempotency_conflict") return result;
  // The key belongs to another user of this browser, from before signing in or out: this is a new order.
  attempts.forget(JSON.stringify(order));
  return createOrder(order, choice, attempts);
}

async function createOrder(
  order: ReturnType<typeof orderBody>,
  { platform, service }: OrderChoice,
  attempts: OrderAttempts,
  solved: { challengeSolution?: string } = {},
): Promise<CallResult<StartedPayment>> {
  const body = JSON.stringify(order);
  const key = await withAttemptsLock(() =>
    attempts.keyFor(body, { platform: platform.slug, service: service.slug }),
  );
  const result = await callFunction(
    "create-order",
    { ...order, ...solved },
    {
      headers: { "Idempotency-Key": key },
      read: readStartedPayment,
      fallbackMessage: "Failed to create order",
      timeoutMs: minute,
    },
  );
  if (!result.ok) return result;
  if (!result.data.url)
    return { ok: false, error: { code: "internal", message: "No checkout URL received" } };
  attempts.answered(body, { orderUrl: result.data.orderUrl, payUrl: result.data.url });
  return result;
}

// The shop never asks for more than this.
const mostNumbers = 4_000_000;

/**
 * Solves the proof-of-work challenge for orders that come too fast (docs/abuse.md). Null when the challenge is
 * invalid, takes longer than a minute, or this browser can't solve it.
 */
async function solveChallenge(challenge: unknown): Promise<string | null> {
  const asked = asRecord(challenge);
  const [text, salt, signature] = ["challenge", "salt", "signature"].map((name) => asText(asked?.[name]));
  const most = Number(asked?.maxnumber);
  if (!text || !salt || !signature || asked?.algorithm !== "SHA-256" || !(most > 0 && most <= mostNumbers)) {
    return null;
  }
  try {
    const { solveChallenge: solve } = await import("altcha-lib/v1");
    const { promise, controller } = solve(text, salt, "SHA-256", most);
    const timer = setTimeout(() => controller.abort(), minute);
    const found = await promise.finally(() => clearTimeout(timer));
    if (!found) return null;
    return btoa(
      JSON.stringify({ algorithm: "SHA-256", challenge: text, number: found.number, salt, signature }),
    );
  } catch {
    return null;
  }
}

/** Two tabs that click at once must share one key. */
async function withAttemptsLock<T>(action: () => T): Promise<T> {
  const locks = globalThis.navigator?.locks;
  if (!locks) return action();
  return locks.request("purchase:attempts", async () => action());
}

function readStartedPayment(json: unknown): StartedPayment | null {
  const answer = asRecord(json);
  if (!answer) return null;
  return { url: httpUrl(asText(answer.url)), orderUrl: asText(answer.orderUrl) };
}

/** The URL if the browser may be sent there, else an empty string. */
function httpUrl(text: string): string {
  return /^https?:\/\//.test(text) ? text : "";
}

/** The request body: ids and choices; quantity and dollars only for comparison. */
export function orderBody({ platform, service, surface, details, priced, accepted }: OrderChoice) {
  return {
    username: details.profile?.username ?? details.username.trim(),
    email: details.email.trim(),
    platform: platform.slug,
    serviceType: service.slug,
    surface,
    packageId: details.packageId,
    addOns: details.addOns,
    selectedPosts: hasPosts(service.target) ? details.posts.map((post) => postBody(post, service)) : [],
    quantity: priced.quantity,
    price: dollarsFromCents(priced.totalCents),
    isGuest: true,
    accepted,
  };
}

function postBody(
  post: SelectedPost,
  { target }: Pick<ServiceView, "target">,
): Record<string, string | number> {
  const chosen: Record<string, string> =
    post.kind === "reel" ? { reelId: post.id, reelUrl: post.url } : { postId: post.id, postUrl: post.url };
  return { ...chosen, [target === "video" ? "viewsToAdd" : "likesToAdd"]: post.quantity };
}
