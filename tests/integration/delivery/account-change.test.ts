import { describe, expect, it } from "vitest";
import { changeSupplier } from "@/lib/delivery/operator/change-supplier";
import { completeManually } from "@/lib/delivery/operator/deliver-manually";
import { recheckEnded } from "@/lib/delivery/progress/recheck-ended";
import { pollRefills } from "@/lib/delivery/refills/poll-refills";
import { pauseSupplier } from "@/lib/delivery/suppliers/edit-supplier";
import { listSuppliers } from "@/lib/delivery/suppliers/list-suppliers";
import { codeOf } from "../../support/database";
import { useDeliveries } from "../../support/deliveries";
import { byOps, paidOrderFactory } from "../../support/factories";
import { pointSuppliersAt } from "../../support/panel";
import { submitOptions } from "../../support/submitting";
import { startHeldSupplier, startNumberedSupplier } from "../../support/suppliers";

const { database, db, panel, provider, findItem, findOrder, sentOrder, submit, poll, nextDay, ...at } =
  useDeliveries();
const { isInReview, eventsOf, jobs, sweep } = at;
const deps = () => ({ db: db(), provider });

type Choice = { account?: "same" | "other"; apiUrl?: string };

/** Enters a supplier's key again, and an address if there is one. */
const changeAccess = (supplierId: string | null, { account, apiUrl }: Choice = {}) =>
  changeSupplier(deps(), {
    supplierId: supplierId ?? "",
    change: { apiKey: "panel-key-1", ...(apiUrl && { apiUrl }) },
    account,
    ...byOps,
  });

/** An item in progress, and the panel that its supplier moves to, which has another order under the same number. */
async function movingSupplier() {
  const { order, item } = await sentOrder();
  const elsewhere = await startNumberedSupplier("1");
  elsewhere.reports.set(item.providerOrderId ?? "", { status: "Canceled", remains: "100" });
  return { order, item, elsewhere };
}

describe("a new address or key of a supplier", () => {
  it.each(["address", "key"])(
    "is refused while items are in flight, until an administrator says whose account it is (%s)",
    async (changed) => {
      const { item, elsewhere } = await movingSupplier();
      const supplier = { where: { id: item.supplierId ?? "" } };
      const before = await db().supplier.findUniqueOrThrow(supplier);
      const choice = changed === "address" ? { apiUrl: elsewhere.url } : {};
      await expect(changeAccess(item.supplierId, choice)).rejects.toMatchObject({
        code: "invalid_input",
        fieldErrors: { account: expect.stringContaining("1 item") },
      });
      expect(await db().supplier.findUniqueOrThrow(supplier)).toEqual(before);
    },
  );

  it("needs no answer when the shop asks about nothing there", async () => {
    const supplier = await db().supplier.findFirstOrThrow({ orderBy: { name: "asc" } });
    await changeAccess(supplier.id);
  });

  it("of the same account keeps the items: they are polled at the new address", async () => {
    const { order, item, elsewhere } = await movingSupplier();
    elsewhere.reports.set(item.providerOrderId ?? "", { status: "Completed", remains: "0" });
    await changeAccess(item.supplierId, { account: "same", apiUrl: elsewhere.url });
    await poll();
    expect((await findOrder(order.id)).status).toBe("completed");
  });

  it("of another account leaves the items behind: they are in review with their old number, and never polled there", async () => {
    const { order, item, elsewhere } = await movingSupplier();
    await changeAccess(item.supplierId, { account: "other", apiUrl: elsewhere.url });
    await poll();
    expect(elsewhere.asked).toEqual([]);
    expect(await findItem(item.id)).toMatchObject({
      state: "submitted",
      reason: "account_changed",
      providerOrderId: null,
      formerOrderNumber: item.providerOrderId,
    });
    expect(await isInReview(item.id)).toBe(true);
    expect(await eventsOf(order.id, "item.account_changed")).toMatchObject([
      { data: { number: item.providerOrderId } },
    ]);
    await completeManually(db(), { itemId: item.id, deliveredUnits: item.quantity, ...byOps });
    expect((await findOrder(order.id)).status).toBe("completed");
  });

  it("of another account ends the daily question about completed items and their refills", async () => {
    const { item } = await at.completedOrder(panel);
    await db().refill.create({
      data: { itemId: item.id, state: "in_progress", supplierRefillId: "4", nextCheckAt: new Date(0) },
    });
    const elsewhere = await startNumberedSupplier("1");
    await changeAccess(item.supplierId, { account: "other", apiUrl: elsewhere.url });
    await nextDay();
    expect(await recheckEnded(deps())).toBe(1);
    expect(await pollRefills(submitOptions(database.current))).toBe(0);
    expect(elsewhere.asked).toEqual([]);
    expect(await findItem(item.id)).toMatchObject({ state: "completed", reviewSince: null });
    expect(await jobs("count-targets")).not.toEqual([]);
  });

  it("of another account is refused while a call to the old one is open", async () => {
    const held = await startHeldSupplier();
    await pointSuppliersAt(database.current, held.url);
    const { item } = await paidOrderFactory(db());
    const submitting = submit(item.id);
    await expect.poll(() => held.calls.length).toBe(1);
    const { supplierId } = await findItem(item.id);
    expect(await codeOf(changeAccess(supplierId, { account: "other" }))).toBe("conflict");
    held.answer();
    await submitting;
    await changeAccess(supplierId, { account: "other" });
  });

  it("of another account lets a late answer of the old one flag its order, and not number the item", async () => {
    const held = await startHeldSupplier(() => ({ order: 9_001 }));
    await pointSuppliersAt(database.current, held.url);
    const { item, order } = await paidOrderFactory(db());
    const submitting = submit(item.id);
    await expect.poll(() => held.calls.length).toBe(1);
    await db().fulfillmentItem.update({ where: { id: item.id }, data: { leasedAt: new Date(0) } });
    await sweep(1_000);
    const { supplierId } = await findItem(item.id);
    await changeAccess(supplierId, { account: "other" });
    held.answer();
    await submitting;
    expect(await findItem(item.id)).toMatchObject({ state: "unknown", providerOrderId: null });
    expect((await findOrder(order.id)).flagReason).toBe("late_answer");
  });
});

describe("a supplier that is paused", () => {
  it("still has its items in flight polled, counted and in review", async () => {
    const { order, item } = await sentOrder();
    await pauseSupplier(db(), { supplierId: item.supplierId ?? "", isPaused: true, ...byOps });
    const summary = (await listSuppliers(db())).find(({ id }) => id === item.supplierId);
    expect(summary).toMatchObject({ isActive: false, openItems: 1 });
    await panel.setOrder(item.providerOrderId, { status: "Error" });
    await poll();
    expect(await isInReview(item.id)).toBe(true);
    await panel.setOrder(item.providerOrderId, { status: "Completed" });
    await poll();
    expect((await findOrder(order.id)).status).toBe("completed");
    await db().supplier.updateMany({ data: { isActive: true } });
  });
});
