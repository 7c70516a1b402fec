import { describe, expect, it, vi } from "vitest";
import type { Prisma } from "@/lib/base/db/generated/client";
import { day, hour, minute, second } from "@/lib/base/time/time";
import { changeSupplier } from "@/lib/delivery/operator/change-supplier";
import { listItemsInReview } from "@/lib/delivery/operator/list-items-in-review";
import { distrustFutureCalls } from "@/lib/delivery/submit/record-unknown";
import { resolveItem } from "@/lib/delivery/submit/resolve-item";
import { refreshBalances } from "@/lib/delivery/suppliers/refresh-balances";
import { useDatabase } from "../../support/database";
import { useEvidence } from "../../support/evidence";
import { byOps, paidOrderFactory } from "../../support/factories";
import { nowhere, pointSuppliersAt } from "../../support/panel";
import { delivering, submitOptions, useEmptyOrders } from "../../support/submitting";
import type { AddFate, EvidenceSupplier } from "../../support/suppliers";

const { database, db } = useDatabase();
useEmptyOrders(database);
const { provider, submit, findItem, makeDue, isInReview, jobs, sweep } = delivering(database);
const { startWith, resolve, backdateCalls } = useEvidence(database);
let supplier: EvidenceSupplier;

const byRef = (form: URLSearchParams) => form.get("ref");
const bySameness = (form: URLSearchParams) =>
  ["service", "link", "quantity"].map((name) => form.get(name)).join();

/** An item whose call, and the next ones, end like this. */
async function loseCall(...fates: AddFate[]) {
  const { item } = await paidOrderFactory(db());
  supplier.fates = fates;
  await submit(item.id);
  expect((await findItem(item.id)).state).toBe("unknown");
  return item;
}

describe("a supplier that recognises a request by its id", () => {
  const start = async (evidenceField = "ref") => {
    supplier = await startWith({ evidenceMode: "request_id", evidenceField }, byRef);
  };

  it.each(["lose-answer", "lose-request"] as const)(
    "(%s) gets exactly the same request again, which is one purchase",
    async (fate) => {
      await start();
      const item = await loseCall(fate);
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

  it("has its repetitions left out of the operator's list, which names the call of the present attempt", async () => {
    await start();
    const item = await loseCall("lose-request", "lose-request", "lose-request");
    await resolve(item.id);
    await resolve(item.id);
    const [found] = await listItemsInReview(db(), { limit: 10 });
    expect(found?.calls[0]).toMatchObject({ action: "add", attempt: 1 });
  });

  it("and can't be reached for the repetition gives no evidence: the item stays unknown and is asked about later", async () => {
    await start();
    const item = await loseCall("lose-answer");
    await pointSuppliersAt(database.current, nowhere);
    await resolve(item.id);
    const after = await findItem(item.id);
    expect(after).toMatchObject({ state: "unknown", attempt: 1 });
    expect(after.notBefore?.getTime()).toBeGreaterThan(Date.now());
    expect(supplier.orders).toHaveLength(1);
  });

  it("makes one order when twenty resolvers ask at once", async () => {
    await start();
    const item = await loseCall("lose-answer");
    await makeDue(item.id);
    const options = submitOptions(database.current);
    await Promise.all(Array.from({ length: 20 }, () => resolveItem(options, item.id)));
    expect((await findItem(item.id)).state).toBe("submitted");
    expect(supplier.calls).toHaveLength(2);
  });

  it.each([
    [null, day - minute, "submitted"],
    [null, day, "unknown"],
    [3_600, hour - 2 * minute, "submitted"],
    [3_600, hour, "unknown"],
  ])(
    "(for %s seconds; none: a day) is asked about a call of %i ms ago: the item is %s",
    async (evidenceWindowSeconds, ageMs, state) => {
      await start();
      await db().supplier.updateMany({ data: { evidenceWindowSeconds } });
      const item = await loseCall("lose-answer");
      await backdateCalls(item.id, ageMs);
      await resolve(item.id);
      const reason = state === "unknown" ? "evidence_exhausted" : null;
      expect(await findItem(item.id)).toMatchObject({ state, reason });
      expect(supplier.calls).toHaveLength(state === "unknown" ? 1 : 2);
    },
  );

  it("never gets the request id in one of the call's own fields", async () => {
    await start("key");
    const item = await loseCall("lose-answer");
    expect(supplier.calls[0]?.get("key")).toMatch(/^panel-key/);
    await resolve(item.id);
    expect(await findItem(item.id)).toMatchObject({ state: "unknown", reason: "evidence_exhausted" });
    expect(supplier.calls).toHaveLength(1);
  });
});

describe("a supplier that recognises an equal request for a while", () => {
  /** An item whose call's answer was lost so long ago. A call takes 30 s at most. */
  async function loseAnswer(agoMs = 31 * second) {
    supplier = await startWith({ evidenceMode: "dedupe_window", evidenceWindowSeconds: 120 }, bySameness);
    const item = await loseCall("lose-answer");
    await backdateCalls(item.id, agoMs);
    return item;
  }

  it("gets the request again inside the window", async () => {
    const item = await loseAnswer();
    await resolve(item.id);
    expect(await findItem(item.id)).toMatchObject({ state: "submitted", providerOrderId: "7000" });
    expect(supplier.orders).toHaveLength(1);
  });

  it("does not get it again while the lost call may still arrive, as it would not be recognised", async () => {
    const item = await loseAnswer(0);
    await resolve(item.id);
    const waiting = await findItem(item.id);
    expect(waiting.state).toBe("unknown");
    expect(waiting.notBefore?.getTime()).toBeGreaterThan(Date.now() + 20 * second);
    expect(supplier.calls).toHaveLength(1);
  });

  it("never gets it again when the window ends so soon that the call could come late", async () => {
    const item = await loseAnswer();
    await db().$executeRaw`UPDATE supplier_calls SET started_at = now() - interval '109 seconds'`;
    await resolve(item.id);
    expect(await findItem(item.id)).toMatchObject({ state: "unknown", reason: "evidence_exhausted" });
    expect(await isInReview(item.id)).toBe(true);
    expect(supplier.calls).toHaveLength(1);
  });

  it("gets nothing from a process whose own clock is ten minutes slow, when the window is over", async () => {
    const item = await loseAnswer();
    await backdateCalls(item.id, 3 * minute);
    supplier.forget();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 600_000 });
    await resolve(item.id).finally(() => vi.useRealTimers());
    expect(await findItem(item.id)).toMatchObject({ state: "unknown", reason: "evidence_exhausted" });
    expect(supplier.calls).toHaveLength(1);
  });

  it("gets nothing about a call that was written while the database's clock was ahead", async () => {
    const item = await loseAnswer(-hour);
    supplier.forget();
    await distrustFutureCalls(db());
    await resolve(item.id);
    expect(await findItem(item.id)).toMatchObject({ state: "unknown", reason: "evidence_exhausted" });
    expect(supplier.calls).toHaveLength(1);
    const call = await db().supplierCall.findFirstOrThrow({ where: { itemId: item.id } });
    expect(call.answer).toContain("clock was ahead");
  });

  it("gets nothing when its address or evidence was changed since: an operator decides", async () => {
    const item = await loseAnswer();
    const supplierId = (await findItem(item.id)).supplierId ?? "";
    const deps = { db: db(), provider };
    const change = { evidenceMode: "request_id", evidenceField: "ref" } as const;
    await changeSupplier(deps, { supplierId, change, ...byOps });
    await resolve(item.id);
    expect((await findItem(item.id)).state).toBe("unknown");
    expect(supplier.calls).toHaveLength(1);
  });

  it.each<[string, Prisma.OrderUpdateInput]>([
    ["is blocked", { blockedAt: new Date() }],
    ["its buyer withdrew from", { withdrawnAt: new Date() }],
    ["is disputed", { paymentStatus: "disputed" }],
    ["is refunded", { paymentStatus: "refunded" }],
  ])("gets nothing for an order that %s: the item waits", async (_, data) => {
    const item = await loseAnswer();
    await db().order.update({ where: { id: item.orderId }, data });
    await resolve(item.id);
    const waiting = await findItem(item.id);
    expect(waiting.state).toBe("unknown");
    expect(waiting.notBefore?.getTime()).toBeGreaterThan(Date.now() + 500_000);
    expect(supplier.calls).toHaveLength(1);
  });

  it("gets nothing while an operator has paused it, and the same request afterwards", async () => {
    const item = await loseAnswer();
    const where = { id: (await findItem(item.id)).supplierId ?? "" };
    await db().supplier.update({ where, data: { isActive: false } });
    await resolve(item.id);
    expect((await findItem(item.id)).state).toBe("unknown");
    expect(supplier.calls).toHaveLength(1);
    await db().supplier.update({ where, data: { isActive: true } });
    await resolve(item.id);
    expect((await findItem(item.id)).state).toBe("submitted");
    expect(supplier.orders).toHaveLength(1);
  });
});

describe("two equal orders, one after the other, at a supplier that merges equal requests", () => {
  const same = { username: "wanderwithmara", quantity: 100 };

  /** The first order is bought and canceled by its supplier within a moment; the second one is next. */
  async function startWithTwo(second: { quantity: number } = same) {
    supplier = await startWith({ evidenceMode: "dedupe_window", evidenceWindowSeconds: 120 }, bySameness);
    const first = await paidOrderFactory(db(), same);
    await submit(first.item.id);
    await db().fulfillmentItem.update({
      where: { id: first.item.id },
      data: { state: "canceled", finishedAt: new Date() },
    });
    return (await paidOrderFactory(db(), { ...same, ...second })).item.id;
  }

  it("are two purchases: the second is sent when the window is over, and not before", async () => {
    const second = await startWithTwo();
    await submit(second);
    const waiting = await findItem(second);
    expect(waiting).toMatchObject({ state: "ready", attempt: 0, reviewSince: null });
    const { endedAt } = await db().supplierCall.findFirstOrThrow();
    expect((waiting.notBefore?.getTime() ?? 0) - (endedAt?.getTime() ?? 0)).toBeGreaterThan(125_000);
    expect(supplier.calls).toHaveLength(1);
    await db().$executeRaw`
      UPDATE supplier_calls SET started_at = started_at - interval '131 seconds', ended_at = ended_at - interval '131 seconds'`;
    supplier.forget();
    await makeDue(second);
    await submit(second);
    expect(await findItem(second)).toMatchObject({ state: "submitted", providerOrderId: "7001" });
  });

  it("go to two suppliers where there are two", async () => {
    const second = await startWithTwo();
    await db().supplier.updateMany({ data: { isActive: true } });
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

describe("a supplier that gives no evidence", () => {
  it("is not asked again, and the item waits for an operator", async () => {
    supplier = await startWith({ evidenceMode: "none" });
    const item = await loseCall("lose-answer");
    await resolve(item.id);
    expect((await findItem(item.id)).state).toBe("unknown");
    expect(supplier.calls).toHaveLength(1);
  });

  // The previous release may still write the mode `balance`.
  it.each([
    ["was padded to five places, but is rounded to cents", "100.84000", "100.84000", "lose-answer"],
    ["is written with a comma", "1.234,56", "1.234,56", "lose-answer"],
    ["was debited late", "100.00000", "100.00000", "lose-answer"],
    ["was given back as much for another order", "100.00000", "100.00000", "lose-answer"],
    ["was spent by another shop", "100.00000", "99.91000", "lose-request"],
  ] as const)(
    "decides nothing by its balance: one that %s leaves the item to an operator, and holds up no other item",
    async (_, before, after, fate) => {
      supplier = await startWith({ evidenceMode: "balance" });
      const deps = { db: db(), provider };
      supplier.balance = before;
      await refreshBalances(deps);
      const item = await loseCall(fate);
      supplier.balance = after;
      await refreshBalances(deps);
      await backdateCalls(item.id, 3 * minute);
      await resolve(item.id);
      await sweep();
      expect(await jobs("resolve-item")).toEqual([]);
      expect(await findItem(item.id)).toMatchObject({ state: "unknown", attempt: 1 });
      expect(await isInReview(item.id)).toBe(true);
      const next = await paidOrderFactory(db());
      await submit(next.item.id);
      expect((await findItem(next.item.id)).state).toBe("submitted");
      expect(supplier.calls.map((form) => form.get("link"))).toEqual([item.link, next.item.link]);
    },
  );

  it("is asked for nothing around a purchase, so its number is recorded as soon as it is known", async () => {
    supplier = await startWith({ evidenceMode: "balance" });
    const { item } = await paidOrderFactory(db());
    await submit(item.id);
    expect(await findItem(item.id)).toMatchObject({ state: "submitted", providerOrderId: "7000" });
    expect(supplier.actions).toEqual(["add"]);
  });
});
