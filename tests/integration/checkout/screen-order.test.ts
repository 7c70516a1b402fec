import { solveChallenge } from "altcha-lib";
import type { Challenge } from "altcha-lib/types";
import { beforeEach, describe, expect, it } from "vitest";
import { newBlockSchema } from "@/lib/abuse/block-schema";
import { addBlock, isBlocked, listBlocks, removeBlock } from "@/lib/abuse/blocks";
import { velocityRules } from "@/lib/abuse/velocity";
import { createOrder, type OrderCaller } from "@/lib/checkout/create-order";
import { openCheckout } from "@/lib/checkout/open-checkout";
import { AppError } from "@/lib/errors";
import { settlePayment } from "@/lib/payments/settle-payment";
import { addressKey } from "@/lib/rate-limit/address-key";
import { addMs, minute } from "@/lib/time";
import { receivedEventSchema } from "@/lib/webhooks/stripe/received-event";
import { storeEvents } from "@/lib/webhooks/stripe/store-events";
import { errorOf } from "../../support/database";
import { byOps, orderFactory } from "../../support/factories";
import { newGuest, orderInput, sessionIdOf, useShopAtStripe } from "../../support/shop";
import { declinedCard, goodCard } from "../../support/stripe";
import { handleStoredEvents } from "../../support/stripe-webhooks";
import { testSecret } from "../../support/test-env";

const { db, stripe, shop } = useShopAtStripe();
const screening = { secret: testSecret, scale: 1 };

beforeEach(async () => {
  await db().$executeRaw`TRUNCATE orders, order_events, blocks, rate_limits, operator_alerts CASCADE`;
});

const guest = (network: string | null = "203.0.113.7"): OrderCaller => ({ ...newGuest(), network });
const place = (changes: object = {}, caller = guest(), key: string | null = null) =>
  createOrder(shop.deps({ screening }), orderInput(changes), caller, key);

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

/** Handles all of Stripe's events about cards. */
async function hearOfCards() {
  const events = (await stripe.view()).events.filter(({ type }) => /^charge\.(succeeded|failed)$/.test(type));
  await storeEvents(
    db(),
    events.map((event) => receivedEventSchema.parse(event)),
  );
  await handleStoredEvents(shop.deps());
}

describe("a buyer on the block list", () => {
  const block = (kind: string, value: string) =>
    addBlock(db(), { block: newBlockSchema.parse({ kind, value }), ...byOps });

  it.each([
    [
      "by email, whatever stands behind its +",
      "email",
      "buyer@example.com",
      { email: "Buyer+2@example.com" },
    ],
    ["by email, with dots at Gmail", "email", "some.one@gmail.com", { email: "someone+x@googlemail.com" }],
    [
      "by email, although nothing stands before its +",
      "email",
      "+1@example.com",
      { email: "+1@example.com" },
    ],
    ["by the domain of the email", "email", "@example.com", {}],
    ["by the email's other domain at Gmail", "email", "@googlemail.com", { email: "one@googlemail.com" }],
    ["by target", "target", "instagram:WanderWithMara", {}],
    ["by network", "network", "203.0.113.0/24", {}],
    ["by address", "network", "203.0.113.7", {}],
  ])("can't order, %s, and is not told why", async (_, kind, value, changes) => {
    await block(kind, value);
    const refusal = await refusalOf(place(changes));
    expect(refusal).toMatchObject({ code: "blocked" });
    expect(refusal.userMessage).not.toMatch(/email address|account|network|card/i);
    expect(await db().order.count()).toBe(0);
  });

  it("is refused alone, and accepted again when taken off the list, with both changes in the audit log", async () => {
    const id = await block("network", "198.51.100.0/24");
    await block("email", "other@example.com");
    await block("target", "tiktok:wanderwithmara");
    // What stands before the + is empty; the rest of the domain is not blocked with it.
    await block("email", "+1@example.com");
    await place();
    expect(await isBlocked(db(), { network: "198.51.100.9" })).toBe(true);
    await removeBlock(db(), { id, ...byOps });
    expect(await isBlocked(db(), { network: "198.51.100.9" })).toBe(false);
    const audit = await db().auditEntry.findMany({ where: { subjectId: id }, orderBy: { id: "asc" } });
    expect(audit).toMatchObject([
      { action: "block.added", after: { kind: "network", value: "198.51.100.0/24" }, reason: byOps.reason },
      { action: "block.removed" },
    ]);
    expect((await listBlocks(db(), { limit: 10 })).map(({ value }) => value)).toEqual([
      "+1@example.com",
      "tiktok:wanderwithmara",
      "other@example.com",
    ]);
    await expect(block("email", "Other+1@example.com")).rejects.toMatchObject({ code: "conflict" });
    await expect(removeBlock(db(), { id, ...byOps })).rejects.toMatchObject({ code: "not_found" });
  });

  it("can't order from the network of a listed IPv6 address, which is all that the shop knows of it", async () => {
    const id = await block("network", "2001:db8:1:2::7");
    const network = addressKey("2001:db8:1:2:aaaa::1");
    expect(await isBlocked(db(), { network })).toBe(true);
    expect(await isBlocked(db(), { network: addressKey("2001:db8:1:3::7") })).toBe(false);
    expect(await listBlocks(db(), { limit: 1 })).toMatchObject([{ value: "2001:db8:1:2::/64" }]);
    // As earlier releases stored it.
    await db().block.update({ where: { id }, data: { value: "2001:db8:1:2::7/128" } });
    expect(await isBlocked(db(), { network })).toBe(true);
    expect(await isBlocked(db(), { network: addressKey("2001:db8:1:3::7") })).toBe(false);
  });

  it.each([
    ["network", "0.0.0.0/0"],
    ["network", "10.0.0.0/7"],
    ["network", "::/0"],
    ["network", "somewhere"],
    ["email", "nobody"],
    ["target", "wanderwithmara"],
    ["target", "myspace:tom"],
    ["card", "4242 4242"],
  ])("is not added as %s %s", (kind, value) => {
    expect(newBlockSchema.safeParse({ kind, value }).error?.issues[0]?.path).toEqual(["value"]);
  });

  it.each([
    ["buyer", "email", "buyer@example.com"],
    ["profile", "target", "instagram:wanderwithmara"],
  ])(
    "whose %s got there after the order can't pay it, and a payment that arrives all the same goes back",
    async (_, kind, value) => {
      const { orderId, sessionId } = await shop.place();
      await block(kind, value);
      expect(await refusalOf(openCheckout(shop.deps(), orderId))).toMatchObject({ code: "blocked" });
      await stripe.pay(sessionId);
      for (let time = 0; time < 2; time++)
        expect((await settlePayment(shop.deps(), sessionId)).kind).toBe("refunding");
      expect(await shop.order(orderId)).toMatchObject({
        status: "pending",
        paidCents: 0,
        flagReason: "blocked",
        items: [],
        refunds: [{ reason: "blocked", amountCents: 229, status: "requested" }],
      });
    },
  );

  it("is found by a part of the entry in any case, a card's fingerprint too", async () => {
    await block("card", "Xt5EWLLDS7FJjR1c");
    await block("target", "instagram:wanderwithmara");
    for (const [search, value] of [
      ["Xt5EWLL", "Xt5EWLLDS7FJjR1c"],
      ["xt5ewll", "Xt5EWLLDS7FJjR1c"],
      ["WanderWithMara", "instagram:wanderwithmara"],
    ] as const)
      expect(await listBlocks(db(), { search, limit: 10 })).toMatchObject([{ value }]);
  });

  it("who pays with a blocked card has the order held back, with a flag and an alert, once", async () => {
    const { orderId, sessionId } = await shop.placeAndPay();
    const charge = await stripe.chargeOf(orderId);
    await block("card", charge.payment_method_details?.card?.fingerprint ?? "");
    await settlePayment(shop.deps(), sessionId);
    await hearOfCards();
    expect(await shop.order(orderId)).toMatchObject({
      blockedReason: "blocked_card",
      flagReason: "blocked_card",
    });
    expect(await db().operatorAlert.count({ where: { key: `blocked_card:${orderId}` } })).toBe(1);
  });
});

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

  it("can't order with a solution that is forged or expired", async () => {
    await orders(velocityRules.ordersOfNetwork, { network: "203.0.113.7" });
    const good = await solve(await refusalOf(place()));
    const forged = JSON.parse(Buffer.from(good, "base64").toString()) as Record<string, unknown>;
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64");
    for (const challengeSolution of [
      "nonsense",
      encode({ ...forged, number: Number(forged.number) + 1 }),
      encode({ ...forged, salt: String(forged.salt).replace(/expires=\d+/, "expires=99999999999") }),
      encode({ ...forged, algorithm: "SHA-1" }),
    ]) {
      expect((await refusalOf(place({ challengeSolution }))).code).toBe("challenge_required");
    }
    const later = addMs(new Date(), 11 * minute);
    const tooLate = createOrder(
      shop.deps({ screening, now: later }),
      orderInput({ challengeSolution: good }),
      guest(),
      null,
    );
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

describe("card testing", () => {
  /** Stripe's test numbers of cards that the bank declines; each is another card. */
  const stolen = [declinedCard, "4000 0000 0000 9995", "4000 0000 0000 0069"];

  it("with several cards from one network leads to a challenge for the network's next order", async () => {
    for (const card of stolen) {
      const created = await place({ email: `tester${card.slice(-4)}@example.com` });
      expect(await pay(created, card)).toBe(402);
    }
    await place({ email: "before@example.com" });
    await hearOfCards();
    expect(await db().cardAttempt.count({ where: { isDeclined: true } })).toBe(3);
    expect((await refusalOf(place({ email: "next@example.com" }))).code).toBe("challenge_required");
    // Another network ordering for another profile gets no challenge.
    await place({ email: "else@example.com", username: "warmcrumbs" }, guest("198.51.100.1"));
  });

  it("on orders of earlier days counts by the day on which the cards were declined", async () => {
    for (const card of stolen) expect(await pay(await place(), card)).toBe(402);
    await hearOfCards();
    await db().$executeRaw`UPDATE orders SET created_at = created_at - interval '25 hours'`;
    expect((await refusalOf(place())).code).toBe("challenge_required");
    await db().$executeRaw`UPDATE card_attempts SET created_at = created_at - interval '25 hours'`;
    await place();
  });

  it("is not suspected when one card is declined again and again", async () => {
    const created = await place();
    for (let nth = 0; nth < 5; nth++) expect(await pay(created, declinedCard)).toBe(402);
    await hearOfCards();
    await place();
  });

  it("with one card for many mailboxes leads to a challenge for their next order", async () => {
    for (let nth = 0; nth < velocityRules.mailboxesOfCard; nth++) {
      const caller = guest(`198.51.100.${nth}`);
      const created = await place({ email: `ring${nth}@example.com`, username: "warmcrumbs" }, caller);
      expect(await pay(created, goodCard)).toBe(303);
      await settlePayment(shop.deps(), sessionIdOf(created.url));
    }
    await hearOfCards();
    expect((await refusalOf(place({ email: "ring0@example.com" }))).code).toBe("challenge_required");
    await place({ email: "somebody@example.com" });
  });
});
