import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EvidenceMode } from "@/lib/db/generated/enums";
import { resolveItem } from "@/lib/delivery/evidence/resolve-item";
import { newId } from "@/lib/ids";
import { sweep } from "@/lib/worker/sweep";
import { useDatabase } from "../../support/database";
import { paidOrderFactory } from "../../support/factories";
import { pointSuppliersAt } from "../../support/panel";
import { submitOptions, submitting } from "../../support/submitting";
import { type EvidenceSupplier, startEvidenceSupplier } from "../../support/suppliers";

const database = useDatabase();
const { submit, findItem, makeDue, isInReview } = submitting(database);
let supplier: EvidenceSupplier;

beforeEach(async () => {
  const { db } = database.current;
  await db.$executeRaw`TRUNCATE orders, order_events, graphile_worker._private_jobs CASCADE`;
});
afterEach(() => supplier.close());

type Evidence = { evidenceMode: EvidenceMode; evidenceField?: string; evidenceWindowSeconds?: number };

/** One supplier, proving as told; the second one is out of the way. */
async function startWith(evidence: Evidence, knownBy?: (form: URLSearchParams) => string | null, holdMs = 0) {
  supplier = await startEvidenceSupplier(knownBy, holdMs);
  await pointSuppliersAt(database.current, supplier.url);
  const [first, second] = await database.current.db.supplier.findMany({ orderBy: { name: "asc" } });
  await database.current.db.supplier.update({ where: { id: first?.id }, data: evidence });
  await database.current.db.supplier.update({ where: { id: second?.id }, data: { isActive: false } });
}

const resolve = async (itemId: string) => {
  await makeDue(itemId);
  await resolveItem(submitOptions(database.current, 2_000), itemId);
};

/** As if the call had ended three minutes ago. */
const settle = (itemId: string) =>
  database.current.db.$executeRaw`
    UPDATE supplier_calls SET started_at = started_at - interval '3 minutes', ended_at = ended_at - interval '3 minutes'
    WHERE item_id = ${itemId}::uuid`;

const byRef = (form: URLSearchParams) => form.get("ref");
const bySameness = (form: URLSearchParams) =>
  ["service", "link", "quantity"].map((name) => form.get(name)).join();

describe("a supplier that knows a request by its id", () => {
  it.each(["lose-answer", "lose-request"] as const)(
    "(%s) is sent the very same request again, which is one purchase",
    async (fate) => {
      await startWith({ evidenceMode: "request_id", evidenceField: "ref" }, byRef);
      const { item } = await paidOrderFactory(database.current.db);
      supplier.fates = [fate];
      await submit(item.id);
      expect((await findItem(item.id)).state).toBe("unknown");
      await resolve(item.id);
      expect(await findItem(item.id)).toMatchObject({
        state: "submitted",
        providerOrderId: "7000",
        attempt: 1,
        reviewSince: null,
      });
      const [first, second] = supplier.calls.map((form) => form.toString());
      expect(first).toContain(`ref=${item.id}-1`);
      expect(second).toBe(first);
      expect(supplier.orders).toHaveLength(1);
    },
  );

  it("that refuses the repetition proves nothing: the item stays unknown and is asked for again later", async () => {
    await startWith({ evidenceMode: "request_id", evidenceField: "ref" }, byRef);
    const { item } = await paidOrderFactory(database.current.db);
    supplier.fates = ["lose-answer"];
    await submit(item.id);
    await pointSuppliersAt(database.current, "http://127.0.0.1:1/api/v2");
    await resolve(item.id);
    const after = await findItem(item.id);
    expect(after).toMatchObject({ state: "unknown", attempt: 1 });
    expect(after.notBefore?.getTime()).toBeGreaterThan(Date.now());
    expect(supplier.orders).toHaveLength(1);
  });

  it("is asked by twenty resolvers at once and makes one order", async () => {
    await startWith({ evidenceMode: "request_id", evidenceField: "ref" }, byRef);
    const { item } = await paidOrderFactory(database.current.db);
    supplier.fates = ["lose-answer"];
    await submit(item.id);
    await makeDue(item.id);
    const options = submitOptions(database.current, 2_000);
    await Promise.all(Array.from({ length: 20 }, () => resolveItem(options, item.id)));
    expect((await findItem(item.id)).state).toBe("submitted");
    expect(supplier.calls).toHaveLength(2);
  });

  it("is never sent our id in the place of our own fields", async () => {
    await startWith({ evidenceMode: "request_id", evidenceField: "key" }, byRef);
    const { item } = await paidOrderFactory(database.current.db);
    supplier.fates = ["lose-answer"];
    await submit(item.id);
    expect(supplier.calls[0]?.get("key")).toMatch(/^panel-key/);
    await resolve(item.id);
    expect(await findItem(item.id)).toMatchObject({ state: "unknown", reason: "evidence_exhausted" });
    expect(supplier.calls).toHaveLength(1);
  });
});

describe("a supplier that knows the same request for a while", () => {
  it("is sent it again inside the window", async () => {
    await startWith({ evidenceMode: "dedupe_window", evidenceWindowSeconds: 120 }, bySameness);
    const { item } = await paidOrderFactory(database.current.db);
    supplier.fates = ["lose-answer"];
    await submit(item.id);
    await resolve(item.id);
    expect(await findItem(item.id)).toMatchObject({ state: "submitted", providerOrderId: "7000" });
    expect(supplier.orders).toHaveLength(1);
  });

  it("is never sent it again when the window is over, or so nearly that the call could come late", async () => {
    await startWith({ evidenceMode: "dedupe_window", evidenceWindowSeconds: 120 }, bySameness);
    const { item } = await paidOrderFactory(database.current.db);
    supplier.fates = ["lose-answer"];
    await submit(item.id);
    await database.current.db
      .$executeRaw`UPDATE supplier_calls SET started_at = now() - interval '109 seconds'`;
    await resolve(item.id);
    expect(await findItem(item.id)).toMatchObject({ state: "unknown", reason: "evidence_exhausted" });
    expect(await isInReview(item.id)).toBe(true);
    expect(supplier.calls).toHaveLength(1);
  });
});

describe("two equal orders, one after the other, at a supplier that merges equal requests", () => {
  const same = { username: "wanderwithmara", quantity: 100 };

  /** The first one is bought and given up by its supplier within a moment; the second one is next in line. */
  async function startWithTwo(second: { quantity: number } = same) {
    await startWith({ evidenceMode: "dedupe_window", evidenceWindowSeconds: 120 }, bySameness);
    const { db } = database.current;
    const first = await paidOrderFactory(db, same);
    await submit(first.item.id);
    await db.fulfillmentItem.update({
      where: { id: first.item.id },
      data: { state: "canceled", finishedAt: new Date() },
    });
    return (await paidOrderFactory(db, { ...same, ...second })).item.id;
  }

  it("are two purchases: the second is sent when the window is over, and not before", async () => {
    const second = await startWithTwo();
    const { db } = database.current;
    await submit(second);
    const waiting = await findItem(second);
    expect(waiting).toMatchObject({ state: "ready", attempt: 0, reviewSince: null });
    expect((waiting.notBefore?.getTime() ?? 0) - Date.now()).toBeGreaterThan(125_000);
    expect(supplier.calls).toHaveLength(1);
    await db.$executeRaw`
      UPDATE supplier_calls SET started_at = started_at - interval '131 seconds', ended_at = ended_at - interval '131 seconds'`;
    supplier.forget();
    await makeDue(second);
    await submit(second);
    expect(await findItem(second)).toMatchObject({ state: "submitted", providerOrderId: "7001" });
  });

  it("go to two suppliers where there are two", async () => {
    const second = await startWithTwo();
    await database.current.db.supplier.updateMany({ data: { isActive: true } });
    await submit(second);
    expect((await findItem(second)).state).toBe("submitted");
    expect(new Set(supplier.calls.map((form) => form.get("key"))).size).toBe(2);
  });

  it("of different quantities don't wait for each other", async () => {
    const second = await startWithTwo({ quantity: 250 });
    await submit(second);
    expect((await findItem(second)).state).toBe("submitted");
  });
});

describe("a supplier whose balance is the evidence", () => {
  it("is called once at a time, however many ask, and keeps both balances of each call", async () => {
    await startWith({ evidenceMode: "balance" }, undefined, 50);
    const { db } = database.current;
    const orders = await Promise.all(Array.from({ length: 4 }, () => paidOrderFactory(db)));
    const all = () => db.fulfillmentItem.count({ where: { state: "submitted" } });
    for (let round = 0; round < 30 && (await all()) < 4; round++) {
      await Promise.all(
        orders.map(async ({ item }) => {
          await makeDue(item.id);
          await submit(item.id, 2_000);
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

  it("that paid leaves the item to an operator, with the note that it was bought", async () => {
    await startWith({ evidenceMode: "balance" });
    const { item } = await paidOrderFactory(database.current.db);
    supplier.fates = ["lose-answer"];
    await submit(item.id);
    await settle(item.id);
    await resolve(item.id);
    expect(await findItem(item.id)).toMatchObject({ state: "unknown", reason: "bought_number_unknown" });
    const [call] = await database.current.db.supplierCall.findMany({ where: { itemId: item.id } });
    expect(call?.answer).toContain("balance 100.0000000 before the call, 99.9100000, then 99.91000");
    expect(await isInReview(item.id)).toBe(true);
  });

  it("that did not pay proves that nothing was bought: the item is sent again, once", async () => {
    await startWith({ evidenceMode: "balance" });
    const { item } = await paidOrderFactory(database.current.db);
    supplier.fates = ["lose-request"];
    await submit(item.id);
    await settle(item.id);
    await resolve(item.id);
    expect(await findItem(item.id)).toMatchObject({ state: "ready", reason: "not_executed", attempt: 1 });
    await makeDue(item.id);
    await submit(item.id);
    expect(await findItem(item.id)).toMatchObject({ state: "submitted", attempt: 2 });
    expect(supplier.orders).toHaveLength(1);
  });

  it("is not believed before it has settled, and nothing else is sent there until then", async () => {
    await startWith({ evidenceMode: "balance" });
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
    await settle(lost.item.id);
    await resolve(lost.item.id);
    expect((await findItem(lost.item.id)).state).toBe("ready");
    await makeDue(next.item.id);
    await submit(next.item.id);
    expect((await findItem(next.item.id)).state).toBe("submitted");
  });

  it("that was given something back meanwhile proves nothing", async () => {
    await startWith({ evidenceMode: "balance" });
    const { db } = database.current;
    const canceled = await paidOrderFactory(db);
    await submit(canceled.item.id);
    const { item } = await paidOrderFactory(db);
    supplier.fates = ["lose-answer"];
    await submit(item.id);
    // The refund of another order came within the call itself, and hides the price of this one from every reading.
    supplier.balance += 900_000;
    await db.$executeRaw`
      UPDATE supplier_calls SET balance_after = balance_before WHERE item_id = ${item.id}::uuid`;
    await db.fulfillmentItem.update({
      where: { id: canceled.item.id },
      data: { state: "canceled", finishedAt: new Date() },
    });
    await settle(item.id);
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
    await startWith({ evidenceMode: "balance" });
    const { db } = database.current;
    const other = await paidOrderFactory(db);
    await submit(other.item.id);
    await settle(other.item.id);
    await settle(other.item.id);
    const { item } = await paidOrderFactory(db);
    supplier.fates = [word === "Canceled" ? "lose-answer" : "lose-request"];
    await submit(item.id);
    // The same quantity costs the same: to the balance, the refund of the one is the price of the other.
    if (word === "Canceled") supplier.balance += 900_000;
    supplier.words.set("7000", word);
    await db.$executeRaw`
      UPDATE supplier_calls SET balance_after = balance_before WHERE item_id = ${item.id}::uuid`;
    await settle(item.id);
    await resolve(item.id);
    expect(await findItem(item.id)).toMatchObject({ state, reason });
    expect(supplier.calls).toHaveLength(2);
  });

  it("that can't be asked for its balance is not ordered from", async () => {
    await startWith({ evidenceMode: "balance" });
    await pointSuppliersAt(database.current, "http://127.0.0.1:1/api/v2");
    const { item } = await paidOrderFactory(database.current.db);
    await submit(item.id);
    expect(await findItem(item.id)).toMatchObject({ state: "ready", reason: "unreachable" });
  });

  it("shows that a worker died before its call: no balance is on record", async () => {
    await startWith({ evidenceMode: "balance" });
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
    await sweep({ db, submitLeaseMs: 1_000, jobLeaseMs: 60_000, supportEmail: "support@example.com" });
    const keys = await db.$queryRaw<{ key: string }[]>`SELECT key FROM graphile_worker.jobs`;
    expect(keys.map((row) => row.key)).toContain(`resolve:${item.id}`);
    await resolve(item.id);
    expect(await findItem(item.id)).toMatchObject({ state: "ready", reason: "not_executed" });
  });
});

describe("a supplier that proves nothing", () => {
  it("is asked nothing again: the item waits for an operator", async () => {
    await startWith({ evidenceMode: "none" });
    const { item } = await paidOrderFactory(database.current.db);
    supplier.fates = ["lose-answer"];
    await submit(item.id);
    await resolve(item.id);
    expect((await findItem(item.id)).state).toBe("unknown");
    expect(supplier.calls).toHaveLength(1);
  });
});
