import { describe, expect, it } from "vitest";
import { resolveItem } from "@/lib/delivery/evidence/resolve-item";
import { useDatabase } from "../../support/database";
import { useEvidence } from "../../support/evidence";
import { paidOrderFactory } from "../../support/factories";
import { pointSuppliersAt } from "../../support/panel";
import { delivering, submitOptions, useEmptyOrders } from "../../support/submitting";
import { type AddFate, answering, type EvidenceSupplier, openEmulator } from "../../support/suppliers";

const { database, db } = useDatabase();
useEmptyOrders(database);
const { submit, findItem, makeDue, leaveInCall, isInReview, jobs, sweep } = delivering(database);
const { startWith, resolve, backdateCalls } = useEvidence(database);
let supplier: EvidenceSupplier;

async function start(holdMs?: number): Promise<void> {
  supplier = await startWith({ evidenceMode: "balance" }, undefined, holdMs);
}

/** An item, of an order of its own, whose call ends like this. */
async function send(fate: AddFate) {
  const { item } = await paidOrderFactory(db());
  supplier.fates = [fate];
  await submit(item.id);
  return item;
}

/** Moves the call of an item to where its balance is stable, and examines it. */
async function resolveLater(itemId: string): Promise<void> {
  await backdateCalls(itemId);
  await resolve(itemId);
}

/** The refund of another order came during the call, and hides the price of this one from every reading. */
const hidePrice = (itemId: string) => db().$executeRaw`
  UPDATE supplier_calls SET balance_after = balance_before WHERE item_id = ${itemId}::uuid`;

describe("a supplier whose balance is the evidence", () => {
  it("gets one call at a time, however many workers send, and both balances of each call are kept", async () => {
    await start(50);
    const orders = await Promise.all(Array.from({ length: 4 }, () => paidOrderFactory(db())));
    const all = () => db().fulfillmentItem.count({ where: { state: "submitted" } });
    for (let round = 0; round < 30 && (await all()) < 4; round++) {
      await Promise.all(
        orders.map(async ({ item }) => {
          await makeDue(item.id);
          await submit(item.id);
        }),
      );
    }
    expect(await all()).toBe(4);
    expect(supplier.mostAtOnce).toBe(1);
    const calls = await db().supplierCall.findMany({ orderBy: { startedAt: "asc" } });
    expect(calls.map((call) => [Number(call.balanceBefore), Number(call.balanceAfter)])).toEqual([
      [100, 99.91],
      [99.91, 99.82],
      [99.82, 99.73],
      [99.73, 99.64],
    ]);
  });

  it("and shows a purchase leaves the item to an operator, with the note that it was bought", async () => {
    await start();
    const item = await send("lose-answer");
    await resolveLater(item.id);
    expect(await findItem(item.id)).toMatchObject({ state: "unknown", reason: "bought_number_unknown" });
    const [call] = await db().supplierCall.findMany({ where: { itemId: item.id } });
    expect(call?.answer).toContain("balance 100.0000000 before the call, 99.9100000, then 99.91000");
    expect(await isInReview(item.id)).toBe(true);
  });

  it("and is overdrawn, because the supplier gives credit, shows a purchase too", async () => {
    await start();
    supplier.balance = -500_000;
    const item = await send("lose-answer");
    await resolveLater(item.id);
    expect(await findItem(item.id)).toMatchObject({ state: "unknown", reason: "bought_number_unknown" });
    expect(supplier.orders).toHaveLength(1);
  });

  it("and shows no purchase has the item sent again, once", async () => {
    await start();
    const item = await send("lose-request");
    await resolveLater(item.id);
    expect(await findItem(item.id)).toMatchObject({ state: "ready", reason: "not_executed", attempt: 1 });
    await makeDue(item.id);
    await submit(item.id);
    expect(await findItem(item.id)).toMatchObject({ state: "submitted", attempt: 2 });
    expect(supplier.orders).toHaveLength(1);
  });

  it("is not judged before the balance is stable, and gets no other call until then", async () => {
    await start();
    const lost = await send("lose-request");
    await resolve(lost.id);
    expect((await findItem(lost.id)).state).toBe("unknown");
    const next = await paidOrderFactory(db());
    await submit(next.item.id);
    const busy = { state: "ready", reason: "supplier_busy", attempt: 0 };
    expect(await findItem(next.item.id)).toMatchObject(busy);
    await resolveLater(lost.id);
    expect((await findItem(lost.id)).state).toBe("ready");
    await makeDue(next.item.id);
    await submit(next.item.id);
    expect((await findItem(next.item.id)).state).toBe("submitted");
  });

  it("but got a refund meanwhile gives no evidence", async () => {
    await start();
    const canceled = await send("answer");
    const item = await send("lose-answer");
    supplier.balance += 900_000;
    await hidePrice(item.id);
    const data = { state: "canceled", finishedAt: new Date() } as const;
    await db().fulfillmentItem.update({ where: { id: canceled.id }, data });
    await resolveLater(item.id);
    expect(await findItem(item.id)).toMatchObject({ state: "unknown", reason: "balance_unclear" });
    expect(supplier.calls).toHaveLength(2);
  });

  it("but got a refund whose order ends while the evidence is examined proves nothing", async () => {
    await start();
    const canceled = await send("answer");
    await backdateCalls(canceled.id);
    await backdateCalls(canceled.id);
    const item = await send("lose-answer");
    supplier.balance += 900_000;
    await hidePrice(item.id);
    await backdateCalls(item.id);
    await makeDue(item.id);
    const { fulfillmentItem } = db();
    const findMany = async (input: Parameters<typeof fulfillmentItem.findMany>[0]) => {
      const data = { state: "canceled", finishedAt: new Date() } as const;
      await fulfillmentItem.update({ where: { id: canceled.id }, data });
      return fulfillmentItem.findMany(input);
    };
    const polled = { value: Object.create(fulfillmentItem, { findMany: { value: findMany } }) };
    const examining = Object.create(db(), { fulfillmentItem: polled });
    await resolveItem({ ...submitOptions(database.current), db: examining }, item.id);
    expect(await findItem(item.id)).toMatchObject({ state: "unknown", reason: "balance_unclear" });
  });

  it.each([
    [
      "has given back, unheard of, what another order cost proves nothing",
      "Canceled",
      "unknown",
      "balance_unclear",
    ],
    ["still has its other orders proves what it does without them", "In progress", "ready", "not_executed"],
  ])("that %s", async (_, word, state, reason) => {
    await start();
    const other = await send("answer");
    await backdateCalls(other.id);
    await backdateCalls(other.id);
    const item = await send(word === "Canceled" ? "lose-answer" : "lose-request");
    // Equal quantities cost the same, so the refund of one order hides the price of the other in the balance.
    if (word === "Canceled") supplier.balance += 900_000;
    supplier.words.set("7000", word);
    await hidePrice(item.id);
    await resolveLater(item.id);
    expect(await findItem(item.id)).toMatchObject({ state, reason });
    expect(supplier.calls).toHaveLength(2);
  });

  it("gets no order while its balance can't be read", async () => {
    await start();
    const broken = await openEmulator(answering("", 502));
    await pointSuppliersAt(database.current, broken.url);
    const item = await send("answer");
    expect(await findItem(item.id)).toMatchObject({ state: "ready", reason: "unreachable" });
    // Only the balance was asked for.
    expect(broken.calls()).toBe(1);
  });

  it("got no call from a worker that died before it recorded a balance", async () => {
    await start();
    const { item } = await paidOrderFactory(db());
    await leaveInCall(item.id, new Date(0));
    await sweep(1_000);
    expect(await jobs()).toContain(`resolve:${item.id}`);
    await resolve(item.id);
    expect(await findItem(item.id)).toMatchObject({ state: "ready", reason: "not_executed" });
  });
});
