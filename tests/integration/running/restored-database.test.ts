import { describe, expect, it } from "vitest";
import { parseEnv } from "@/lib/base/env/env";
import { findQuarantine } from "@/lib/base/quarantine/start-quarantine";
import { attachProviderOrder } from "@/lib/delivery/operator/attach-provider-order";
import { cancelItem } from "@/lib/delivery/operator/cancel-item";
import { resubmitItem } from "@/lib/delivery/operator/resubmit-item";
import { pauseOrder } from "@/lib/delivery/submit/check-target";
import { resolveItem } from "@/lib/delivery/submit/resolve-item";
import { applyDispute } from "@/lib/money/payments/apply-dispute";
import { runCommand } from "@/lib/operator/commands/run-command";
import { recover } from "@/lib/running/recovery/recover";
import { codeOf } from "../../support/database";
import { byOps } from "../../support/factories";
import { checkInvariants } from "../../support/invariants";
import { useRestorableShop } from "../../support/restorable-shop";
import { submitOptions, submitting, sweepOnce } from "../../support/submitting";
import { testEnv } from "../../support/test-env";

const { database, db, stripe, shop, panel, submit, deps, markFile, verify, ...at } = useRestorableShop();
const { addCalls, paidItem, shopAtWork, stateOf } = at;
const { leaveInCall, makeDue } = submitting(database);
const sweepAll = () => sweepOnce(database.current);

const itemOf = (id: string) => db().fulfillmentItem.findUniqueOrThrow({ where: { id } });
const held = { state: "unknown", reason: "database_restored", reviewSince: expect.any(Date) };

/** The number under which a panel has an order for this item. */
async function numberOf(itemId: string): Promise<string> {
  const { link } = await itemOf(itemId);
  const bought = Object.entries((await panel.view()).orders).find(([, order]) => order.link === link);
  return bought?.[0] ?? "";
}

describe("a ready item that was bought after the copy was made", () => {
  it("is not bought again by the restored database: it waits in review until its number is attached", async () => {
    await shopAtWork();
    const { itemId } = await paidItem("lucarows");
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
    // This item is paid for in quarantine, so it was certainly not bought before and need not wait.
    const later = await paidItem("luma.ceramics");

    const found = await recover(deps(), byOps);
    expect(found).toMatchObject({
      uncertain: [{ id: itemId, quantity: 100 }],
      held: { refills: 0, mails: 0 },
    });
    expect(await findQuarantine(db())).toBeNull();
    await verify();
    for (const id of [itemId, later.itemId]) await submit(id);
    expect(await itemOf(itemId)).toMatchObject(held);
    expect([await stateOf(later.itemId), await addCalls()]).toEqual(["submitted", 3]);

    const providerOrderId = await numberOf(itemId);
    await attachProviderOrder(deps(), { itemId, providerOrderId, ...byOps });
    expect(await itemOf(itemId)).toMatchObject({ state: "submitted", providerOrderId });
    expect(await checkInvariants(db())).toEqual([]);
  });

  it("gets the number of a supplier that the copy does not map", async () => {
    await shopAtWork();
    const { itemId } = await paidItem("lucarows");
    await database.copy();
    await submit(itemId);
    const boughtAt = await itemOf(itemId);
    await database.restore();
    await db().$executeRaw`
      DELETE FROM service_mappings USING supplier_services AS service
      WHERE service.id = supplier_service_id AND service.supplier_id = ${boughtAt.supplierId}::uuid`;
    await verify();

    const found = await recover(deps(), byOps);
    const { name, id: supplierId } = await db().supplier.findUniqueOrThrow({
      where: { id: boughtAt.supplierId ?? "" },
    });
    expect(found?.suppliers.find((text) => text.startsWith(name))).toContain("knows 1 of the newest 1");
    expect((await itemOf(itemId)).supplierId).not.toBe(supplierId);
    const attach = () => {
      const providerOrderId = boughtAt.providerOrderId ?? "";
      return attachProviderOrder(deps(), { itemId, providerOrderId, supplierId, ...byOps });
    };
    const because = (reason: string) =>
      db().fulfillmentItem.update({ where: { id: itemId }, data: { reason } });
    await because("worker_lost");
    expect(await codeOf(attach()), "without a restore it is known who was asked").toBe("conflict");
    await because("database_restored");
    await attach();
    expect(await itemOf(itemId)).toMatchObject({ state: "submitted", supplierId });
  });

  it("waits with all other unsent items, whatever the supplier's account shows", async () => {
    await shopAtWork();
    const items = [(await paidItem("lucarows")).itemId, (await paidItem("luma.ceramics")).itemId];
    await database.copy();
    await submit(items[1] ?? "");
    await database.restore();
    await verify();
    const found = await recover(deps(), byOps);
    expect(found?.uncertain.map(({ id }) => id).toSorted()).toEqual(items.toSorted());
    for (const itemId of items) await submit(itemId);
    expect(await Promise.all(items.map(itemOf))).toMatchObject([held, held]);
    expect(await addCalls()).toBe(2);
  });

  it("is sent normally when an operator vouches that the database has lost nothing", async () => {
    await shopAtWork();
    const { itemId } = await paidItem("lucarows");
    await database.copy();
    await database.restore();
    await verify();
    expect(await recover(deps(), byOps, { isComplete: true })).not.toBeNull();
    await verify();
    await submit(itemId);
    expect([await stateOf(itemId), await addCalls()]).toEqual(["submitted", 2]);
  });
});

describe("an item whose call's outcome is open in the copy, and that was bought afterwards", () => {
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
    expect((await recover(deps(), byOps))?.uncertain).toHaveLength(2);
    await verify();
    await resolveItem(submitOptions(database.current), itemId);
    await makeDue(itemId);
    await submit(itemId);
    expect(await itemOf(itemId)).toMatchObject(held);
    expect(await addCalls()).toBe(3);
  }

  it.each([
    ["a lost call", new Date(0)],
    ["a call in flight", new Date()],
  ])("is not taken for one that was never sent: %s", async (_, leasedAt) => {
    await shopAtWork();
    const items = [(await paidItem("lucarows")).itemId, (await paidItem("luma.ceramics")).itemId];
    await database.copy();
    await buyBoth(items);
    await database.restore();
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
  /** Ends the quarantine: the item waits in review. */
  async function recoverBought(orderId: string, stripe: object = {}) {
    expect(await recover(deps(), byOps)).toMatchObject({ uncertain: [{}], stripe });
    await verify();
    await sweepAll();
    expect((await shop.order(orderId)).items).toMatchObject([held]);
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
    await recoverBought(orderId, { disputes: when === "in quarantine" ? [] : [{ id: disputeId }] });
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
    await recoverBought(orderId, { refunds: [{}] });
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
        env: () => parseEnv(testEnv()),
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
    expect(done.output).toContain("1 item may have been bought and wait in review");
    expect(done.output).toMatch(/: 100 for https:.*lucarows/);
    expect(done.output).toContain("knows 1 of the newest 1");
    expect(done.output).toContain("The quarantine is over");
    const [item] = (await shop.order(orderId)).items;
    expect(item).toMatchObject(held);
    const attach = ["attach", item?.id ?? "", await numberOf(item?.id ?? "")];
    expect(await ops(...attach, "--reason", "found there")).toMatchObject({ status: 0 });
    expect(await db().auditEntry.findMany({ where: { action: "quarantine.released" } })).toHaveLength(1);
  });

  it("holds nothing when the operator vouches that nothing is lost, unless Stripe knows better", async () => {
    await shopAtWork();
    const { itemId } = await paidItem("lucarows");
    await ops("quarantine", "--reason", "moved to another machine");
    expect(await ops("recover", "complete")).toMatchObject({
      status: 0,
      output: expect.stringContaining("The quarantine is over."),
    });
    expect(await stateOf(itemId)).toBe("ready");
    await database.copy();
    await shop.place({ username: "luma.ceramics" });
    await database.restore();
    expect(await ops("recover", "complete")).toMatchObject({ status: 1 });
    expect(await findQuarantine(db())).not.toBeNull();
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
