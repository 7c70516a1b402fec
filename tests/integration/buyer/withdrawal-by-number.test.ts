import { describe, expect, it } from "vitest";
import { previewWithdrawal } from "@/lib/buyer/withdrawal/carry-out-withdrawal";
import { findWithdrawal } from "@/lib/buyer/withdrawal/take-statement";
import { blockOrder } from "@/lib/delivery/operator/block-order";
import { usePanel } from "../../support/panel";
import { useShopAtStripe } from "../../support/shop";
import { delivering } from "../../support/submitting";
import { withdrawing } from "../../support/withdrawing";

const { database, db, shop } = useShopAtStripe();
const panel = usePanel(database);
shop.checkAfterEach();
const { submit } = delivering(database);
const { withdraw, withdrawByNumber, refunded, receipts, answerOf } = withdrawing(database, shop);

describe("a withdrawal by number and address", () => {
  it("pauses what is unsent, and cancels and refunds nothing before the order's own link confirms it", async () => {
    const { orderId, itemId, token } = await shop.placeReady();
    const stated = await withdrawByNumber(orderId, { name: "A Stranger" });
    expect(stated).toMatchObject({ orderId, outcome: "unconfirmed" });
    await submit(itemId);
    expect((await panel.view()).addCalls).toBe(0);
    expect(await shop.order(orderId)).toMatchObject({
      status: "processing",
      withdrawnAt: null,
      blockedReason: "withdrawal_unconfirmed",
      items: [{ state: "ready" }],
      events: expect.arrayContaining([expect.objectContaining({ type: "withdrawal.stated" })]),
    });
    expect(await refunded(orderId)).toEqual([]);
    expect(await receipts(`${stated.id}:unconfirmed`)).toMatchObject([{ recipient: "buyer@example.com" }]);
    expect(await answerOf(stated.id)).toContain("Please confirm the withdrawal");
    expect(await findWithdrawal(db(), token)).toMatchObject({
      isOffered: true,
      receipt: { isUnconfirmed: true },
    });
    expect(await previewWithdrawal(db(), orderId)).toContain("$2.29 goes back");

    const confirmed = await withdraw(orderId);
    expect(confirmed).toMatchObject({
      id: stated.id,
      statedAt: stated.statedAt,
      name: "Mara Lindqvist",
      outcome: "withdrawn",
      backCents: 229,
    });
    expect(await receipts(stated.id)).toHaveLength(1);
    expect(await shop.order(orderId)).toMatchObject({ status: "failed", blockedAt: null });
    expect(await findWithdrawal(db(), token)).toMatchObject({ isOffered: false });
    expect(await refunded(orderId)).toEqual([229]);
  });

  it("counts from the statement, also when it is confirmed after the 14 days", async () => {
    const { orderId } = await shop.placeReady();
    const { id } = await withdrawByNumber(orderId);
    await db()
      .$executeRaw`UPDATE orders SET paid_at = now() - interval '30 days' WHERE id = ${orderId}::uuid`;
    await db().$executeRaw`
      UPDATE withdrawals SET stated_at = now() - interval '20 days' WHERE id = ${id}::uuid`;
    expect(await withdraw(orderId)).toMatchObject({ outcome: "withdrawn" });
    expect(await refunded(orderId)).toEqual([229]);
  });

  it("leaves an earlier block of the order as it is", async () => {
    const { orderId } = await shop.placeReady();
    const admin = { id: "6f7bb1f2-8d0a-4c57-9a1f-3f3d6a0a7c11", email: "operator@example.com" };
    const audit = { actor: admin, address: "203.0.113.7", reason: "The bank called" };
    await blockOrder(db(), { orderId, ...audit });
    await withdrawByNumber(orderId);
    expect(await shop.order(orderId)).toMatchObject({ blockedReason: "The bank called" });
  });

  it("with invented numbers and addresses opens no ticket, and one a day where one of both is real", async () => {
    const { orderId } = await shop.placeReady();
    for (let number = 0; number < 20; number++) {
      const invented = { orderNumber: `0badc0${number + 10}`, email: `nobody${number}@example.com` };
      expect(await withdrawByNumber("", invented)).toMatchObject({ outcome: "unmatched" });
    }
    expect(await db().supportTicket.count()).toBe(0);
    for (let number = 0; number < 3; number++) {
      await withdrawByNumber("", { orderNumber: `0badc0${number + 40}` });
      await withdrawByNumber(orderId, { email: `stranger${number}@example.com` });
    }
    const tickets = await db().supportTicket.findMany({ select: { email: true } });
    expect(tickets.map(({ email }) => email).sort()).toEqual(["buyer@example.com", "stranger0@example.com"]);
    await db().supportTicket.deleteMany();
  });
});
