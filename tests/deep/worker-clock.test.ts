import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, it } from "vitest";
import { day, minute, second } from "@/lib/base/time/time";
import { useDatabase } from "../support/database";
import { paidOrderFactory } from "../support/factories";
import { usePanel } from "../support/panel";
import { useEmptyOrders } from "../support/submitting";
import { startWorker, useWorkers } from "../support/worker";

const database = useDatabase();
const panel = usePanel(database);
useWorkers();
useEmptyOrders(database, "worker_heartbeats");
const db = () => database.current.db;

beforeEach(async () => {
  await panel.control({ speed: 0 });
});

const skewedClock = fileURLToPath(new URL("../support/skewed-clock.mjs", import.meta.url));
const startSkewed = (skewMs: number) =>
  startWorker(database.current.url, {
    NODE_OPTIONS: `--import ${skewedClock}`,
    CLOCK_SKEW_MS: String(skewMs),
  });

const completed = () => db().order.count({ where: { status: "completed" } });
const alerts = async () => {
  const on = await db().operatorAlert.findMany({ where: { resolvedAt: null } });
  return on.map((alert) => alert.key);
};
const latestSchedule = async () => {
  const [row] = await db().$queryRaw<{ ms: number | null }[]>`
    SELECT (extract(epoch FROM max(run_at) - now()) * 1000)::float8 AS ms FROM graphile_worker.jobs
    WHERE key IN ('sweep', 'poll-items', 'poll-refills', 'reconcile-payments', 'reconcile-events')`;
  return row?.ms ?? 0;
};

describe("a worker whose clock is wrong", () => {
  it.each([
    ["ten days ahead", 10 * day],
    ["ten minutes behind", -10 * minute],
  ])(
    "by being %s takes no work, leaves no schedule behind and goes on once it is right",
    async (_, skewMs) => {
      await paidOrderFactory(db());
      const worker = startSkewed(skewMs);
      await expect.poll(alerts).toEqual(["clock"]);
      const [beat] = await db().workerHeartbeat.findMany();
      expect(Math.abs(Number(beat?.clockOffsetMs) - skewMs)).toBeLessThan(5 * second);
      await expect.poll(worker.log).toContain("takes no work");
      const recurring = await db().$queryRaw`SELECT FROM graphile_worker.jobs WHERE key = 'sweep'`;
      expect(recurring).toEqual([]);
      expect((await panel.view()).addCalls).toBe(0);

      worker.signal("SIGUSR2");
      await expect.poll(completed).toBe(1);
      await expect.poll(alerts).toEqual([]);
      expect((await panel.view()).addCalls).toBe(1);
    },
  );

  it("by less than five seconds takes jobs, and schedules by the database's clock", async () => {
    await paidOrderFactory(db());
    startSkewed(4 * second);
    await expect.poll(completed).toBe(1);
    expect(await latestSchedule()).toBeLessThan(10 * minute);
  });
});

describe("the recurring jobs", () => {
  it("that a worker with a wrong clock scheduled ten days ahead are repaired by the next worker", async () => {
    await db().$executeRaw`
      SELECT graphile_worker.add_job(name, '{}'::json, job_key => name, run_at => now() + interval '10 days')
      FROM unnest(ARRAY['sweep', 'poll-items', 'poll-refills', 'reconcile-payments', 'reconcile-events']) AS name`;
    await paidOrderFactory(db());
    const worker = startWorker(database.current.url);
    await expect.poll(latestSchedule).toBeLessThan(10 * minute);
    await expect.poll(completed).toBe(1);
    await expect.poll(worker.log).toContain("a recurring job was scheduled too far ahead");
  });
});
