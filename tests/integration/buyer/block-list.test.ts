import { beforeEach, describe, expect, it } from "vitest";
import { addressKey } from "@/lib/base/rate-limit/address-key";
import { openCheckout } from "@/lib/buyer/checkout/open-checkout";
import { unblockOrder } from "@/lib/delivery/operator/block-order";
import { settlePayment } from "@/lib/money/payments/settle-payment";
import { newBlockSchema } from "@/lib/people/abuse/block-schema";
import { addBlock, isBlocked, listBlocks, removeBlock } from "@/lib/people/abuse/blocks";
import { codeOf } from "../../support/database";
import { auditOf, byOps } from "../../support/factories";
import { holdOrder } from "../../support/holding";
import { usePanel } from "../../support/panel";
import { newGuest, useShopAtStripe } from "../../support/shop";
import { hearOfCards } from "../../support/stripe-webhooks";
import { submitting } from "../../support/submitting";

const { database, db, stripe, shop } = useShopAtStripe();
const panel = usePanel(database);

beforeEach(async () => {
  await db().$executeRaw`TRUNCATE orders, order_events, blocks, operator_alerts CASCADE`;
});

const place = (changes: object = {}) => shop.create(changes, { ...newGuest(), network: "203.0.113.7" });

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
    await expect(place(changes)).rejects.toMatchObject({
      code: "blocked",
      userMessage: expect.not.stringMatching(/email address|account|network|card/i),
    });
    expect(await db().order.count()).toBe(0);
  });

  it("is refused alone, and accepted again when taken off the list, with both changes in the audit log", async () => {
    const id = await block("network", "198.51.100.0/24");
    await block("email", "other@example.com");
    await block("target", "tiktok:wanderwithmara");
    // The part before the + is empty; the rest of the domain is not blocked with it.
    await block("email", "+1@example.com");
    await place();
    expect(await isBlocked(db(), { network: "198.51.100.9" })).toBe(true);
    await removeBlock(db(), { id, ...byOps });
    expect(await isBlocked(db(), { network: "198.51.100.9" })).toBe(false);
    expect(await auditOf(db(), id)).toMatchObject([
      { action: "block.added", after: { kind: "network", value: "198.51.100.0/24" }, reason: byOps.reason },
      { action: "block.removed" },
    ]);
    expect((await listBlocks(db(), { limit: 10 })).map(({ value }) => value)).toEqual([
      "+1@example.com",
      "tiktok:wanderwithmara",
      "other@example.com",
    ]);
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
    "whose %s was listed after the order was placed can't pay it, and a payment that arrives all the same goes back",
    async (_, kind, value) => {
      const { orderId, sessionId } = await shop.place();
      await block(kind, value);
      expect(await codeOf(openCheckout(shop.deps(), orderId))).toBe("blocked");
      await stripe.pay(sessionId);
      for (let time = 0; time < 2; time++) expect((await shop.settle(sessionId)).kind).toBe("refunding");
      expect(await shop.order(orderId)).toMatchObject({
        status: "pending",
        paidCents: 0,
        flagReason: "blocked",
        items: [],
        refunds: [{ reason: "blocked", amountCents: 229, status: "requested" }],
      });
    },
  );

  it("whose present network is listed can't pay an order that was placed from another one", async () => {
    const { orderId } = await shop.place();
    await block("network", "198.51.100.0/24");
    const payAgain = (network: string) => openCheckout({ ...shop.deps(), network }, orderId);
    expect(await codeOf(payAgain("198.51.100.9"))).toBe("blocked");
    expect(await payAgain("203.0.113.7")).toContain("/checkout/");
  });

  it.each([
    ["Xt5EWLL", "Xt5EWLLDS7FJjR1c"],
    ["xt5ewll", "Xt5EWLLDS7FJjR1c"],
    ["WanderWithMara", "instagram:wanderwithmara"],
  ])("searched for %s has %s", async (search, value) => {
    await block("card", "Xt5EWLLDS7FJjR1c");
    await block("target", "instagram:wanderwithmara");
    expect(await listBlocks(db(), { search, limit: 10 })).toMatchObject([{ value }]);
  });

  describe("who pays with a blocked card", () => {
    /** An order paid with a card that is then put on the list, as the payment's event finds it. */
    async function paidWithBlockedCard() {
      const placed = await shop.placeAndPay();
      const charge = await stripe.chargeOf(placed.orderId);
      await block("card", charge.payment_method_details?.card?.fingerprint ?? "");
      return placed;
    }
    const blockedEvents = (orderId: string) =>
      db().orderEvent.count({ where: { orderId, type: "delivery.blocked" } });
    const heldBack = { blockedReason: "blocked_card", flagReason: "blocked_card", paymentStatus: "paid" };

    it("gets nothing, because the settlement holds the order back before a worker can send it", async () => {
      const { orderId, sessionId } = await paidWithBlockedCard();
      await shop.settle(sessionId);
      const [item] = (await shop.order(orderId)).items;
      await submitting(database).submit(item?.id ?? "");
      expect((await panel.view()).addCalls).toBe(0);
      expect(await shop.order(orderId)).toMatchObject({ ...heldBack, items: [{ state: "ready" }] });
      expect(await db().operatorAlert.count({ where: { key: `blocked_card:${orderId}` } })).toBe(1);
    });

    it.each(["before", "after", "at the same time as"])(
      "is counted once when the card's event comes %s the payment's",
      async (when) => {
        const { orderId, sessionId } = await paidWithBlockedCard();
        if (when === "before") await hearOfCards(shop.deps(), stripe);
        if (when === "at the same time as") {
          const gate = await holdOrder(database.current, orderId);
          const both = Promise.all([shop.settle(sessionId), hearOfCards(shop.deps(), stripe)]);
          await gate.waiting(2);
          await gate.release();
          await both;
        }
        await shop.settle(sessionId);
        await hearOfCards(shop.deps(), stripe);
        expect(await shop.order(orderId)).toMatchObject(heldBack);
        expect(await blockedEvents(orderId)).toBe(1);
        expect(await db().cardAttempt.count({ where: { orderId } })).toBe(1);
        expect(await db().operatorAlert.findMany({ where: { orderId } })).toMatchObject([{ times: 1 }]);
      },
    );

    it("is held back by the card's event when the card was put on the list after the settlement", async () => {
      const { orderId, sessionId } = await shop.placeAndPay();
      await shop.settle(sessionId);
      const charge = await stripe.chargeOf(orderId);
      await block("card", charge.payment_method_details?.card?.fingerprint ?? "");
      await hearOfCards(shop.deps(), stripe);
      expect(await shop.order(orderId)).toMatchObject(heldBack);
      expect(await blockedEvents(orderId)).toBe(1);
    });

    it("a second time does not hold back the order that another card paid", async () => {
      const { orderId, sessionId } = await shop.place();
      const second = await shop.secondPage(orderId);
      await stripe.pay(sessionId);
      await stripe.pay(second, "5555 5555 5555 4444");
      const charge = (await stripe.view()).charges.find(
        ({ metadata, payment_method_details: method }) =>
          metadata.order_id === orderId && method?.card?.last4 === "4444",
      );
      await block("card", charge?.payment_method_details?.card?.fingerprint ?? "");
      await shop.settle(sessionId);
      await shop.settle(second);
      await hearOfCards(shop.deps(), stripe);
      expect(await shop.order(orderId)).toMatchObject({
        blockedReason: null,
        flagReason: null,
        items: [{ state: "ready" }],
        refunds: [{ reason: "second_payment" }],
      });
      expect(await db().cardAttempt.count({ where: { orderId } })).toBe(2);
      expect(await db().operatorAlert.count({ where: { orderId } })).toBe(0);
    });

    it("is not held back again by the card's event after an operator has unblocked the order", async () => {
      const { orderId, sessionId } = await paidWithBlockedCard();
      await shop.settle(sessionId);
      await unblockOrder(db(), { orderId, ...byOps });
      await hearOfCards(shop.deps(), stripe);
      expect(await shop.order(orderId)).toMatchObject({ blockedAt: null });
    });

    it("and whose lost payment is rebuilt is not held back, because it may have been delivered", async () => {
      const { orderId, sessionId } = await paidWithBlockedCard();
      await settlePayment(shop.deps(), sessionId, { isRebuilt: true });
      expect(await shop.order(orderId)).toMatchObject({ paymentStatus: "paid", blockedAt: null });
    });

    it("and whose card was listed between the card's event and the payment's is held back", async () => {
      const { orderId, sessionId } = await shop.placeAndPay();
      await hearOfCards(shop.deps(), stripe);
      const charge = await stripe.chargeOf(orderId);
      await block("card", charge.payment_method_details?.card?.fingerprint ?? "");
      await shop.settle(sessionId);
      expect(await shop.order(orderId)).toMatchObject(heldBack);
    });
  });
});
