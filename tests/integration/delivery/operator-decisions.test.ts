import type { ServerResponse } from "node:http";
import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/base/ids";
import { addMs, hour } from "@/lib/base/time/time";
import { cancelAtSupplier, cancelIfWanted } from "@/lib/delivery/cancel/cancel-at-supplier";
import { attachProviderOrder } from "@/lib/delivery/operator/attach-provider-order";
import { cancelItem } from "@/lib/delivery/operator/cancel-item";
import { resubmitItem } from "@/lib/delivery/operator/resubmit-item";
import { codeOf, readClockAhead } from "../../support/database";
import { useDeliveries } from "../../support/deliveries";
import { byOps, paidOrderFactory, setItems } from "../../support/factories";
import { nowhere, pointSuppliersAt } from "../../support/panel";
import { likesOf } from "../../support/submitting";
import { answering, openEmulator } from "../../support/suppliers";

const { database, db, panel, ...at } = useDeliveries();
const { provider, findItem, findOrder, sentOrder, poll, jobs, audited, eventsOf, submit, sweep } = at;
const deps = () => ({ db: db(), provider });
const of = ({ id: itemId }: { id: string }) => ({ itemId, ...byOps });

beforeEach(async () => {
  await db().supplier.updateMany({ data: { kind: "panel_v2", failures: 0, openUntil: null, tokens: 1000 } });
});

/** An item whose `add` was carried out while its answer got lost. */
async function unknownOrder(username = `lost${newId().slice(-12)}`) {
  await panel.control({ faults: { add: ["lost"] } });
  const { order, item } = await sentOrder({ username });
  expect(item.state).toBe("unknown");
  const [number] = Object.entries((await panel.view()).orders).find(([, bought]) =>
    bought.link.includes(username),
  ) ?? [""];
  return { order, item, number };
}

describe("attaching a supplier's number", () => {
  it("lets an item whose outcome was unknown be followed to its end, without a second purchase", async () => {
    const { order, item, number } = await unknownOrder();
    // The second time changes nothing.
    for (let time = 0; time < 2; time++)
      await attachProviderOrder(deps(), { ...of(item), providerOrderId: number });
    const attached = { state: "submitted", providerOrderId: number, reviewSince: null };
    expect(await findItem(item.id)).toMatchObject(attached);
    expect((await findOrder(order.id)).providerOrderId).toBe(number);
    await panel.control({ speed: 0 });
    await poll();
    expect((await findOrder(order.id)).status).toBe("completed");
    expect((await panel.view()).accepted).toBe(1);
    expect(await audited(item.id)).toEqual(["item.attached"]);
  });

  it("lets an item that a restored database had as never sent be late like any other", async () => {
    const { item, number } = await unknownOrder();
    await setItems(db(), { id: item.id }, { leasedAt: null, submittedAt: null });
    await attachProviderOrder(deps(), { ...of(item), providerOrderId: number });
    const wait = (hours: number) => db().$executeRaw`UPDATE fulfillment_items SET
      submitted_at = submitted_at - ${hours}::int * interval '1 hour',
      leased_at = leased_at - ${hours}::int * interval '1 hour'`;
    await wait(2);
    await panel.control({ faults: { status: ["unknown"] } });
    await poll();
    expect((await findItem(item.id)).reason).toBe("not_known_to_supplier");
    await poll();
    expect((await findItem(item.id)).reason).toBeNull();
    await wait(71);
    expect((await sweep()).late).toBe(1);
  });

  const numberOf = async (order?: { quantity: number }) =>
    (await sentOrder(order)).item.providerOrderId ?? "";
  it.each([
    ["the supplier doesn't know it", async () => "999999999999", /does not know number 999999999999/],
    ["another item has it", () => numberOf(), /belongs to another item/],
    ["it is for more units", () => numberOf({ quantity: 5_000 }), /5000 to deliver/],
  ])("refuses a number with conflict when %s", async (_, number, message) => {
    const { item } = await unknownOrder();
    const attached = attachProviderOrder(deps(), { ...of(item), providerOrderId: await number() });
    await expect(attached).rejects.toMatchObject({
      code: "conflict",
      userMessage: expect.stringMatching(message),
    });
    expect((await findItem(item.id)).state).toBe("unknown");
    expect(await audited(item.id)).toEqual([]);
  });

  it("takes a number as its supplier writes it, with leading zeros too", async () => {
    const { item } = await unknownOrder();
    const supplier = await openEmulator(answering('{"00412":{"status":"Pending","remains":"100"}}'));
    await pointSuppliersAt(database.current, supplier.url);
    await attachProviderOrder(deps(), { ...of(item), providerOrderId: "00412" });
    expect(await findItem(item.id)).toMatchObject({ state: "submitted", providerOrderId: "00412" });
  });
});

describe("sending an item again", () => {
  it("whose outcome is unknown is a second purchase, by an operator's decision", async () => {
    const { item } = await unknownOrder();
    await resubmitItem(db(), of(item));
    expect(await findItem(item.id)).toMatchObject({ state: "ready", reviewSince: null });
    expect(await jobs("submit-item")).toContain(`submit:${item.id}`);
    await submit(item.id);
    expect((await findItem(item.id)).state).toBe("submitted");
    expect((await panel.view()).accepted).toBe(2);
    expect(await audited(item.id)).toEqual(["item.resubmitted"]);
  });

  it("that was refused asks the same suppliers again", async () => {
    await panel.control({ faults: { add: ["service", "service", "service"] } });
    const { item } = await sentOrder();
    await submit(item.id);
    expect((await findItem(item.id)).state).toBe("rejected");
    await panel.control({ faults: { add: [] } });
    await resubmitItem(db(), of(item));
    await submit(item.id);
    expect((await findItem(item.id)).state).toBe("submitted");
  });

  it("counts what a supplier refuses then, even where a process reads the database's clock 3 s ahead", async () => {
    await panel.control({ faults: { add: Array.from({ length: 9 }, () => "service") } });
    const { item } = await sentOrder();
    await submit(item.id);
    expect((await findItem(item.id)).state).toBe("rejected");
    await readClockAhead(database.current);
    await resubmitItem(db(), of(item));
    for (let time = 0; time < 4; time++) await submit(item.id);
    // Each of the two suppliers was asked once more.
    expect(await findItem(item.id)).toMatchObject({ state: "rejected", attempt: 4 });
  });

  it("by two at once is sent again once", async () => {
    const { item } = await unknownOrder();
    await Promise.all([1, 2].map(() => resubmitItem(db(), of(item))));
    expect(await audited(item.id)).toEqual(["item.resubmitted"]);
  });

  it("from a page that shows an earlier lost call is refused, like the page's other actions", async () => {
    const { item, number } = await unknownOrder();
    const shown = { ...of(item), attempt: item.attempt };
    await resubmitItem(db(), shown);
    await resubmitItem(db(), shown);
    await panel.control({ faults: { add: ["lost"] } });
    await submit(item.id);
    await expect(resubmitItem(db(), shown)).rejects.toMatchObject({
      code: "conflict",
      userMessage: expect.stringMatching(/newest call/),
    });
    expect(await codeOf(cancelItem(db(), shown))).toBe("conflict");
    const attached = attachProviderOrder(deps(), { ...shown, providerOrderId: number });
    expect(await codeOf(attached)).toBe("conflict");
    await submit(item.id);
    expect(await findItem(item.id)).toMatchObject({ state: "unknown", attempt: 2 });
    expect((await panel.view()).accepted).toBe(2);
    expect(await audited(item.id)).toEqual(["item.resubmitted"]);
    await cancelItem(db(), { ...shown, attempt: 2 });
    expect((await findItem(item.id)).state).toBe("canceled");
  });
});

describe("canceling an item", () => {
  it("whose outcome stays unknown ends its order and refunds it", async () => {
    const { order, item } = await unknownOrder();
    await cancelItem(db(), of(item));
    await cancelItem(db(), of(item));
    expect(await findItem(item.id)).toMatchObject({ state: "canceled", reviewSince: null });
    expect((await findOrder(order.id)).status).toBe("failed");
    expect(await jobs("refund-undelivered")).toEqual([`refund-undelivered:${order.id}`]);
    expect(await audited(item.id)).toEqual(["item.canceled"]);
  });

  it("releases the next item for its target", async () => {
    const first = await unknownOrder("harbor");
    const second = await paidOrderFactory(db(), { username: "harbor" });
    expect(second.item.state).toBe("waiting");
    await cancelItem(db(), of(first.item));
    expect((await findItem(second.item.id)).state).toBe("ready");
  });

  it("of two leaves the order in progress until the other one ends", async () => {
    const { order, items } = await paidOrderFactory(db(), likesOf(60, 40));
    const [one, two] = items;
    if (!one || !two) throw new Error("there are two items");
    await submit(two.id);
    await cancelItem(db(), of(one));
    expect((await findOrder(order.id)).status).toBe("processing");
    await panel.control({ speed: 0 });
    await poll();
    expect(await findOrder(order.id)).toMatchObject({ status: "partial", fulfillment: { delivered: 40 } });
  });
});

describe("canceling at the supplier", () => {
  it("only asks the supplier; the item ends with the supplier's next status", async () => {
    const { order, item } = await sentOrder({ quantity: 500 });
    const answer = await cancelAtSupplier(deps(), of(item));
    expect(answer).toEqual({ outcome: "accepted", detail: null });
    expect((await findItem(item.id)).state).toBe("submitted");
    await poll();
    expect((await findItem(item.id)).state).toBe("canceled");
    expect((await findOrder(order.id)).status).toBe("failed");
    expect(await audited(item.id)).toEqual(["item.cancel_requested"]);
  });

  it("is refused once the item has ended, also after the supplier agreed", async () => {
    const { item } = await sentOrder();
    await cancelAtSupplier(deps(), of(item));
    await panel.setOrder(item.providerOrderId, { status: "Completed" });
    await poll();
    expect((await findItem(item.id)).state).toBe("completed");
    expect(await codeOf(cancelAtSupplier(deps(), of(item)))).toBe("conflict");
  });

  it("passes the supplier's refusal on, and is refused for a service without cancel", async () => {
    const { item } = await sentOrder();
    await panel.setOrder(item.providerOrderId, { status: "Completed" });
    const answer = await cancelAtSupplier(deps(), of(item));
    expect(answer).toEqual({ outcome: "rejected", detail: "Incorrect order status" });
    await db().supplierService.updateMany({ data: { canCancel: false } });
    const other = await sentOrder();
    expect(await codeOf(cancelAtSupplier(deps(), of(other.item)))).toBe("conflict");
    await db().supplierService.updateMany({ data: { canCancel: true } });
  });

  it("is possible again after a lost answer to the shop or an operator, not after the supplier agreed", async () => {
    const { item } = await sentOrder();
    await db().fulfillmentItem.update({ where: { id: item.id }, data: { reason: "not_started" } });
    const broken = await openEmulator(answering("", 500));
    await pointSuppliersAt(database.current, broken.url);
    await cancelIfWanted(deps(), item.id);
    const later = addMs(new Date(), hour);
    await db().fulfillmentItem.update({ where: { id: item.id }, data: { nextCheckAt: later } });
    const asked = () => cancelAtSupplier(deps(), of(item));
    expect(await asked()).toMatchObject({ outcome: "unknown" });
    // Only its status tells what happened, so it is polled soon.
    expect((await findItem(item.id)).nextCheckAt?.getTime()).toBeLessThan(later.getTime());
    await pointSuppliersAt(database.current, panel.url());
    for (let time = 0; time < 2; time++) expect(await asked()).toMatchObject({ outcome: "accepted" });
    expect((await panel.view()).calls.cancel).toBe(1);
  });

  it("is refused to an operator while the shop itself is asking, so that the supplier is asked once", async () => {
    const { item } = await sentOrder();
    await db().fulfillmentItem.update({ where: { id: item.id }, data: { reason: "not_started" } });
    const held: (() => void)[] = [];
    const accept = answering(`[{"order":${item.providerOrderId},"cancel":1}]`);
    const holdFirst = (response: ServerResponse) => {
      if (held.length > 0) accept(response);
      else held.push(() => accept(response));
    };
    const supplier = await openEmulator(holdFirst);
    await pointSuppliersAt(database.current, supplier.url);
    const asking = cancelIfWanted(deps(), item.id);
    await expect.poll(() => held.length).toBe(1);
    expect(await codeOf(cancelAtSupplier(deps(), of(item)))).toBe("conflict");
    held[0]?.();
    await asking;
    expect(supplier.calls()).toBe(1);
    expect(await cancelAtSupplier(deps(), of(item))).toMatchObject({ outcome: "accepted" });
  });

  it("shows a refusal also where an earlier answer was lost", async () => {
    const { item } = await sentOrder();
    await setItems(db(), { id: item.id }, { cancelRequestedAt: new Date(), cancelOutcome: "unknown" });
    await panel.setOrder(item.providerOrderId, { status: "Completed" });
    expect(await cancelAtSupplier(deps(), of(item))).toMatchObject({ outcome: "rejected" });
    expect((await findItem(item.id)).cancelRequestedAt).toBeNull();
  });

  it("fails without a trace when the supplier can't be reached, so that the item is asked for again", async () => {
    const { order, item } = await sentOrder();
    await pointSuppliersAt(database.current, nowhere);
    expect(await codeOf(cancelAtSupplier(deps(), of(item)))).toBe("upstream_failed");
    expect(await eventsOf(order.id, "item.cancel_requested")).toEqual([]);
  });
});
