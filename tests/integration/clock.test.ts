import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Prisma } from "@/lib/base/db/generated/client";
import { newId } from "@/lib/base/ids";
import { enqueue } from "@/lib/base/jobs/enqueue";
import { addMs, day, minute } from "@/lib/base/time/time";
import { repairSchedules } from "@/lib/running/worker/repair-schedules";
import { enqueueRecurring } from "@/lib/running/worker/timers";
import { useDatabase } from "../support/database";
import { orderFactory, paidOrderFactory, setItems } from "../support/factories";

const { db } = useDatabase();

beforeEach(async () => {
  await db().$executeRaw`
    TRUNCATE orders, order_events, set_aside_entries, stripe_event_failures, social_cache, worker_heartbeats, graphile_worker._private_jobs CASCADE`;
});
afterEach(() => {
  vi.useRealTimers();
});

/** Sets only this process's own clock ten days ahead. */
function setClockAhead(): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10 * day });
}

const countRows = async (query: Promise<{ count: number }[]>) => (await query)[0]?.count;

describe("a process whose clock is ten days ahead", () => {
  it("writes rows with the database's time", async () => {
    setClockAhead();
    const order = await orderFactory(db());
    await db().order.update({ where: { id: order.id }, data: { flagReason: "dispute" } });
    const isPresent = db().$queryRaw<{ count: number }[]>`
      SELECT count(*)::int FROM orders WHERE created_at <= now() AND updated_at <= now()
        AND updated_at > now() - interval '1 minute'`;
    expect(await countRows(isPresent)).toBe(1);
  });

  it("delays a job by the database's clock", async () => {
    setClockAhead();
    const payload = { id: "00000000-0000-4000-8000-000000000000" };
    await enqueue(db(), [{ name: "send-mail", payload, key: "mail:1", inMs: 5 * minute }]);
    const isRight = db().$queryRaw<{ count: number }[]>`
      SELECT count(*)::int FROM graphile_worker.jobs
      WHERE run_at BETWEEN now() + interval '4 minutes' AND now() + interval '5 minutes'`;
    expect(await countRows(isRight)).toBe(1);
  });
});

describe("a recurring job", () => {
  const runAt = async () => {
    const [job] = await db().$queryRaw<{ runAt: Date; aheadMs: number }[]>`
      SELECT run_at AS "runAt", (extract(epoch FROM run_at - now()) * 1000)::float8 AS "aheadMs"
      FROM graphile_worker.jobs WHERE key = 'sweep'`;
    if (!job) throw new Error("no job");
    return job;
  };

  it("is added by all workers for the same moment, the next whole period", async () => {
    const periodMs = 10 * minute;
    await enqueueRecurring(db(), "sweep", { periodMs, isFirst: false });
    const first = await runAt();
    expect(first.runAt.getTime() % periodMs).toBe(0);
    expect(first.aheadMs).toBeGreaterThan(0);
    expect(first.aheadMs).toBeLessThanOrEqual(periodMs);
    setClockAhead();
    await enqueueRecurring(db(), "sweep", { periodMs, isFirst: false });
    expect((await runAt()).aheadMs).toBeLessThanOrEqual(periodMs);
    await enqueueRecurring(db(), "sweep", { periodMs, isFirst: true });
    expect((await runAt()).aheadMs).toBeGreaterThan(-minute);
  });

  it("that waits longer than its period gets the right moment again", async () => {
    await enqueue(db(), [{ name: "sweep", payload: {}, key: "sweep", inMs: 10 * day }]);
    await enqueueRecurring(db(), "sweep", { periodMs: minute, isFirst: false });
    expect((await runAt()).aheadMs).toBeLessThanOrEqual(minute);
  });
});

const fromNow = (ms: number) => addMs(new Date(), ms);

/** A paid order's item with these columns. */
async function itemWith(data: Prisma.FulfillmentItemUncheckedUpdateManyInput): Promise<string> {
  const { item } = await paidOrderFactory(db());
  await setItems(db(), { id: item.id }, data);
  return item.id;
}

describe("times written while the database's clock was ten days ahead", () => {
  const repair = () => repairSchedules(db(), { pollPeriodMs: 15_000 });

  it("are repaired, so that no work waits for ten days", async () => {
    const future = fromNow(10 * day);
    const { id: supplierId } = await db().supplier.findFirstOrThrow();
    const lease = { leasedAt: future, leaseToken: newId(), supplierId };
    const leased = await itemWith({ state: "submitting", ...lease });
    const ready = await itemWith({ notBefore: future });
    await itemWith({ updatedAt: future });
    await itemWith({ state: "submitted", nextCheckAt: future });
    await db().supplier.updateMany({
      data: { tokensAt: future, openUntil: future, holdUntil: future, holdReason: "no_funds" },
    });
    await db().workerHeartbeat.create({ data: { id: newId(), host: "host", pid: 1, lastSeenAt: future } });
    await db().$executeRaw`
      UPDATE graphile_worker._private_jobs SET run_at = ${future}, locked_at = ${future}, locked_by = 'gone'
      WHERE key = ${`submit:${leased}`}`;
    await db().$executeRaw`
      UPDATE graphile_worker._private_jobs SET run_at = ${future} WHERE key = ${`submit:${ready}`}`;
    await db().setAsideEntry.create({
      data: { batch: "status", entryId: "1", error: "bad", retryAt: future },
    });
    await db().stripeEventFailure.create({
      data: { id: "evt_1", type: "charge.refunded", createdAt: new Date(), code: "internal", lastAt: future },
    });
    // Waits of the longest kind, thirty days, which began at that time.
    const paused = await itemWith({ state: "paused", pausedUntil: fromNow(40 * day) });
    await db().$executeRaw`
      INSERT INTO request_decisions (id, request_id, order_id, item_id, kind, asked_by, asked_at, outcome, reason, message,
        facts, look_again_at)
      SELECT gen_random_uuid(), gen_random_uuid(), order_id, id, 'slow', 'customer', now(), 'wait', 'paused', '', '{}',
        paused_until FROM fulfillment_items WHERE id = ${paused}::uuid`;
    const suppliers = await db().supplier.count();
    expect(await repair()).toEqual({
      leases: 1,
      events: 1,
      deferred: 1,
      ready: 1,
      polls: 1,
      paused: 1,
      requests: 1,
      tokens: suppliers,
      breakers: suppliers,
      holds: suppliers,
      heartbeats: 1,
      jobs: 1,
      lockedJobs: 1,
      setAside: 1,
    });
    expect(await repair()).toEqual({});
    const ahead = db().$queryRaw<{ count: number }[]>`
      SELECT count(*)::int FROM fulfillment_items WHERE GREATEST(leased_at, not_before, next_check_at, updated_at, paused_until)
        > now()`;
    expect(await countRows(ahead)).toBe(0);
  });

  it("put a lost call outside its supplier's window once repaired, so that it is not repeated", async () => {
    const { id: supplierId } = await db().supplier.findFirstOrThrow();
    const itemId = await itemWith({ state: "unknown", reviewSince: new Date(), supplierId });
    const times = { startedAt: fromNow(10 * minute), endedAt: fromNow(11 * minute) };
    await db().supplierCall.create({
      data: { itemId, supplierId, attempt: 1, action: "add", request: {}, ...times },
    });
    expect(await repair()).toEqual({ calls: 1 });
    const call = await db().supplierCall.findFirstOrThrow({ where: { itemId } });
    const [row] = await db().$queryRaw<{ isPast: boolean }[]>`
      SELECT ${call.startedAt}::timestamptz < now() - interval '1 day' AND ${call.endedAt}::timestamptz <= now() AS "isPast"`;
    expect(row?.isPast).toBe(true);
    expect(call.answer).toContain("clock was ahead");
  });

  it("are distinguished from the waits of a healthy worker, which stay", async () => {
    await itemWith({ notBefore: fromNow(80 * minute) });
    await itemWith({ state: "submitted", nextCheckAt: fromNow(15 * minute) });
    await itemWith({ state: "paused", pausedUntil: fromNow(30 * day) });
    const hold = { tokensAt: new Date(), openUntil: fromNow(5 * minute) };
    await db().supplier.updateMany({ data: { ...hold, holdReason: null, holdUntil: null } });
    await enqueueRecurring(db(), "reconcile-ledger", { periodMs: day, isFirst: false });
    expect(await repair()).toEqual({});
  });
});
