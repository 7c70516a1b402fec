import { solveChallenge } from "altcha-lib/v1";
import type { Challenge } from "altcha-lib/v1/types";
import { beforeEach, describe, expect, it } from "vitest";
import { AppError } from "@/lib/base/errors";
import { addMs, day, minute } from "@/lib/base/time/time";
import type { OrderCaller } from "@/lib/buyer/checkout/create-order";
import { openCheckout } from "@/lib/buyer/checkout/open-checkout";
import { buyerFacts, calledOffLimits, maxDeclinesOfOrder, velocityRules } from "@/lib/people/abuse/velocity";
import { errorOf } from "../../support/database";
import { orderFactory } from "../../support/factories";
import { declinedCard, goodCard } from "../../support/purchase";
import { newGuest, sessionIdOf, useShopAtStripe } from "../../support/shop";
import { hearOfCards } from "../../support/stripe-webhooks";
import { testSecret } from "../../support/test-env";

const { db, stripe, shop } = useShopAtStripe();
const screening = { secret: testSecret, scale: 1 };

beforeEach(async () => {
  await db().$executeRaw`TRUNCATE orders, order_events, blocks, rate_limits, operator_alerts CASCADE`;
});

const guest = (network: string | null = "203.0.113.7"): OrderCaller => ({ ...newGuest(), network });
const place = (changes: object = {}, caller = guest(), key: string | null = null, now = new Date()) =>
  shop.create(changes, caller, key, { screening, now });

/** Pays on an order's page; the status of the page's answer. */
const pay = ({ url }: { url: string }, card: string) => stripe.pay(sessionIdOf(url), card);

async function refusalOf(placing: Promise<unknown>): Promise<AppError> {
  const error = await errorOf(placing);
  if (!(error instanceof AppError)) throw new Error("it was not refused");
  return error;
}

async function solve(error: AppError): Promise<string> {
  const { challenge, salt, algorithm, maxnumber, signature } = error.challenge as Challenge;
  const found = await solveChallenge(challenge, salt, algorithm, maxnumber).promise;
  const solution = { algorithm, challenge, number: found?.number, salt, signature };
  return Buffer.from(JSON.stringify(solution)).toString("base64");
}

describe("a buyer whose orders come too fast", () => {
  const orders = async (count: number, data: { email?: string; network?: string; username?: string }) => {
    for (let nth = 0; nth < count; nth++) {
      await orderFactory(db(), { status: "pending", data });
    }
  };

  it.each([
    ["from one network", velocityRules.ordersOfNetwork, { network: "203.0.113.7" }],
    ["by one mailbox", velocityRules.ordersOfMailbox, { email: "buyer+7@example.com" }],
    ["for one profile", velocityRules.ordersOfTarget, { username: "wanderwithmara" }],
  ])("%s has to let the browser work; one less is let through", async (_, count, facts) => {
    await orders(count - 1, facts);
    await place();
    // The order just placed counts too, because it has this network, mailbox and profile.
    expect(await refusalOf(place())).toMatchObject({
      code: "challenge_required",
      challenge: { algorithm: "SHA-256", salt: expect.any(String), signature: expect.any(String) },
    });
  });

  it("has twice the work for each order more, and is refused at ten times the limit", async () => {
    const work = async () => {
      const error = await refusalOf(place());
      return (error.challenge as Challenge).maxnumber;
    };
    await orders(velocityRules.ordersOfMailbox, { email: "buyer@example.com" });
    const easy = await refusalOf(place());
    expect(easy.challenge).toMatchObject({ maxnumber: 50_000 });
    await orders(1, { email: "buyer@example.com" });
    expect(await work()).toBe(100_000);
    await orders(1, { email: "buyer@example.com" });
    expect(await work()).toBe(200_000);
    await orders(1, { email: "buyer@example.com" });
    // A challenge from before is too easy by now.
    expect((await refusalOf(place({ challengeSolution: await solve(easy) }))).code).toBe(
      "challenge_required",
    );
    await orders(20, { email: "buyer@example.com" });
    expect(await work()).toBe(3_200_000);
    await orders(velocityRules.ordersOfMailbox * 9 - 23, { email: "buyer@example.com" });
    expect(await refusalOf(place())).toMatchObject({
      code: "blocked",
      userMessage: expect.stringContaining("try again tomorrow"),
    });
  });

  it("can order with the solution, once, and only as the buyer for whom it was made", async () => {
    await orders(velocityRules.ordersOfNetwork, { network: "203.0.113.7" });
    const challengeSolution = await solve(await refusalOf(place()));
    const stranger = place({ challengeSolution, email: "stranger@example.com" });
    expect((await refusalOf(stranger)).code).toBe("challenge_required");
    expect(await place({ challengeSolution })).toMatchObject({ url: expect.stringContaining("/checkout/") });
    expect((await refusalOf(place({ challengeSolution }))).code).toBe("challenge_required");
    // The library adds the delimiter at the salt's end where it is missing, so both texts solve the same challenge.
    const { salt, ...rest } = JSON.parse(Buffer.from(challengeSolution, "base64").toString());
    const otherText = JSON.stringify({ ...rest, salt: salt.replace(/&$/, "") });
    const again = place({ challengeSolution: Buffer.from(otherText).toString("base64") });
    expect((await refusalOf(again)).code).toBe("challenge_required");
  });

  it.each<[string, (solved: Record<string, unknown>) => object]>([
    ["no solution", () => ({})],
    ["another number", (solved) => ({ ...solved, number: Number(solved.number) + 1 })],
    [
      "a later end",
      (solved) => ({ ...solved, salt: String(solved.salt).replace(/expires=\d+/, "expires=99999999999") }),
    ],
    ["another algorithm", (solved) => ({ ...solved, algorithm: "SHA-1" })],
  ])("can't order with a solution that is forged: %s", async (_, forge) => {
    await orders(velocityRules.ordersOfNetwork, { network: "203.0.113.7" });
    const good = await solve(await refusalOf(place()));
    const forged = forge(JSON.parse(Buffer.from(good, "base64").toString()));
    const challengeSolution = Buffer.from(JSON.stringify(forged)).toString("base64");
    expect((await refusalOf(place({ challengeSolution }))).code).toBe("challenge_required");
  });

  it("can't order with nonsense or an expired solution, but with a good one", async () => {
    await orders(velocityRules.ordersOfNetwork, { network: "203.0.113.7" });
    const good = await solve(await refusalOf(place()));
    const nonsense = place({ challengeSolution: "nonsense" });
    expect((await refusalOf(nonsense)).code).toBe("challenge_required");
    const tooLate = place({ challengeSolution: good }, guest(), null, addMs(new Date(), 11 * minute));
    expect((await refusalOf(tooLate)).code).toBe("challenge_required");
    expect(await place({ challengeSolution: good })).toBeTruthy();
  });

  it("that is the same request again gets the same answer, with or without a solution", async () => {
    const caller = guest();
    const first = await place({}, caller, "a-key-of-mine");
    await orders(velocityRules.ordersOfNetwork, { network: "203.0.113.7" });
    expect(await place({}, caller, "a-key-of-mine")).toEqual(first);
    expect(await place({ challengeSolution: "whatever" }, caller, "a-key-of-mine")).toEqual(first);
  });

  it("gets no challenge for orders that were paid, or are more than an hour old", async () => {
    await orders(velocityRules.ordersOfNetwork, { network: "203.0.113.7" });
    await db().order.updateMany({ data: { paymentStatus: "paid", paidCents: 1 } });
    await place();
    await db()
      .$executeRaw`UPDATE orders SET payment_status = 'unpaid', created_at = now() - interval '61 minutes'`;
    await place();
  });
});

type Plan = {
  "Index Name"?: string;
  "Node Type": string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
};

/** How many orders a plan has looked at. */
function ordersRead(plan: Plan): number {
  const { "Index Name": index, "Relation Name": table } = plan as Plan & { "Relation Name"?: string };
  const isOfOrders = table === "orders" || index?.startsWith("orders_");
  const each = plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0);
  const own = isOfOrders ? each * plan["Actual Loops"] : 0;
  return (plan.Plans ?? []).reduce((sum, below) => sum + ordersRead(below), own);
}

describe("a buyer whose profile, network and mailbox are named in 5,000 unpaid orders of the week", () => {
  it("is screened without reading those of more than an hour ago", async () => {
    const sample = await orderFactory(db(), { status: "pending" });
    // In parts, because the whole takes longer than a statement may on a busy machine.
    for (let from = 1; from < 5_000; from += 250) {
      await db().$executeRaw`
        INSERT INTO orders SELECT (json_populate_record(orders, json_build_object(
          'id', gen_random_uuid(), 'token', gen_random_uuid(), 'network', '203.0.113.7',
          'email', CASE WHEN nth % 2 = 0 THEN 'buyer@example.com' ELSE nth || '@example.com' END,
          'username', 'wanderwithmara', 'created_at', now() - interval '61 minutes' - nth * interval '1 minute'))).*
        FROM orders, generate_series(${from}::int, ${from + 249}::int) AS nth WHERE id = ${sample.id}::uuid`;
    }
    await db().$executeRaw`ANALYZE orders`;
    const target = { platform: "instagram", username: "wanderwithmara" };
    const facts = buyerFacts({ email: "buyer@example.com", target, network: "203.0.113.7" });
    const [row] = await db().$queryRaw<{ "QUERY PLAN": [{ Plan: Plan }] }[]>`
      EXPLAIN (ANALYZE, FORMAT JSON) SELECT ${facts}`;
    expect(ordersRead(row?.["QUERY PLAN"][0].Plan as Plan)).toBeLessThan(10);
  });
});

describe("card testing", () => {
  /** Stripe's test numbers of cards that the bank declines; each is another card. */
  const stolen = [declinedCard, "4000 0000 0000 9995", "4000 0000 0000 0069"];

  it("with several cards from one network leads to a challenge for the network's next order", async () => {
    for (const card of stolen) {
      const created = await place({ email: `tester${card.slice(-4)}@example.com` });
      expect(await pay(created, card)).toBe(402);
    }
    await place({ email: "before@example.com" });
    await hearOfCards(shop.deps(), stripe);
    expect(await db().cardAttempt.count({ where: { isDeclined: true } })).toBe(3);
    expect((await refusalOf(place({ email: "next@example.com" }))).code).toBe("challenge_required");
    // Another network ordering for another profile gets no challenge.
    await place({ email: "else@example.com", username: "warmcrumbs" }, guest("198.51.100.1"));
  });

  it("on orders of earlier days counts by the day on which the cards were declined", async () => {
    for (const card of stolen) expect(await pay(await place(), card)).toBe(402);
    await hearOfCards(shop.deps(), stripe);
    await db().$executeRaw`UPDATE orders SET created_at = created_at - interval '25 hours'`;
    expect((await refusalOf(place())).code).toBe("challenge_required");
    await db().$executeRaw`UPDATE card_attempts SET created_at = created_at - interval '25 hours'`;
    await place();
  });

  it("is not suspected when one card is declined again and again", async () => {
    const created = await place();
    for (let nth = 0; nth < 5; nth++) expect(await pay(created, declinedCard)).toBe(402);
    await hearOfCards(shop.deps(), stripe);
    await place();
  });

  it("can't try card after card on one order: its page closes, it's flagged, and none opens for a day", async () => {
    const created = await place();
    const { orderId } = created;
    const open = () => openCheckout(shop.deps(), orderId);
    for (let nth = 1; nth < maxDeclinesOfOrder; nth++) expect(await pay(created, declinedCard)).toBe(402);
    await hearOfCards(shop.deps(), stripe);
    expect(await open()).toBe(created.url);
    expect(await pay(created, declinedCard)).toBe(402);
    await hearOfCards(shop.deps(), stripe);
    expect(await pay(created, goodCard)).toBe(410);
    expect(await shop.order(orderId)).toMatchObject({
      status: "expired",
      flagReason: "declined_cards",
      attempts: [{ status: "expired" }],
    });
    expect(await refusalOf(open())).toMatchObject({
      code: "conflict",
      userMessage: expect.stringContaining("Too many cards were declined"),
    });
    await db().$executeRaw`UPDATE card_attempts SET created_at = now() - interval '25 hours'`;
    const again = await open();
    expect(await stripe.pay(sessionIdOf(again), goodCard)).toBe(303);
    expect(await shop.settle(sessionIdOf(again))).toMatchObject({ kind: "paid" });
  });

  it.each([
    [
      "mailbox",
      calledOffLimits.calledOffOfMailbox,
      { email: "loop+1@example.com" },
      { network: "198.51.100.1", username: "warmcrumbs" },
    ],
    [
      "mailbox, though the addresses were corrected",
      calledOffLimits.calledOffOfMailbox,
      { emailAtPurchase: "loop+1@example.com" },
      { network: "198.51.100.1", username: "warmcrumbs" },
    ],
    [
      "profile",
      calledOffLimits.calledOffOfTarget,
      { username: "wanderwithmara" },
      { network: "198.51.100.2", email: "other@example.com" },
    ],
  ])(
    "who paid and withdrew too often in a week, by one %s, can't order again that week",
    async (_, limit, same, other) => {
      const withdrawn = async (daysAgo: number) => {
        const at = addMs(new Date(), -daysAgo * day);
        const data = { paidCents: 229, paidAt: at, withdrawnAt: at, createdAt: at, ...other, ...same };
        await orderFactory(db(), { status: "processing", data });
      };
      await withdrawn(8);
      for (let nth = 1; nth < limit; nth++) await withdrawn(nth);
      const order = () => place({ email: "loop@example.com", username: "wanderwithmara" });
      await order();
      await withdrawn(3);
      expect(await refusalOf(order())).toMatchObject({
        code: "blocked",
        userMessage: expect.stringContaining("Please order again in a week"),
      });
    },
  );

  it("who paid and withdrew with one card, under other names, can't order again that week", async () => {
    for (let nth = 0; nth < calledOffLimits.calledOffOfCard; nth++) {
      const names = {
        email: `loop${nth}@example.com`,
        username: nth === 0 ? "wanderwithmara" : "warmcrumbs",
      };
      const created = await place(names, guest(`198.51.100.${nth}`));
      expect(await pay(created, goodCard)).toBe(303);
      await shop.settle(sessionIdOf(created.url));
      await db().order.update({ where: { id: created.orderId }, data: { withdrawnAt: new Date() } });
    }
    await hearOfCards(shop.deps(), stripe);
    expect((await refusalOf(place({ email: "new@example.com" }))).code).toBe("blocked");
  });

  it.each([
    ["", (email: string) => ({ email })],
    [", though their addresses were corrected to one", (email: string) => ({ emailAtPurchase: email })],
  ])("with one card for many mailboxes%s leads to a challenge for their next order", async (_, change) => {
    for (let nth = 0; nth < velocityRules.mailboxesOfCard; nth++) {
      const caller = guest(`198.51.100.${nth}`);
      const email = `ring${nth}@example.com`;
      const created = await place({ email, username: "warmcrumbs" }, caller);
      expect(await pay(created, goodCard)).toBe(303);
      await shop.settle(sessionIdOf(created.url));
      const data = { email: "corrected@example.com", ...change(email) };
      await db().order.update({ where: { id: created.orderId }, data });
    }
    await hearOfCards(shop.deps(), stripe);
    expect((await refusalOf(place({ email: "ring0@example.com" }))).code).toBe("challenge_required");
    await place({ email: "somebody@example.com" });
  });
});
