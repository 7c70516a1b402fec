import { describe, expect, it } from "vitest";
import { closeAlert } from "@/lib/alerts/close-alert";
import { resolveItem } from "@/lib/delivery/evidence/resolve-item";
import { cancelItem } from "@/lib/delivery/operator/cancel-item";
import { resubmitItem } from "@/lib/delivery/operator/resubmit-item";
import { pauseOrder } from "@/lib/delivery/submit/check-target";
import { runCommand } from "@/lib/ops/run-command";
import { applyDispute } from "@/lib/payments/apply-dispute";
import { findPayment } from "@/lib/payments/find-payment";
import { findQuarantine, startQuarantine } from "@/lib/quarantine/start-quarantine";
import { checkStripe } from "@/lib/recovery/read-stripe";
import { previewRecovery, recover, releaseIfNothingIsLost } from "@/lib/recovery/recover";
import { sendRefund } from "@/lib/refunds/send-refund";
import { sweep } from "@/lib/worker/sweep";
import { codeOf } from "../../support/database";
import { blockFactory, byOps } from "../../support/factories";
import { checkInvariants } from "../../support/invariants";
import { useMail } from "../../support/mail";
import { useRestorableShop } from "../../support/restorable-shop";
import { submitOptions, submitting } from "../../support/submitting";

const { database, db, stripe, shop, panel, submit, deps, markFile, verify, verifyElsewhere, ...at } =
  useRestorableShop();
const { addCalls, paidItem, shopAtWork, stateOf } = at;
const { leaveInCall, makeDue } = submitting(database);
const mail = useMail(database);
const sweepAll = () => sweep({ ...deps(), submitLeaseMs: 60_000, jobLeaseMs: 60_000 });

describe("a ready item that was bought after the copy was made", () => {
  it("is not bought again by the restored database, and recovery gives it its number", async () => {
    await shopAtWork();
    const { itemId, orderId } = await paidItem("lucarows");
    await database.copy();
    await submit(itemId);
    expect(await addCalls()).toBe(2);
    await database.restore();

    // Before any process has checked the database: the lease itself notices that it is another one.
    await submit(itemId);
    expect([await stateOf(itemId), await addCalls()]).toEqual(["ready", 2]);
    await verify();
    expect((await findQuarantine(db()))?.reason).toContain("another database");
    await submit(itemId);
    expect(await sweepAll()).toMatchObject({ enqueued: 0 });
    expect(await addCalls()).toBe(2);

    expect(await recover(deps(), byOps)).toMatchObject({
      items: [{ itemId }],
      uncertain: [],
      held: { items: 0 },
    });
    expect(await findQuarantine(db())).toBeNull();
    const [item] = (await shop.order(orderId)).items;
    const bought = Object.entries((await panel.view()).orders).find(([, order]) => order.link === item?.link);
    expect(item).toMatchObject({ state: "submitted", providerOrderId: bought?.[0] });
    await verify();
    await submit(itemId);
    expect(await addCalls()).toBe(2);
    const next = await paidItem("luma.ceramics");
    await submit(next.itemId);
    expect([await stateOf(next.itemId), await addCalls()]).toEqual(["submitted", 3]);
    expect(await checkInvariants(db())).toEqual([]);
  });

  it("waits in review with an equal item when one of them was bought and no evidence shows which", async () => {
    await shopAtWork();
    const items = [(await paidItem("lucarows")).itemId, (await paidItem("luma.ceramics")).itemId];
    await database.copy();
    await submit(items[1] ?? "");
    await database.restore();
    await verify();
    const later = await paidItem("wanderwithmara");
    const found = await recover(deps(), byOps);
    expect(found).toMatchObject({ items: [], held: { items: 2 } });
    expect(found?.uncertain.toSorted()).toEqual(items.toSorted());
    const rows = await db().fulfillmentItem.findMany({ where: { id: { in: items } } });
    expect(rows.map(({ state, reason }) => [state, reason])).toEqual(
      Array(2).fill(["unknown", "database_restored"]),
    );
    for (const itemId of items) await submit(itemId);
    expect(await addCalls()).toBe(2);
    // This item was paid for in quarantine, so it was certainly not bought before and need not wait.
    expect(await stateOf(later.itemId)).not.toBe("unknown");
  });

  it("is sent normally when the supplier's account shows that nothing was bought", async () => {
    await shopAtWork();
    const { itemId } = await paidItem("lucarows");
    await database.copy();
    await database.restore();
    await verify();
    expect(await releaseIfNothingIsLost(deps())).toBe(true);
    await verify();
    await submit(itemId);
    expect([await stateOf(itemId), await addCalls()]).toEqual(["submitted", 2]);
  });
});

describe("an item whose call's outcome is open in the copy, and that was bought afterwards", () => {
  /** Buys both items, so that the supplier's account doesn't show which. */
  async function buyBoth(itemIds: string[]) {
    for (const itemId of itemIds) {
      await makeDue(itemId);
      await submit(itemId);
    }
    expect(await addCalls()).toBe(3);
  }

  /** Ends the quarantine, then looks for evidence about the item and sends it as the worker's jobs would. */
  async function recoverAndSend(itemId: string) {
    await verify();
    await sweepAll();
    expect(await recover(deps(), byOps)).toMatchObject({ items: [], held: { items: 2 } });
    await verify();
    await resolveItem(submitOptions(database.current), itemId);
    await makeDue(itemId);
    await submit(itemId);
    const item = await db().fulfillmentItem.findUniqueOrThrow({ where: { id: itemId } });
    expect(item).toMatchObject({
      state: "unknown",
      reason: "database_restored",
      reviewSince: expect.any(Date),
    });
    expect(await addCalls()).toBe(3);
  }

  it.each([
    ["a lost call", new Date(0)],
    ["a call in flight", new Date()],
  ])("is not taken for one that was never sent: %s", async (_, leasedAt) => {
    await db().supplier.updateMany({ data: { evidenceMode: "balance" } });
    await shopAtWork();
    const items = [(await paidItem("lucarows")).itemId, (await paidItem("luma.ceramics")).itemId];
    await database.copy();
    await buyBoth(items);
    await database.restore();
    // The copy was made after the lease's commit and before the balance was recorded.
    await leaveInCall(items[0] ?? "", leasedAt);
    await recoverAndSend(items[0] ?? "");
  });

  it("is not repeated as its first attempt when its second one was bought", async () => {
    await db().supplier.updateMany({ data: { evidenceMode: "request_id", evidenceField: "ref" } });
    await shopAtWork();
    const items = [(await paidItem("lucarows")).itemId, (await paidItem("luma.ceramics")).itemId];
    await leaveInCall(items[0] ?? "", new Date(0));
    const extra = JSON.stringify({ extra: { ref: `${items[0]}-1` } });
    await db().$executeRaw`
      UPDATE supplier_calls SET request = request || ${extra}::jsonb WHERE item_id = ${items[0]}::uuid`;
    await sweepAll();
    await database.copy();
    await resubmitItem(db(), { itemId: items[0] ?? "", ...byOps });
    await buyBoth(items);
    await database.restore();
    await recoverAndSend(items[0] ?? "");
  });
});

describe("an item that is unsent in the copy and was bought afterwards is not given up by its old state", () => {
  /** Ends the quarantine: the item gets its number. */
  async function recoverBought(orderId: string, found: object = {}) {
    expect(await recover(deps(), byOps)).toMatchObject({ items: [{}], uncertain: [], ...found });
    await verify();
    await sweepAll();
    expect((await shop.order(orderId)).items).toMatchObject([
      { state: "submitted", providerOrderId: expect.any(String) },
    ]);
  }

  it("when its buyer did not fix the target in time, nor by an operator in quarantine", async () => {
    await shopAtWork();
    const { itemId, orderId } = await paidItem("lucarows");
    await pauseOrder(db(), orderId, "target_private");
    await database.copy();
    await db().fulfillmentItem.update({ where: { id: itemId }, data: { state: "ready", pausedUntil: null } });
    await submit(itemId);
    await database.restore();
    await verify();
    await db().fulfillmentItem.update({ where: { id: itemId }, data: { pausedUntil: new Date(0) } });
    expect(await sweepAll()).toMatchObject({ givenUp: 0 });
    expect(await codeOf(cancelItem(db(), { itemId, ...byOps }))).toBe("conflict");
    expect(await stateOf(itemId)).toBe("paused");
    await recoverBought(orderId);
  });

  it.each(["in quarantine", "by the recovery"])("when its payment is disputed (%s)", async (when) => {
    await shopAtWork();
    const { itemId, orderId } = await paidItem("lucarows");
    await database.copy();
    await submit(itemId);
    const disputeId = await stripe.dispute(orderId);
    await database.restore();
    await verify();
    if (when === "in quarantine") {
      await applyDispute(deps(), disputeId);
      expect(await sweepAll()).toMatchObject({ unfunded: 0 });
      expect(await shop.order(orderId)).toMatchObject({
        blockedReason: "dispute",
        items: [{ state: "ready" }],
      });
    }
    await recoverBought(orderId, { disputes: when === "in quarantine" ? 0 : 1 });
    expect(await shop.order(orderId)).toMatchObject({ status: "processing", paymentStatus: "disputed" });
  });

  it("when its payment has gone back", async () => {
    await shopAtWork();
    const { itemId, orderId } = await paidItem("lucarows");
    await database.copy();
    await submit(itemId);
    await shop.refund(orderId);
    await shop.sendRefunds(orderId);
    await database.restore();
    await verify();
    await recoverBought(orderId, { refunds: 1 });
    expect(await shop.order(orderId)).toMatchObject({ status: "processing", paymentStatus: "refunded" });
  });

  it("after the recovery, when it waited for its target and no evidence shows whether it was bought", async () => {
    await shopAtWork();
    const [first, behind] = [await paidItem("lucarows"), await paidItem("lucarows")];
    await database.copy();
    await submit(first.itemId);
    await database.restore();
    await verify();
    await recover(deps(), byOps);
    await verify();
    expect(await stateOf(behind.itemId)).toBe("rejected");
    await applyDispute(deps(), await stripe.dispute(behind.orderId));
    expect(await sweepAll()).toMatchObject({ unfunded: 0 });
    expect(await stateOf(behind.itemId)).toBe("rejected");
    await cancelItem(db(), { itemId: behind.itemId, ...byOps });
    expect(await stateOf(behind.itemId)).toBe("canceled");
  });
});

describe("a payment of an order that was placed after the copy was made", () => {
  it("is not foreign: its order is rebuilt with the same link, lines and sums, and waits for recovery", async () => {
    await shopAtWork();
    await database.copy();
    const placed = await shop.placeAndPay({ username: "lucarows" });
    const lost = await shop.order(placed.orderId);
    await database.restoreDisk();
    await verifyElsewhere();
    expect(await findQuarantine(db())).toBeNull();

    expect(await shop.settle(placed.sessionId)).toMatchObject({
      kind: "paid",
      orderId: placed.orderId,
    });
    const rebuilt = await shop.order(placed.orderId);
    const facts = (order: typeof lost) => ({
      ...{ token: order.token, email: order.email, username: order.username, postUrl: order.postUrl },
      ...{ packageId: order.packageId, quantity: order.quantity, total: order.priceTotalCents },
      ...{ surface: order.surface, guestKeyHash: order.guestKeyHash, currency: order.currency },
      lines: order.lines.map(({ id: _, ...line }) => line),
    });
    expect(facts(rebuilt)).toEqual(facts(lost));
    expect(rebuilt).toMatchObject({ status: "processing", paidCents: 229, items: [{ state: "ready" }] });
    expect((await findQuarantine(db()))?.reason).toContain(placed.sessionId);
    await submit(rebuilt.items[0]?.id ?? "");
    expect(await addCalls()).toBe(1);
    const witnesses = { stripeControl: `${stripe.url}/_control` };
    expect(
      (await checkInvariants(db(), witnesses)).filter(({ what }) => what.includes(placed.orderId)),
    ).toEqual([]);
  });

  it("and its purchase are taken over by the recovery, and its buyer gets one mail", async () => {
    await shopAtWork();
    await database.copy();
    const { orderId, itemId } = await paidItem("lucarows");
    await submit(itemId);
    for (const { id } of await db().emailLog.findMany()) await mail.send(id);
    await database.restore();
    await verify();
    expect(await previewRecovery(deps())).toMatchObject({ orders: 1, held: null });
    expect(await db().order.count({ where: { id: orderId } })).toBe(0);

    const found = await recover(deps(), byOps);
    expect(found).toMatchObject({ orders: 1, uncertain: [] });
    const [item] = (await shop.order(orderId)).items;
    expect(item).toMatchObject({ state: "submitted" });
    for (const { id } of await db().emailLog.findMany()) await mail.send(id);
    const toBuyer = (await mail.inbox()).filter(({ html }) => html?.includes(orderId.slice(0, 8)));
    expect(toBuyer).toHaveLength(1);
    expect(await addCalls()).toBe(2);
    expect(await checkInvariants(db())).toEqual([]);
  });

  it("stays paid although its buyer got onto the block list meanwhile, because it may have been delivered", async () => {
    await shopAtWork();
    await database.copy();
    const { orderId, itemId } = await paidItem("lucarows");
    await submit(itemId);
    await database.restore();
    await verify();
    await blockFactory(db(), "target", "instagram:lucarows");
    await recover(deps(), byOps);
    expect(await shop.order(orderId)).toMatchObject({
      paidCents: 229,
      items: [{ state: "submitted" }],
      refunds: [],
    });
  });

  /** A paid session of this shop whose order the database has lost and can't rebuild. */
  async function lostPayment() {
    const { shopId } = await db().shopState.findFirstOrThrow();
    const orderId = crypto.randomUUID();
    const session = await stripe.openStrangePage({
      customer_email: "buyer@example.com",
      cancel_url: "http://127.0.0.1:3000/order/abc",
      metadata: { order_id: orderId, attempt: "1", shop: shopId },
    });
    await stripe.pay(session.id);
    const { payment_intent } = await stripe.client().checkout.sessions.retrieve(session.id);
    return { session, orderId, shopId, paymentIntentId: String(payment_intent) };
  }

  it("without the data to rebuild its order is recorded in an alert", async () => {
    await shopAtWork();
    const { session } = await lostPayment();
    expect(await shop.settle(session.id)).toMatchObject({ kind: "lost" });
    expect(await findQuarantine(db())).not.toBeNull();
    const [alert] = await db().operatorAlert.findMany({ where: { kind: "lost_payment" } });
    expect(alert?.message).toContain("$5.00 was paid for an order that the database has lost");
  });

  it("is left to the operator once the recovery has named it, whatever is heard of it later", async () => {
    await shopAtWork();
    const { session, orderId, shopId, paymentIntentId } = await lostPayment();
    // A refund that the database has lost with its order.
    const { refunds } = stripe.client();
    const metadata = { refund_id: crypto.randomUUID(), order_id: orderId, shop: shopId };
    await refunds.create({ payment_intent: paymentIntentId, amount: 100, metadata });
    await checkStripe(deps());
    expect(await recover(deps(), byOps)).toMatchObject({ orders: 1 });
    const key = `lost_payment:${session.id}`;
    await closeAlert(db(), { key, ...byOps });

    // As the alert says.
    await refunds.create({ payment_intent: paymentIntentId });
    expect(await findPayment(deps(), paymentIntentId)).toBeNull();
    expect(await shop.settle(session.id)).toMatchObject({ kind: "lost" });
    await checkStripe(deps());
    expect(await findQuarantine(db())).toBeNull();
    expect(await db().operatorAlert.findUnique({ where: { key } })).toMatchObject({
      times: 1,
      resolvedAt: expect.any(Date),
    });
    await startQuarantine(db(), { reason: "a test" });
    expect(await previewRecovery(deps())).toMatchObject({ orders: 0, refunds: 0 });
  });
});

describe("a refund that was made after the copy was made", () => {
  it("is taken over, and no second refund exceeds the payment", async () => {
    await shopAtWork();
    const { orderId, itemId } = await paidItem("lucarows");
    await submit(itemId);
    await verify();
    await database.copy();
    const { refundId } = await shop.refund(orderId, { kind: "part", amountCents: 45 });
    await sendRefund({ db: db(), stripe: stripe.client() }, refundId);
    await database.restore();
    await verify();

    expect(await codeOf(shop.refund(orderId))).toBe("conflict");
    const found = await recover(deps(), byOps);
    expect(found).toMatchObject({ refunds: 1 });
    expect(await shop.order(orderId)).toMatchObject({ refundedCents: 45, refunds: [{ amountCents: 45 }] });
    const second = await shop.refund(orderId);
    expect(second.amountCents).toBe(184);
    await sendRefund({ db: db(), stripe: stripe.client() }, second.refundId);
    expect(await shop.order(orderId)).toMatchObject({ refundedCents: 229, paymentStatus: "refunded" });
    expect(await checkInvariants(db())).toEqual([]);
  });

  it("is taken over with a payment that the copy does not know yet, so nothing is bought for it", async () => {
    await shopAtWork();
    const placed = await shop.place({ username: "lucarows" });
    await database.copy();
    await stripe.pay(placed.sessionId);
    await shop.settle(placed.sessionId);
    const { refundId } = await shop.refund(placed.orderId);
    await sendRefund(shop.deps(), refundId);
    await database.restore();
    await verify();

    expect(await recover(deps(), byOps)).toMatchObject({ payments: 1, refunds: 1 });
    await verify();
    await submit((await shop.order(placed.orderId)).items[0]?.id ?? "");
    expect(await addCalls()).toBe(1);
    await sweepAll();
    expect(await shop.order(placed.orderId)).toMatchObject({
      status: "failed",
      paymentStatus: "refunded",
      items: [{ state: "canceled", reason: "refunded" }],
    });
    expect(await checkInvariants(db())).toEqual([]);
  });

  it("a refund requested in the copy is not sent in quarantine, nor is its mail", async () => {
    await shopAtWork();
    const { orderId } = await paidItem("lucarows");
    const { refundId } = await shop.refund(orderId);
    await database.copy();
    await database.restore();
    await verify();
    await sendRefund({ db: db(), stripe: stripe.client() }, refundId);
    expect(await shop.refundsAtStripe(orderId)).toEqual([]);
    for (const { id } of await db().emailLog.findMany()) await mail.send(id);
    expect(await mail.inbox()).toEqual([]);
  });
});

describe("npm run ops -- recover", () => {
  const ops = (...argv: string[]) =>
    runCommand(
      () => ({
        ...deps(),
        databaseUrl: database.current.url,
        backupKey: undefined,
        stripe: () => stripe.client(),
        markFile: markFile(),
        readInput: async () => "",
      }),
      argv,
    );

  it("may be the first to check a restored database: it reports, takes over and ends the quarantine", async () => {
    await shopAtWork();
    expect((await ops("recover")).output).toContain("There is no quarantine");
    await database.copy();
    const { orderId, itemId } = await paidItem("lucarows");
    await submit(itemId);
    await database.restore();
    const look = await ops("recover", "look");
    expect(look).toMatchObject({ status: 0, output: expect.stringContaining("1 order rebuilt") });
    expect(look.output).toContain("Nothing was changed");
    const done = await ops("recover");
    expect(done.output).toContain("1 item bought at suppliers");
    expect(done.output).toContain("The quarantine is over");
    expect((await shop.order(orderId)).items).toMatchObject([{ state: "submitted" }]);
    expect(await db().auditEntry.findMany({ where: { action: "quarantine.released" } })).toHaveLength(1);
  });

  it("ends a quarantine that an operator began, and reads from the moment that the operator gave", async () => {
    await shopAtWork();
    expect(await ops("quarantine", "yesterday", "--reason", "restored a snapshot")).toMatchObject({
      status: 2,
    });
    const since = new Date(0).toISOString();
    expect(await ops("quarantine", since, "--reason", "restored a snapshot")).toMatchObject({ status: 0 });
    expect(await findQuarantine(db())).toMatchObject({ reason: "restored a snapshot" });
    expect((await ops("recover")).output).toContain(`since ${since}`);
    expect(await findQuarantine(db())).toBeNull();
  });
});
