import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { newId } from "@/lib/base/ids";
import { sealSession } from "@/lib/people/auth/session-token";
import { control } from "../support/control";
import type { Violation } from "../support/invariants";
import { declinedCard, delayedMethod, goodCard, payAt, sessionIdOf } from "../support/purchase";
import { playAfterwards } from "./afterwards";
import { openBrowser } from "./browser";
import type { Injector } from "./inject";
import type { Moment, Schedule } from "./plan";
import { retrying } from "./retrying";
import type { TestShop } from "./test-shop";

const orderSchema = z.object({ url: z.url(), orderId: z.uuid(), orderUrl: z.string() });
const postsSchema = z.object({ posts: z.array(z.object({ id: z.string(), isVideo: z.boolean() })) });
const verifiedSchema = z.object({ success: z.boolean() });

type Placed = z.infer<typeof orderSchema>;

/**
 * Simulates one buyer through the handlers, as a browser would: without an answer, or after a failure, it sends the
 * same request again under the same key. `step` names its progress. Returns the answers that must never be given; the
 * rows are checked at the end of the run.
 */
export async function simulateBuyer(
  testShop: TestShop,
  injector: Injector,
  schedule: Schedule,
  step: { name: string },
): Promise<Violation[]> {
  const found: Violation[] = [];
  const report = (invariant: string, what: string) => {
    found.push({ invariant, what: `${what} (schedule ${schedule.seed})` });
  };
  const key = `seed-${newId()}`;
  const email = `buyer-${schedule.seed}-${key.slice(-6)}@example.com`;
  const browser = openBrowser(testShop.origin, report);
  const userId = schedule.isSignedIn ? await signIn() : null;

  await goWrong("before the order");
  if (schedule.looksUpFirst) await lookUp();
  const body = await composeBody();
  if (!body) return found;
  if (schedule.cheatsWith) await cheat(body, schedule.cheatsWith);
  const placed = await place(body);
  if (!placed) return found;
  await goWrong("before the payment");
  const sessionId = await pay(body, placed);
  await goWrong("after the payment");
  if (!sessionId) return found;
  await comeBack(placed, sessionId);
  await wait(schedule.pauseMs);
  await goWrong("later");
  step.name = schedule.afterwards?.kind ?? "the end";
  found.push(...(await playAfterwards(testShop, schedule, { ...placed, sessionId })));
  return found;

  /** Creates a verified account and a browser that is signed in to it. */
  async function signIn(): Promise<string> {
    const { connection, provider } = testShop;
    const [id, sessionId] = [newId(), newId()];
    await retrying(() =>
      connection.db.user.upsert({
        where: { id },
        update: {},
        create: {
          id,
          email: email.toLowerCase(),
          emailVerifiedAt: new Date(),
          sessions: { create: { id: sessionId, userAgent: "faults" } },
        },
      }),
    );
    const session = { userId: id, sessionId, version: 0 };
    browser.cookies.set("shop_session", await sealSession(provider.secret, "shop_session", session));
    return id;
  }

  async function goWrong(moment: Moment): Promise<void> {
    step.name = moment;
    const account = `${schedule.order.platform} ${schedule.order.username}`;
    for (const injection of schedule.injections[moment]) await injector.inject(injection, account);
  }

  async function lookUp(): Promise<void> {
    const { platform, username } = schedule.order;
    const name = platform === "instagram" ? "instagram-profile-lookup" : "get-tiktok-profile";
    const answer = await browser.ask(name, { username });
    // A failing provider must never lead to "does not exist".
    if (answer?.status === 200 && z.object({ exists: z.boolean() }).parse(answer.json).exists === false) {
      report("lookup", `@${username} was said not to exist`);
    }
  }

  async function composeBody(): Promise<object | null> {
    const { order } = schedule;
    const { platform, serviceType, username, packageId, quantity, surface, addOns } = order;
    const posts = order.posts === 0 ? [] : await choosePosts();
    if (!posts) return null;
    const price = order.cents / 100;
    const common = { platform, serviceType, username, packageId, quantity, price, surface, addOns };
    return { ...common, email, isGuest: userId === null, selectedPosts: posts };
  }

  async function choosePosts(): Promise<object[] | null> {
    const { platform, serviceType, username, posts, firstPost, quantity } = schedule.order;
    const isViews = serviceType === "views";
    const name = platform === "instagram" ? "get-instagram-posts" : "get-tiktok-posts";
    const asked = { username, ...(platform === "instagram" && isViews && { kind: "reels" }) };
    const answer = await browser.askUntilAnswered(name, asked);
    const all = answer?.status === 200 ? postsSchema.parse(answer.json).posts : [];
    const shown = isViews ? all.filter((post) => post.isVideo) : all;
    const chosen = shown.slice(firstPost, firstPost + posts);
    if (chosen.length === 0) return shown[0] ? [toPost(shown[0].id, isViews, quantity)] : null;
    const each = Math.floor(quantity / (chosen.length + 1));
    return chosen.map(({ id }) => toPost(id, isViews, each));
  }

  async function cheat(body: object, what: NonNullable<Schedule["cheatsWith"]>): Promise<void> {
    const lie = { price: { price: 0.01 }, quantity: { quantity: 100_000 }, package: { packageId: "free-1" } };
    const answer = await browser.ask("create-order", { ...body, ...lie[what] });
    if (answer && answer.status < 400) report("I7", `a false ${what} was accepted`);
  }

  async function place(body: object): Promise<Placed | null> {
    const copies = Array.from({ length: schedule.copies }, () => placeOnce(body));
    const placed = (await Promise.all(copies)).filter((answer) => answer !== null);
    const [first] = placed;
    if (first && placed.some((other) => other.orderId !== first.orderId))
      report("I1", `one request made the orders ${placed.map((other) => other.orderId).join(", ")}`);
    if (first) await checkOwner(first);
    return first ?? null;
  }

  async function checkOwner({ orderId }: Placed): Promise<void> {
    const order = await retrying(() =>
      testShop.connection.db.order.findUniqueOrThrow({ where: { id: orderId } }),
    );
    if (order.userId !== userId)
      report("owner", `order ${orderId} is ${order.userId ?? "nobody"}'s, not ${userId ?? "a guest"}'s`);
  }

  /** Asks for the order until it is there, always under the same key, so that it stays one order. */
  async function placeOnce(body: object): Promise<Placed | null> {
    const answer = await browser.askUntilAnswered("create-order", body, key);
    if (answer?.status === 200) return orderSchema.parse(answer.json);
    if (!answer || answer.status >= 500) return null;
    const refusal = JSON.stringify(answer.json);
    // Where no supplier has funds, the shop sells nothing.
    if (refusal.includes('"not_deliverable"') && (await areSuppliersEmpty())) return null;
    report("order", `a good order was refused: ${refusal.slice(0, 300)}`);
    return null;
  }

  /** True where each supplier has refused an order for lack of funds since it last took one, or a moment ago. */
  async function areSuppliersEmpty(): Promise<boolean> {
    const [found] = await retrying(
      () => testShop.connection.db.$queryRaw<{ areEmpty: boolean }[]>`
        SELECT bool_and(hold_reason IS NOT DISTINCT FROM 'no_funds' OR EXISTS (SELECT FROM supplier_calls AS call
          WHERE call.supplier_id = suppliers.id AND call.reason = 'no_funds'
            AND call.ended_at > now() - interval '1 minute')) AS "areEmpty"
        FROM suppliers WHERE is_active`,
    );
    return found?.areEmpty ?? false;
  }

  /** Does the buyer's part on the payment page. Returns the session that was paid, or null. */
  async function pay(body: object, placed: Placed): Promise<string | null> {
    const { payment } = schedule;
    switch (payment) {
      case "pays":
        return payWith(placed, goodCard);
      case "is declined, then pays":
        await payWith(placed, declinedCard);
        return payWith(placed, goodCard);
      case "clicks twice": {
        const [first, second] = await Promise.all([payWith(placed, goodCard), payWith(placed, goodCard)]);
        return first ?? second;
      }
      case "leaves":
        return null;
      case "comes back after it expired":
        await expire(placed);
        return payAgain(body, placed);
      case "asks for the page again, then pays":
        return payAgain(body, placed);
      case "pays by bank debit":
      case "pays by bank debit, which falls through, then by card": {
        const isGood = payment === "pays by bank debit";
        const session = await payWith(placed, delayedMethod);
        if (!session) return null;
        await wait(schedule.pauseMs);
        const result = isGood ? "succeeded" : "failed";
        await control(`${testShop.urls.stripe}/_control/async/${session}/${result}`);
        return isGood ? session : payAgain(body, placed);
      }
    }
  }

  /** Asks under the first request's key where the order can be paid now. */
  async function payAgain(body: object, placed: Placed): Promise<string | null> {
    const again = await placeOnce(body);
    if (again && again.orderId !== placed.orderId)
      report("I1", `the request of order ${placed.orderId} became ${again.orderId}`);
    return again && payWith(again, goodCard);
  }

  async function payWith({ url }: Placed, card: string): Promise<string | null> {
    // An order that needs no payment any more answers with the order's page.
    if (!url.startsWith(testShop.urls.stripe)) return null;
    return (await payAt(url, card)) === 303 ? sessionIdOf(url) : null;
  }

  async function expire({ url }: Placed): Promise<void> {
    const { stripe } = testShop.urls;
    if (!url.startsWith(stripe)) return;
    // Fails when the page was paid or has expired meanwhile; then there is nothing to expire.
    await control(`${stripe}/_control/expire/${sessionIdOf(url)}`).catch(() => undefined);
  }

  /** The success page, in several tabs at once. What it calls paid must be settled already. */
  async function comeBack({ orderId }: Placed, sessionId: string): Promise<void> {
    const { returns } = schedule;
    const asked = Array.from({ length: returns }, () => browser.ask("verify-payment", { sessionId }));
    for (const answer of await Promise.all(asked)) {
      if (answer?.status !== 200 || !verifiedSchema.parse(answer.json).success) continue;
      const attempt = await retrying(() =>
        testShop.connection.db.paymentAttempt.findUnique({ where: { stripeSessionId: sessionId } }),
      );
      if (attempt?.status !== "paid" && attempt?.status !== "duplicate")
        report("I3", `order ${orderId} was called paid before it was settled (${attempt?.status})`);
    }
  }
}

function toPost(id: string, isViews: boolean, units: number): object {
  return isViews ? { reelId: id, viewsToAdd: units } : { postId: id, likesToAdd: units };
}
