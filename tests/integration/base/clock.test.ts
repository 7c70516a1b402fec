import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Prisma } from "@/lib/base/db/generated/client";
import { enqueue } from "@/lib/base/jobs/enqueue";
import { day, minute } from "@/lib/base/time/time";
import { enqueueRecurring } from "@/lib/running/worker/timers";
import { useDatabase } from "../../support/database";
import { orderFactory } from "../../support/factories";

const { db } = useDatabase();

beforeEach(async () => {
  await db().$executeRaw`
    TRUNCATE orders, order_events, graphile_worker._private_jobs CASCADE`;
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

  it("is not added while it is not needed, except when a worker starts", async () => {
    const isNeeded = Prisma.sql`asked.run_at < now()`;
    await enqueueRecurring(db(), "sweep", { periodMs: minute, isFirst: false, isNeeded });
    await expect(runAt()).rejects.toThrow("no job");
    await enqueueRecurring(db(), "sweep", { periodMs: minute, isFirst: true, isNeeded });
    expect((await runAt()).aheadMs).toBeLessThanOrEqual(0);
  });

  it("that waits longer than its period gets the right moment again", async () => {
    await enqueue(db(), [{ name: "sweep", payload: {}, key: "sweep", inMs: 10 * day }]);
    await enqueueRecurring(db(), "sweep", { periodMs: minute, isFirst: false });
    expect((await runAt()).aheadMs).toBeLessThanOrEqual(minute);
  });
});
