import { createChallenge, verifySolution } from "altcha-lib/v1";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { awaitPayment, type Clock, firstLook, longWatch } from "@/components/purchase/await-payment";
import { type CallError, callFunction, waitMessage } from "@/components/purchase/call-function";
import { createOrderAttempts } from "@/components/purchase/order-attempts";
import { emptyDetails } from "@/components/purchase/purchase-details";
import { type OrderChoice, orderBody, startPayment } from "@/components/purchase/start-payment";
import { createSafeStorage } from "@/lib/base/safe-storage";
import { firstCatalog } from "@/lib/shop/catalog/first-catalog";
import { priceOrder } from "@/lib/shop/catalog/price-order";
import { getSold } from "@/lib/shop/catalog/vocabulary";

type Reply = Response | Error;

/** Replaces the network: answers each request with the next reply, then the last one forever. */
function network(...replies: Reply[]) {
  const requests: { url: string; body: string; headers: Headers }[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    requests.push({ url, body: String(init.body), headers: new Headers(init.headers) });
    const reply = replies.length > 1 ? replies.shift() : replies[0];
    if (!reply || reply instanceof Error) throw reply ?? new TypeError("offline");
    return reply.clone();
  });
  return requests;
}

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers });

const offline = new TypeError("Failed to fetch");

afterEach(() => void vi.unstubAllGlobals());

function choiceOf(
  service: string,
  packageId: string,
  addOns: { id: string; count: number }[] = [],
): OrderChoice {
  const platform = "instagram";
  const { unit, target } = getSold(platform, service);
  const priced = priceOrder(firstCatalog, {
    platform,
    service,
    unit,
    surface: "checkout",
    packageId,
    addOns,
  });
  if (!priced) throw new Error("not on sale");
  const details = { ...emptyDetails, username: "ocean.photos", email: " a@b.co ", packageId, addOns };
  const accepted = { terms: 2, privacy: 1, refunds: 3 };
  return {
    platform: { slug: platform },
    service: { slug: service, target },
    surface: "checkout",
    details,
    priced,
    accepted,
  };
}

describe("a call to a handler", () => {
  const read = (value: unknown) => value;

  it("is answered in a browser without AbortSignal.any, and ended by its caller", async () => {
    vi.stubGlobal("AbortSignal", class extends AbortSignal {});
    Reflect.set(AbortSignal, "any", undefined);
    network(json({ a: 1 }));
    const caller = new AbortController();
    const { signal } = caller;
    expect(await callFunction("x", {}, { read, signal })).toEqual({ ok: true, data: { a: 1 } });
    vi.stubGlobal("fetch", (_: string, init: RequestInit) => {
      caller.abort();
      return init.signal?.aborted
        ? Promise.reject(new DOMException("", "AbortError"))
        : new Promise(() => {});
    });
    expect(await callFunction("x", {}, { read, signal })).toMatchObject({ error: { code: "network" } });
  });

  it.each<[string, Reply, CallError]>([
    [
      "a refusal with the handler's code, message and fields",
      json({ error: { code: "invalid_input", message: "No.", fieldErrors: { email: "Bad", n: 1 } } }, 400),
      { code: "invalid_input", message: "No.", fieldErrors: { email: "Bad" } },
    ],
    [
      "how long to wait after too many requests",
      json({ error: { code: "rate_limited", message: "Slow." } }, 429, { "Retry-After": "20" }),
      {
        code: "rate_limited",
        message: "Too many requests. Please try again in 20 seconds.",
        retryAfterSeconds: 20,
      },
    ],
    [
      "a lost connection with a message",
      offline,
      {
        code: "network",
        message: "We could not reach the shop. Please check your connection and try again.",
      },
    ],
    [
      "an error page that is not JSON with the fallback message",
      new Response("<h1>Bad gateway</h1>", { status: 502 }),
      { code: "internal", message: "Failed to create order" },
    ],
  ])("reports %s", async (_, reply, error) => {
    network(reply);
    const result = await callFunction("x", {}, { read, fallbackMessage: "Failed to create order" });
    expect(result).toEqual({ ok: false, error });
  });

  it("describes short and long waits in words", () => {
    expect(waitMessage(1)).toBe("Please try again in 1 second.");
    expect(waitMessage(600)).toBe("Please try again in 10 minutes.");
  });
});

describe("placing an order", () => {
  const newAttempts = () => createOrderAttempts(createSafeStorage(() => null));
  const keyOf = (request: { headers: Headers } | undefined) => request?.headers.get("Idempotency-Key");
  const pay = (onChecking = () => {}, attempts = newAttempts()) =>
    startPayment(choiceOf("followers", "followers-100"), onChecking, attempts);
  const answer = { url: "https://pay.test/c/cs_1", orderUrl: "/order/t" };

  it("sends ids and choices, and sums in dollars for comparison only", () => {
    const addOns = [{ id: "checkout-followers-500", count: 2 }];
    expect(orderBody(choiceOf("followers", "followers-1000", addOns))).toEqual({
      username: "ocean.photos",
      email: "a@b.co",
      platform: "instagram",
      serviceType: "followers",
      surface: "checkout",
      packageId: "followers-1000",
      addOns,
      selectedPosts: [],
      quantity: 2000,
      price: 20.97,
      isGuest: true,
      accepted: { terms: 2, privacy: 1, refunds: 3 },
    });
  });

  it("names posts and reels as the handler does", () => {
    const choice = choiceOf("views", "views-500");
    choice.details.posts = [
      { id: "p", kind: "post", url: "https://x.test/p", imageUrl: null, quantity: 100 },
      { id: "r", kind: "reel", url: "https://x.test/r", imageUrl: null, quantity: 400 },
    ];
    expect(orderBody(choice).selectedPosts).toEqual([
      { postId: "p", postUrl: "https://x.test/p", viewsToAdd: 100 },
      { reelId: "r", reelUrl: "https://x.test/r", viewsToAdd: 400 },
    ]);
  });

  it("sends the same key again after a lost answer", async () => {
    const requests = network(offline, json(answer));
    const attempts = newAttempts();
    const payAgain = () => pay(undefined, attempts);
    expect(await payAgain()).toMatchObject({ ok: false, error: { code: "network" } });
    expect(await payAgain()).toEqual({ ok: true, data: answer });
    expect(keyOf(requests[0])).toMatch(/^[0-9a-f-]{36}$/);
    expect(keyOf(requests[1])).toBe(keyOf(requests[0]));
    expect(requests[1]?.body).toBe(requests[0]?.body);
  });

  it("tries once more with a new key when the key belongs to someone else", async () => {
    const conflict = json({ error: { code: "idempotency_conflict", message: "Used." } }, 409);
    const requests = network(conflict, json(answer));
    expect(await pay()).toMatchObject({ ok: true });
    expect(keyOf(requests[1])).not.toBe(keyOf(requests[0]));
  });

  it("solves the challenge it gets, says so, and sends the same order again under the same key", async () => {
    const challenge = await createChallenge({ hmacKey: "of-the-shop", maxnumber: 200 });
    const required = json({ error: { code: "challenge_required", message: "Prove it.", challenge } }, 403);
    const requests = network(required, json(answer));
    let told = 0;
    expect(await pay(() => (told += 1))).toEqual({ ok: true, data: answer });
    expect(told).toBe(1);
    const { challengeSolution, ...order } = JSON.parse(String(requests[1]?.body));
    expect(order).toEqual(orderBody(choiceOf("followers", "followers-100")));
    expect(await verifySolution(challengeSolution, "of-the-shop")).toBe(true);
    expect(keyOf(requests[1])).toBe(keyOf(requests[0]));
  });

  const work = { algorithm: "SHA-256", challenge: "x", salt: "y", signature: "z" };
  it.each([
    ["no challenge at all", undefined],
    ["endless work", { ...work, maxnumber: 1e12 }],
    ["work without a solution", { ...work, maxnumber: 9 }],
  ])("shows the shop's message for %s, and asks no second time", async (_, challenge) => {
    const required = json({ error: { code: "challenge_required", message: "Prove it.", challenge } }, 403);
    const requests = network(required, json(answer));
    expect(await pay()).toMatchObject({
      ok: false,
      error: { code: "challenge_required", message: "Prove it." },
    });
    expect(requests).toHaveLength(1);
  });

  it("refuses an answer without an address to pay at, or with one that is not on the web", async () => {
    const missing = { ok: false, error: { code: "internal", message: "No checkout URL received" } };
    network(json({ orderId: "id" }));
    expect(await pay()).toEqual(missing);
    network(json({ ...answer, url: "javascript:alert(1)" }));
    expect(await pay()).toEqual(missing);
  });
});

describe("waiting for a payment", () => {
  const session = { amount_total: 229, currency: "usd", customer_email: null, payment_status: "paid" };
  const paid = json({ success: true, session, orderUrl: "/order/abc_-1" });
  const unpaid = json({ success: false });
  let clock: Clock & { slept: number[] };
  const { signal } = new AbortController();
  const look = (sessionId = "cs_1", wait = firstLook) => awaitPayment(sessionId, signal, wait, clock);

  beforeEach(() => {
    let now = 0;
    const slept: number[] = [];
    clock = {
      slept,
      now: () => now,
      pause: async (ms) => {
        slept.push(ms);
        now += ms;
      },
    };
  });

  it("ends at once when the session is paid", async () => {
    network(paid);
    expect(await look()).toEqual({
      kind: "paid",
      paid: { amountCents: 229, currency: "usd", email: null, orderUrl: "/order/abc_-1" },
    });
    expect(clock.slept).toEqual([]);
  });

  it("does not call a payment that goes back a paid one", async () => {
    const requests = network(json({ success: true, session, orderUrl: "/order/abc_-1", isRefunding: true }));
    expect(await look()).toEqual({ kind: "refunding", orderUrl: "/order/abc_-1" });
    expect(requests).toHaveLength(1);
  });

  it("asks again while the payment is on its way or the connection is lost", async () => {
    const requests = network(unpaid, offline, json({}, 503), paid);
    expect(await look()).toMatchObject({ kind: "paid" });
    expect(requests).toHaveLength(4);
    expect(clock.slept).toEqual([1_000, 1_500, 2_250]);
  });

  it("says within 4 seconds that no payment has arrived, and within 20 that the shop does not answer", async () => {
    const waited = () => clock.slept.reduce((sum, ms) => sum + ms, 0);
    network(unpaid);
    expect(await look()).toEqual({ kind: "unpaid" });
    expect(waited()).toBeLessThanOrEqual(4_000);
    clock.slept.length = 0;
    network(offline);
    expect(await look()).toMatchObject({ kind: "unreachable" });
    expect(waited()).toBeGreaterThan(14_000);
    expect(waited()).toBeLessThanOrEqual(20_000);
  });

  it("goes on asking afterwards, within the shop's limit of thirty a minute, and ends", async () => {
    const requests = network(...Array.from({ length: 20 }, () => unpaid), paid);
    expect(await look("cs_1", longWatch)).toMatchObject({ kind: "paid" });
    expect(requests).toHaveLength(21);
    expect(Math.min(...clock.slept)).toBeGreaterThan(2_000);
    network(unpaid);
    expect(await look("cs_1", longWatch)).toEqual({ kind: "unpaid" });
  });

  it.each([400, 404])("does not ask again for a session that status %i calls unknown", async (status) => {
    const requests = network(json({ success: false, error: { message: "?" } }, status));
    expect(await look("garbage")).toEqual({ kind: "unknown" });
    expect(requests).toHaveLength(1);
  });

  it("waits as long as the handler asks, and gives up when that is too long", async () => {
    network(json({ error: { code: "rate_limited", message: "" } }, 429, { "Retry-After": "4" }), paid);
    expect(await look()).toMatchObject({ kind: "paid" });
    expect(clock.slept).toEqual([4_000]);
    network(json({ error: { code: "rate_limited", message: "" } }, 429, { "Retry-After": "60" }));
    expect(await look()).toMatchObject({ kind: "unreachable" });
  });

  it("links only to an order of this shop", async () => {
    network(json({ success: true, session, orderUrl: "https://elsewhere.test/order/x" }));
    expect(await look()).toMatchObject({ paid: { orderUrl: null } });
  });
});
