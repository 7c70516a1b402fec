import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { enqueue } from "@/lib/jobs/enqueue";
import { enqueueRecurring } from "@/lib/jobs/enqueue-recurring";
import { day, minute } from "@/lib/time";
import { repairSchedules } from "@/lib/worker/repair-schedules";
import { useDatabase } from "../support/database";
import { orderFactory, paidOrderFactory, setItems } from "../support/factories";

const database = useDatabase();
const db = () => database.current.db;

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

describe("times written while the database's clock was ten days ahead", () => {
  const repair = () => repairSchedules(db(), { pollPeriodMs: 15_000 });

  it("are repaired, so that no work waits for ten days", async () => {
    const { item } = await paidOrderFactory(db());
    await db().$executeRaw`
      UPDATE fulfillment_items SET state = 'submitting', leased_at = now() + interval '10 days',
        lease_token = gen_random_uuid(), supplier_id = (SELECT id FROM suppliers LIMIT 1) WHERE id = ${item.id}::uuid`;
    const { item: ready } = await paidOrderFactory(db());
    await db().$executeRaw`
      UPDATE fulfillment_items SET not_before = now() + interval '10 days', checked_target_at = now() + interval '10 days'
      WHERE id = ${ready.id}::uuid`;
    const { item: untouched } = await paidOrderFactory(db());
    await db().$executeRaw`
      UPDATE fulfillment_items SET updated_at = now() + interval '10 days' WHERE id = ${untouched.id}::uuid`;
    const { item: open } = await paidOrderFactory(db());
    await db().$executeRaw`
      UPDATE fulfillment_items SET state = 'submitted', next_check_at = now() + interval '10 days'
      WHERE id = ${open.id}::uuid`;
    await db().$executeRaw`
      UPDATE suppliers SET tokens_at = now() + interval '10 days', open_until = now() + interval '10 days',
        hold_until = now() + interval '10 days', hold_reason = 'no_funds'`;
    await db().$executeRaw`
      INSERT INTO worker_heartbeats (id, host, pid, last_seen_at)
      VALUES (gen_random_uuid(), 'host', 1, now() + interval '10 days')`;
    await db().$executeRaw`
      UPDATE graphile_worker._private_jobs SET run_at = now() + interval '10 days', locked_at = now() + interval '10 days',
        locked_by = 'gone' WHERE key = ${`submit:${item.id}`}`;
    await db().$executeRaw`
      UPDATE graphile_worker._private_jobs SET run_at = now() + interval '10 days' WHERE key = ${`submit:${ready.id}`}`;
    await db().$executeRaw`
      INSERT INTO set_aside_entries (batch, entry_id, error, retry_at)
      VALUES ('status', '1', 'bad', now() + interval '10 days')`;
    await db().$executeRaw`
      INSERT INTO stripe_event_failures (id, type, created_at, code, last_at)
      VALUES ('evt_1', 'charge.refunded', now(), 'internal', now() + interval '10 days')`;
    // Waits of the longest kind, thirty days, which began at that time.
    const { item: paused } = await paidOrderFactory(db());
    await setItems(db(), { id: paused.id }, { state: "paused" });
    await db().$executeRaw`
      UPDATE fulfillment_items SET paused_until = now() + interval '40 days' WHERE id = ${paused.id}::uuid`;
    await db().$executeRaw`
      INSERT INTO request_decisions (id, request_id, order_id, item_id, kind, asked_by, asked_at, outcome, reason, message,
        facts, look_again_at)
      SELECT gen_random_uuid(), gen_random_uuid(), order_id, id, 'slow', 'customer', now(), 'wait', 'paused', '', '{}',
        paused_until FROM fulfillment_items WHERE id = ${paused.id}::uuid`;
    const suppliers = await db().supplier.count();
    expect(await repair()).toEqual({
      leases: 1,
      events: 1,
      deferred: 1,
      ready: 1,
      targets: 1,
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
      SELECT count(*)::int FROM fulfillment_items WHERE GREATEST(leased_at, not_before, next_check_at, updated_at,
        checked_target_at, paused_until) > now()`;
    expect(await countRows(ahead)).toBe(0);
  });

  it("put a lost call outside its supplier's window once repaired, so that it is not repeated", async () => {
    const { item } = await paidOrderFactory(db());
    const supplier = await db().supplier.findFirstOrThrow();
    await db().$executeRaw`
      UPDATE fulfillment_items SET state = 'unknown', review_since = now(), supplier_id = ${supplier.id}::uuid
      WHERE id = ${item.id}::uuid`;
    await db().$executeRaw`
      INSERT INTO supplier_calls (id, item_id, supplier_id, attempt, action, request, started_at, ended_at)
      VALUES (gen_random_uuid(), ${item.id}::uuid, ${supplier.id}::uuid, 1, 'add', '{}',
        now() + interval '10 minutes', now() + interval '11 minutes')`;
    expect(await repair()).toEqual({ calls: 1 });
    const call = await db().supplierCall.findFirstOrThrow({ where: { itemId: item.id } });
    const [row] = await db().$queryRaw<{ isPast: boolean }[]>`
      SELECT ${call.startedAt}::timestamptz < now() - interval '1 day' AND ${call.endedAt}::timestamptz <= now() AS "isPast"`;
    expect(row?.isPast).toBe(true);
    expect(call.answer).toContain("clock was ahead");
  });

  it("are distinguished from the waits of a healthy worker, which stay", async () => {
    const { item } = await paidOrderFactory(db());
    const { item: open } = await paidOrderFactory(db());
    await db().$executeRaw`
      UPDATE fulfillment_items SET not_before = now() + interval '80 minutes' WHERE id = ${item.id}::uuid`;
    await db().$executeRaw`
      UPDATE fulfillment_items SET state = 'submitted', next_check_at = now() + interval '15 minutes'
      WHERE id = ${open.id}::uuid`;
    const { item: paused } = await paidOrderFactory(db());
    await setItems(db(), { id: paused.id }, { state: "paused" });
    await db().$executeRaw`
      UPDATE fulfillment_items SET paused_until = now() + interval '30 days' WHERE id = ${paused.id}::uuid`;
    await db().$executeRaw`
      UPDATE suppliers SET tokens_at = now(), open_until = now() + interval '5 minutes', hold_reason = NULL,
        hold_until = NULL`;
    await enqueueRecurring(db(), "reconcile-ledger", { periodMs: day, isFirst: false });
    expect(await repair()).toEqual({});
  });
});
