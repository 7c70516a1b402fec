import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/ids";
import { useDatabase } from "../../support/database";
import { useEvidence } from "../../support/evidence";
import { paidOrderFactory } from "../../support/factories";
import { pointSuppliersAt } from "../../support/panel";
import { jobKeys, submitting, sweepOnce } from "../../support/submitting";
import type { EvidenceSupplier } from "../../support/suppliers";

const database = useDatabase();
const { submit, findItem, makeDue, isInReview } = submitting(database);
const { startWith, resolve, backdateCalls } = useEvidence(database);
let supplier: EvidenceSupplier;

beforeEach(async () => {
  const { db } = database.current;
  await db.$executeRaw`TRUNCATE orders, order_events, graphile_worker._private_jobs CASCADE`;
});

describe("a supplier whose balance is the evidence", () => {
  it("gets one call at a time, however many workers send, and both balances of each call are kept", async () => {
    supplier = await startWith({ evidenceMode: "balance" }, undefined, 50);
    const { db } = database.current;
    const orders = await Promise.all(Array.from({ length: 4 }, () => paidOrderFactory(db)));
    const all = () => db.fulfillmentItem.count({ where: { state: "submitted" } });
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
    const calls = await db.supplierCall.findMany({ orderBy: { startedAt: "asc" } });
    expect(calls.map((call) => [Number(call.balanceBefore), Number(call.balanceAfter)])).toEqual([
      [100, 99.91],
      [99.91, 99.82],
      [99.82, 99.73],
      [99.73, 99.64],
    ]);
  });

  it("and shows a purchase leaves the item to an operator, with the note that it was bought", async () => {
    supplier = await startWith({ evidenceMode: "balance" });
    const { item } = await paidOrderFactory(database.current.db);
    supplier.fates = ["lose-answer"];
    await submit(item.id);
    await backdateCalls(item.id);
    await resolve(item.id);
    expect(await findItem(item.id)).toMatchObject({ state: "unknown", reason: "bought_number_unknown" });
    const [call] = await database.current.db.supplierCall.findMany({ where: { itemId: item.id } });
    expect(call?.answer).toContain("balance 100.0000000 before the call, 99.9100000, then 99.91000");
    expect(await isInReview(item.id)).toBe(true);
  });

  it("and shows no purchase has the item sent again, once", async () => {
    supplier = await startWith({ evidenceMode: "balance" });
    const { item } = await paidOrderFactory(database.current.db);
    supplier.fates = ["lose-request"];
    await submit(item.id);
    await backdateCalls(item.id);
    await resolve(item.id);
    expect(await findItem(item.id)).toMatchObject({ state: "ready", reason: "not_executed", attempt: 1 });
    await makeDue(item.id);
    await submit(item.id);
    expect(await findItem(item.id)).toMatchObject({ state: "submitted", attempt: 2 });
    expect(supplier.orders).toHaveLength(1);
  });

  it("is not judged before the balance is stable, and gets no other call until then", async () => {
    supplier = await startWith({ evidenceMode: "balance" });
    const { db } = database.current;
    const lost = await paidOrderFactory(db);
    const next = await paidOrderFactory(db);
    supplier.fates = ["lose-request"];
    await submit(lost.item.id);
    await resolve(lost.item.id);
    expect((await findItem(lost.item.id)).state).toBe("unknown");
    await submit(next.item.id);
    expect(await findItem(next.item.id)).toMatchObject({
      state: "ready",
      reason: "supplier_busy",
      attempt: 0,
    });
    await backdateCalls(lost.item.id);
    await resolve(lost.item.id);
    expect((await findItem(lost.item.id)).state).toBe("ready");
    await makeDue(next.item.id);
    await submit(next.item.id);
    expect((await findItem(next.item.id)).state).toBe("submitted");
  });

  it("but got a refund meanwhile gives no evidence", async () => {
    supplier = await startWith({ evidenceMode: "balance" });
    const { db } = database.current;
    const canceled = await paidOrderFactory(db);
    await submit(canceled.item.id);
    const { item } = await paidOrderFactory(db);
    supplier.fates = ["lose-answer"];
    await submit(item.id);
    // The refund of another order came during the call, and hides the price of this one from every reading.
    supplier.balance += 900_000;
    await db.$executeRaw`
      UPDATE supplier_calls SET balance_after = balance_before WHERE item_id = ${item.id}::uuid`;
    await db.fulfillmentItem.update({
      where: { id: canceled.item.id },
      data: { state: "canceled", finishedAt: new Date() },
    });
    await backdateCalls(item.id);
    await resolve(item.id);
    expect(await findItem(item.id)).toMatchObject({ state: "unknown", reason: "balance_unclear" });
    expect(supplier.calls).toHaveLength(2);
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
    supplier = await startWith({ evidenceMode: "balance" });
    const { db } = database.current;
    const other = await paidOrderFactory(db);
    await submit(other.item.id);
    await backdateCalls(other.item.id);
    await backdateCalls(other.item.id);
    const { item } = await paidOrderFactory(db);
    supplier.fates = [word === "Canceled" ? "lose-answer" : "lose-request"];
    await submit(item.id);
    // Equal quantities cost the same, so the refund of one order hides the price of the other in the balance.
    if (word === "Canceled") supplier.balance += 900_000;
    supplier.words.set("7000", word);
    await db.$executeRaw`
      UPDATE supplier_calls SET balance_after = balance_before WHERE item_id = ${item.id}::uuid`;
    await backdateCalls(item.id);
    await resolve(item.id);
    expect(await findItem(item.id)).toMatchObject({ state, reason });
    expect(supplier.calls).toHaveLength(2);
  });

  it("gets no order while its balance can't be read", async () => {
    supplier = await startWith({ evidenceMode: "balance" });
    await pointSuppliersAt(database.current, "http://127.0.0.1:1/api/v2");
    const { item } = await paidOrderFactory(database.current.db);
    await submit(item.id);
    expect(await findItem(item.id)).toMatchObject({ state: "ready", reason: "unreachable" });
  });

  it("got no call from a worker that died before it recorded a balance", async () => {
    supplier = await startWith({ evidenceMode: "balance" });
    const { db } = database.current;
    const { item } = await paidOrderFactory(db);
    const [first] = await db.supplier.findMany({ orderBy: { name: "asc" }, include: { services: true } });
    await db.fulfillmentItem.update({
      where: { id: item.id },
      data: {
        state: "submitting",
        leaseToken: newId(),
        leasedAt: new Date(0),
        attempt: 1,
        supplierId: first?.id,
      },
    });
    await db.supplierCall.create({
      data: {
        itemId: item.id,
        supplierId: first?.id ?? "",
        attempt: 1,
        action: "add",
        request: { service: "101", link: item.link, quantity: item.quantity },
      },
    });
    await sweepOnce(database.current, 1_000);
    expect(await jobKeys(database.current)).toContain(`resolve:${item.id}`);
    await resolve(item.id);
    expect(await findItem(item.id)).toMatchObject({ state: "ready", reason: "not_executed" });
  });
});
