import { beforeEach, describe, expect, it } from "vitest";
import { startQuarantine } from "@/lib/base/quarantine/start-quarantine";
import { carryOutWithdrawal } from "@/lib/buyer/withdrawal/carry-out-withdrawal";
import { findWithdrawal } from "@/lib/buyer/withdrawal/take-statement";
import { cancelIfWanted } from "@/lib/delivery/cancel/cancel-at-supplier";
import { codeOf } from "../../support/database";
import { leaveQuarantine } from "../../support/factories";
import { pointSuppliersAt, usePanel } from "../../support/panel";
import { useShopAtStripe } from "../../support/shop";
import { delivering } from "../../support/submitting";
import { answering, openEmulator, startHeldSupplier } from "../../support/suppliers";
import { withdrawing } from "../../support/withdrawing";

const { database, db, stripe, shop } = useShopAtStripe();
const panel = usePanel(database);
shop.checkAfterEach();
const { jobs, poll, provider, submit, sweep } = delivering(database);
const { state, withdraw, refunded, receipts, answerOf } = withdrawing(database, shop);

const email = "buyer@example.com";
beforeEach(async () => {
  await leaveQuarantine(db());
  await db().supplierService.updateMany({ data: { canCancel: true } });
  await panel.control({ speed: 3_600 });
});

describe("a withdrawal in time", () => {
  it("from an order of which nothing was sent refunds everything, with a dated receipt", async () => {
    const { orderId, token } = await shop.placeReady();
    const stated = await withdraw(orderId);
    expect(stated).toMatchObject({
      orderId,
      outcome: "withdrawn",
      delivered: 0,
      openUnits: 0,
      backCents: 229,
    });
    expect(await shop.order(orderId)).toMatchObject({
      status: "failed",
      flagReason: null,
      items: [{ state: "canceled", reason: "withdrawn" }],
    });
    expect(await receipts(stated.id)).toMatchObject([
      { kind: "withdrawal-received", orderId, recipient: email },
    ]);
    expect(await answerOf(stated.id)).toContain("$2.29 goes back");
    expect((await findWithdrawal(db(), token))?.receipt).toMatchObject({ name: "Mara Lindqvist" });
    expect(await refunded(orderId)).toEqual([229]);
  });

  it("from a half-delivered order refunds the rest when its item has ended, and not the delivered units", async () => {
    const { orderId, itemId } = await shop.placeReady();
    await submit(itemId);
    const number = Object.keys((await panel.view()).orders)[0] ?? "";
    await panel.setOrder(number, { status: "In progress", remains: 40 });
    await poll();
    const stated = await withdraw(orderId);
    expect(stated).toMatchObject({ outcome: "withdrawn", delivered: 60, openUnits: 40, backCents: 0 });
    expect(await shop.order(orderId)).toMatchObject({ status: "processing", flagReason: "withdrawn" });
    for (let time = 0; time < 2; time++) await cancelIfWanted({ db: db(), provider }, itemId);
    expect((await panel.view()).calls.cancel).toBe(1);
    await panel.setOrder(number, { status: "Partial", remains: 40 });
    await poll();
    const ended = await shop.order(orderId);
    expect(ended).toMatchObject({ status: "partial", fulfillment: { delivered: 60 } });
    // 40 of 100 units of $2.29.
    expect(await refunded(orderId)).toEqual([92]);
  });

  it("lets an item that its supplier does not cancel be delivered, and does not refund it", async () => {
    const { orderId, itemId } = await shop.placeReady();
    await submit(itemId);
    await db().supplierService.updateMany({ data: { canCancel: false } });
    await withdraw(orderId);
    await cancelIfWanted({ db: db(), provider }, itemId);
    expect((await panel.view()).calls.cancel ?? 0).toBe(0);
    await panel.control({ speed: 0 });
    await poll();
    expect(await shop.order(orderId)).toMatchObject({ status: "completed", withdrawnAt: expect.any(Date) });
    expect(await refunded(orderId)).toEqual([]);
  });

  it("while an item is being sent lets that call end, and then asks the supplier to stop the item", async () => {
    const held = await startHeldSupplier();
    await db().supplier.updateMany({ data: { apiUrl: held.url } });
    const taken = await shop.placeReady();
    const sending = submit(taken.itemId);
    await expect.poll(() => held.calls.length).toBe(1);
    const stated = await withdraw(taken.orderId);
    expect(stated).toMatchObject({ outcome: "withdrawn", delivered: 0, openUnits: 100, backCents: 0 });
    held.answer();
    await sending;
    expect(await shop.order(taken.orderId)).toMatchObject({
      status: "processing",
      items: [{ state: "submitted" }],
    });
    // The sweeper finds the item, which a supplier has taken meanwhile, also after a worker died before its call.
    await db().$executeRaw`
      UPDATE fulfillment_items SET cancel_requested_at = now() - interval '61 seconds'
      WHERE id = ${taken.itemId}::uuid`;
    await sweep();
    expect(await jobs()).toContain(`cancel-late:${taken.itemId}`);
  });

  it("asks the supplier to stop an item again after a refusal of the shop's key", async () => {
    const { orderId, itemId } = await shop.placeReady();
    await submit(itemId);
    await withdraw(orderId);
    const supplier = await openEmulator(answering('{"error":"Invalid API key"}'));
    await pointSuppliersAt(database.current, supplier.url);
    expect(await codeOf(cancelIfWanted({ db: db(), provider }, itemId))).toBe("upstream_failed");
    await pointSuppliersAt(database.current, panel.url());
    await cancelIfWanted({ db: db(), provider }, itemId);
    expect((await panel.view()).calls.cancel).toBe(1);
  });

  it("cancels an item that becomes unsent afterwards, and never sends it", async () => {
    const { orderId, itemId } = await shop.placeReady({ state: "unknown", reviewSince: new Date() });
    expect(await withdraw(orderId)).toMatchObject({ outcome: "withdrawn", openUnits: 100, backCents: 0 });
    expect(await shop.order(orderId)).toMatchObject({ items: [{ state: "unknown" }], refunds: [] });
    await shop.setItems(orderId, { state: "ready", reviewSince: null });
    await submit(itemId);
    expect((await panel.view()).addCalls).toBe(0);
    expect((await sweep()).unfunded).toBe(1);
    expect(await shop.order(orderId)).toMatchObject({ status: "failed", items: [{ reason: "withdrawn" }] });
    expect(await refunded(orderId)).toEqual([229]);
  });

  it("from an order that was delivered in full refunds nothing, and says why", async () => {
    const { orderId, itemId } = await shop.placeReady();
    await panel.control({ speed: 0 });
    await submit(itemId);
    await poll();
    const stated = await withdraw(orderId);
    expect(stated).toMatchObject({ outcome: "withdrawn", delivered: 100, openUnits: 0, backCents: 0 });
    expect(await answerOf(stated.id)).toContain("so nothing goes back");
    expect(await refunded(orderId)).toEqual([]);
  });

  it("counts from the payment, which may come weeks after the order", async () => {
    const { orderId, token } = await shop.placeReady();
    await db()
      .$executeRaw`UPDATE orders SET created_at = created_at - interval '25 days' WHERE id = ${orderId}::uuid`;
    expect(await findWithdrawal(db(), token)).toMatchObject({ isOffered: true });
    expect(await withdraw(orderId)).toMatchObject({ outcome: "withdrawn", backCents: 229 });
    expect(await refunded(orderId)).toEqual([229]);
  });

  it("from an unpaid order is never late, so that a payment that still arrives goes back", async () => {
    const { orderId, sessionId } = await shop.place();
    await db()
      .$executeRaw`UPDATE orders SET created_at = created_at - interval '20 days' WHERE id = ${orderId}::uuid`;
    // The page is paid at the moment of the statement, so it can't be closed.
    await stripe.pay(sessionId);
    expect(await withdraw(orderId)).toMatchObject({ outcome: "unpaid" });
    expect(await shop.order(orderId)).toMatchObject({ paidCents: 0, items: [] });
    expect(await shop.sendRefunds(orderId)).toEqual([229]);
  });

  it("takes effect once, also when it is stated twice, at once, or handled by several jobs", async () => {
    const { orderId } = await shop.placeReady();
    const taken = await Promise.all(Array.from({ length: 4 }, () => state(orderId)));
    const ids = [...new Set(taken.map(({ id }) => id))];
    expect(ids).toHaveLength(1);
    await Promise.all(Array.from({ length: 4 }, () => carryOutWithdrawal(shop.deps(), ids[0] ?? "")));
    await withdraw(orderId);
    expect(
      (await shop.order(orderId)).events.filter(({ type }) => type.startsWith("withdrawal.")),
    ).toHaveLength(1);
    expect(await receipts(ids[0] ?? "")).toHaveLength(1);
    expect(await refunded(orderId)).toEqual([229]);
  });
});

describe("a withdrawal in quarantine", () => {
  it("is accepted with its receipt, and decided after the quarantine", async () => {
    const { orderId } = await shop.placeReady();
    await startQuarantine(db(), { reason: "a test", agreedUntil: new Date() });
    const stated = await withdraw(orderId);
    expect(stated).toMatchObject({ outcome: null, decidedAt: null });
    expect(await receipts(stated.id)).toMatchObject([{ orderId, state: "queued" }]);
    expect(await shop.order(orderId)).toMatchObject({ items: [{ state: "ready" }], withdrawnAt: null });
    await leaveQuarantine(db());
    await db()
      .$executeRaw`UPDATE withdrawals SET stated_at = now() - interval '1 minute' WHERE id = ${stated.id}::uuid`;
    await db()
      .$executeRaw`DELETE FROM graphile_worker._private_jobs WHERE key = ${`withdrawal:${stated.id}`}`;
    await sweep();
    expect(await jobs()).toContain(`withdrawal:${stated.id}`);
    await carryOutWithdrawal(shop.deps(), stated.id);
    expect(await shop.order(orderId)).toMatchObject({ status: "failed" });
    expect(await receipts(stated.id)).toHaveLength(1);
    expect(await refunded(orderId)).toEqual([229]);
  });
});
