import { describe, expect, it } from "vitest";
import { resolveItem } from "@/lib/delivery/evidence/resolve-item";
import { cancelItem } from "@/lib/delivery/operator/cancel-item";
import { resubmitItem } from "@/lib/delivery/operator/resubmit-item";
import { pauseOrder } from "@/lib/delivery/submit/check-target";
import { runCommand } from "@/lib/ops/run-command";
import { applyDispute } from "@/lib/payments/apply-dispute";
import { findQuarantine } from "@/lib/quarantine/start-quarantine";
import { recover, releaseIfNothingIsLost } from "@/lib/recovery/recover";
import { codeOf } from "../../support/database";
import { byOps } from "../../support/factories";
import { checkInvariants } from "../../support/invariants";
import { useRestorableShop } from "../../support/restorable-shop";
import { submitOptions, submitting, sweepOnce } from "../../support/submitting";

const { database, db, stripe, shop, panel, submit, deps, markFile, verify, ...at } = useRestorableShop();
const { addCalls, paidItem, shopAtWork, stateOf } = at;
const { leaveInCall, makeDue } = submitting(database);
const sweepAll = () => sweepOnce(database.current);

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
