import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { sealSession } from "@/lib/auth/session-token";
import { newId } from "@/lib/ids";
import type { Violation } from "../support/invariants";
import { goodCard, payAt, sessionIdOf } from "../support/purchase";
import { playAfterwards } from "./afterwards";
import { type Browser, openBrowser } from "./browser";
import { control, type Injector } from "./inject";
import type { Moment, Schedule } from "./plan";
import { retrying } from "./retrying";
import type { TestShop } from "./test-shop";

const declinedCard = "4000 0000 0000 0002";
const bankDebit = "async";

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
  const buyer = new Buyer(testShop, injector, schedule, step);
  await buyer.run();
  return buyer.found;
}

class Buyer {
  readonly found: Violation[] = [];
  private readonly key = `seed-${newId()}`;
  private readonly email: string;
  private userId: string | null = null;
  private readonly step: { name: string };
  private readonly testShop: TestShop;
  private readonly injector: Injector;
  private readonly schedule: Schedule;
  private readonly browser: Browser;

  constructor(testShop: TestShop, injector: Injector, schedule: Schedule, step: { name: string }) {
    this.testShop = testShop;
    this.step = step;
    this.injector = injector;
    this.schedule = schedule;
    this.email = `buyer-${schedule.seed}-${this.key.slice(-6)}@example.com`;
    this.browser = openBrowser(testShop.origin, (invariant, what) => this.object(invariant, what));
  }

  async run(): Promise<void> {
    if (this.schedule.isSignedIn) await this.signIn();
    await this.goWrong("before the order");
    if (this.schedule.looksUpFirst) await this.lookUp();
    const body = await this.composeBody();
    if (!body) return;
    if (this.schedule.cheatsWith) await this.cheat(body, this.schedule.cheatsWith);
    const placed = await this.place(body);
    if (!placed) return;
    await this.goWrong("before the payment");
    const sessionId = await this.pay(body, placed);
    await this.goWrong("after the payment");
    if (!sessionId) return;
    await this.comeBack(placed, sessionId);
    await wait(this.schedule.pauseMs);
    await this.goWrong("later");
    this.step.name = this.schedule.afterwards?.kind ?? "the end";
    this.found.push(...(await playAfterwards(this.testShop, this.schedule, { ...placed, sessionId })));
  }

  /** Creates a verified account and a browser that is signed in to it. */
  private async signIn(): Promise<void> {
    const { connection, provider } = this.testShop;
    const [userId, sessionId] = [newId(), newId()];
    await retrying(() =>
      connection.db.user.upsert({
        where: { id: userId },
        update: {},
        create: {
          id: userId,
          email: this.email.toLowerCase(),
          emailVerifiedAt: new Date(),
          sessions: { create: { id: sessionId, userAgent: "faults" } },
        },
      }),
    );
    this.userId = userId;
    const session = { userId, sessionId, version: 0 };
    this.browser.cookies.set("shop_session", await sealSession(provider.secret, "shop_session", session));
  }

  private async goWrong(moment: Moment): Promise<void> {
    this.step.name = moment;
    for (const injection of this.schedule.injections[moment]) await this.injector.inject(injection);
  }

  private async lookUp(): Promise<void> {
    const { platform, username } = this.schedule.order;
    const name = platform === "instagram" ? "instagram-profile-lookup" : "get-tiktok-profile";
    const answer = await this.browser.ask(name, { username });
    // A failing provider must never lead to "does not exist".
    if (answer?.status === 200 && z.object({ exists: z.boolean() }).parse(answer.json).exists === false) {
      this.object("lookup", `@${username} was said not to exist`);
    }
  }

  private async composeBody(): Promise<object | null> {
    const { order } = this.schedule;
    const { platform, serviceType, username, packageId, quantity, surface, addOns } = order;
    const posts = order.posts === 0 ? [] : await this.choosePosts();
    if (!posts) return null;
    const price = order.cents / 100;
    const common = { platform, serviceType, username, packageId, quantity, price, surface, addOns };
    return { ...common, email: this.email, isGuest: this.userId === null, selectedPosts: posts };
  }

  private async choosePosts(): Promise<object[] | null> {
    const { platform, serviceType, username, posts, firstPost, quantity } = this.schedule.order;
    const isViews = serviceType === "views";
    const name = platform === "instagram" ? "get-instagram-posts" : "get-tiktok-posts";
    const asked = { username, ...(platform === "instagram" && isViews && { kind: "reels" }) };
    const answer = await this.browser.askUntilAnswered(name, asked);
    const all = answer?.status === 200 ? postsSchema.parse(answer.json).posts : [];
    const shown = isViews ? all.filter((post) => post.isVideo) : all;
    const chosen = shown.slice(firstPost, firstPost + posts);
    if (chosen.length === 0) return shown[0] ? [toPost(shown[0].id, isViews, quantity)] : null;
    const each = Math.floor(quantity / (chosen.length + 1));
    return chosen.map(({ id }) => toPost(id, isViews, each));
  }

  private async cheat(body: object, what: NonNullable<Schedule["cheatsWith"]>): Promise<void> {
    const lie = { price: { price: 0.01 }, quantity: { quantity: 100_000 }, package: { packageId: "free-1" } };
    const answer = await this.browser.ask("create-order", { ...body, ...lie[what] });
    if (answer && answer.status < 400) this.object("I7", `a false ${what} was accepted`);
  }

  private async place(body: object): Promise<Placed | null> {
    const copies = Array.from({ length: this.schedule.copies }, () => this.placeOnce(body));
    const placed = (await Promise.all(copies)).filter((answer) => answer !== null);
    const [first] = placed;
    if (first && placed.some((other) => other.orderId !== first.orderId))
      this.object("I1", `one request made the orders ${placed.map((other) => other.orderId).join(", ")}`);
    if (first) await this.checkOwner(first);
    return first ?? null;
  }

  private async checkOwner({ orderId }: Placed): Promise<void> {
    const order = await retrying(() =>
      this.testShop.connection.db.order.findUniqueOrThrow({ where: { id: orderId } }),
    );
    if (order.userId !== this.userId)
      this.object(
        "owner",
        `order ${orderId} is ${order.userId ?? "nobody"}'s, not ${this.userId ?? "a guest"}'s`,
      );
  }

  /** Asks for the order until it is there, always under the same key, so that it stays one order. */
  private async placeOnce(body: object): Promise<Placed | null> {
    const answer = await this.browser.askUntilAnswered("create-order", body, this.key);
    if (answer?.status === 200) return orderSchema.parse(answer.json);
    if (answer && answer.status < 500)
      this.object("order", `a good order was refused: ${JSON.stringify(answer.json).slice(0, 300)}`);
    return null;
  }

  /** What the buyer does on the payment page. Returns the session that was paid, or null. */
  private async pay(body: object, placed: Placed): Promise<string | null> {
    const { payment } = this.schedule;
    switch (payment) {
      case "pays":
        return this.payWith(placed, goodCard);
      case "is declined, then pays":
        await this.payWith(placed, declinedCard);
        return this.payWith(placed, goodCard);
      case "clicks twice": {
        const [first, second] = await Promise.all([
          this.payWith(placed, goodCard),
          this.payWith(placed, goodCard),
        ]);
        return first ?? second;
      }
      case "leaves":
        return null;
      case "comes back after it expired":
        await this.expire(placed);
        return this.payAgain(body, placed);
      case "asks for the page again, then pays":
        return this.payAgain(body, placed);
      case "pays by bank debit":
      case "pays by bank debit, which falls through, then by card": {
        const isGood = payment === "pays by bank debit";
        const session = await this.payWith(placed, bankDebit);
        if (!session) return null;
        await wait(this.schedule.pauseMs);
        const result = isGood ? "succeeded" : "failed";
        await control(`${this.testShop.urls.stripe}/_control/async/${session}/${result}`, {});
        return isGood ? session : this.payAgain(body, placed);
      }
    }
  }

  /** Asks under the first request's key where the order can be paid now. */
  private async payAgain(body: object, placed: Placed): Promise<string | null> {
    const again = await this.placeOnce(body);
    if (again && again.orderId !== placed.orderId)
      this.object("I1", `the request of order ${placed.orderId} became ${again.orderId}`);
    return again && this.payWith(again, goodCard);
  }

  private async payWith({ url }: Placed, card: string): Promise<string | null> {
    // An order that needs no payment any more answers with the order's page.
    if (!url.startsWith(this.testShop.urls.stripe)) return null;
    return (await payAt(url, card)) === 303 ? sessionIdOf(url) : null;
  }

  private async expire({ url }: Placed): Promise<void> {
    const { stripe } = this.testShop.urls;
    if (!url.startsWith(stripe)) return;
    // Fails when the page was paid or has expired meanwhile; then there is nothing to expire.
    await control(`${stripe}/_control/expire/${sessionIdOf(url)}`, {}).catch(() => undefined);
  }

  /** The success page, in several tabs at once. What it calls paid must be settled already. */
  private async comeBack({ orderId }: Placed, sessionId: string): Promise<void> {
    const { returns } = this.schedule;
    const asked = Array.from({ length: returns }, () => this.browser.ask("verify-payment", { sessionId }));
    for (const answer of await Promise.all(asked)) {
      if (answer?.status !== 200 || !verifiedSchema.parse(answer.json).success) continue;
      const attempt = await retrying(() =>
        this.testShop.connection.db.paymentAttempt.findUnique({ where: { stripeSessionId: sessionId } }),
      );
      if (attempt?.status !== "paid" && attempt?.status !== "duplicate")
        this.object("I3", `order ${orderId} was called paid before it was settled (${attempt?.status})`);
    }
  }

  private object(invariant: string, what: string): void {
    this.found.push({ invariant, what: `${what} (schedule ${this.schedule.seed})` });
  }
}

function toPost(id: string, isViews: boolean, units: number): object {
  return isViews ? { reelId: id, viewsToAdd: units } : { postId: id, likesToAdd: units };
}
