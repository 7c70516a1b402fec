import { metrics } from "@opentelemetry/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/lib/base/ids";
import { observeProcess } from "@/lib/base/telemetry/observe-process";
import { openSdk } from "@/lib/base/telemetry/open-sdk";
import { databaseNow } from "@/lib/base/time/clock";
import { addMs, day, hour } from "@/lib/base/time/time";
import { observeDatabase } from "@/lib/operator/reporting/observe-database";
import { useDatabase } from "../../support/database";
import { disputeFactory, paidOrderFactory, setItems } from "../../support/factories";
import { holdRows } from "../../support/holding";
import { freePort } from "../../support/postgres-setup";

const { database, db } = useDatabase();
let url = "";
let stop: () => Promise<void>;

beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}/metrics`;
  stop = await openSdk(
    { METRICS_ADDRESS: "127.0.0.1", METRICS_PORT: port, OTEL_EXPORTER_OTLP_ENDPOINT: undefined },
    "web",
  );
  observeProcess(database.current.pool);
  observeDatabase(database.current.url);
});
afterAll(async () => {
  await stop();
  metrics.disable();
});

const scrape = async () => (await fetch(url)).text();
/** The value of one series. */
const reading = async (series: string) => {
  const line = (await scrape()).split("\n").find((text) => text.startsWith(`${series} `));
  return line === undefined ? null : Number(line.slice(series.length + 1));
};

describe("the metrics of a web server", () => {
  it("show the state of the process", async () => {
    expect(await reading('groundswell_process_memory_bytes{kind="resident"}')).toBeGreaterThan(1e7);
    expect(await reading('groundswell_database_pool_connections{state="waiting"}')).toBe(0);
    expect(await reading("groundswell_clock_offset_seconds")).not.toBeNull();
  });

  it("show the shop's state in the database", async () => {
    expect(await reading("groundswell_database_up")).toBe(1);
    expect(await reading("groundswell_workers_alive")).toBe(0);
    expect(await reading("groundswell_backup_age_seconds")).toBeNull();
    await db().backup.create({
      data: { bytes: 1n, fileName: "one", finishedAt: addMs(databaseNow(), -hour) },
    });
    await db().workerHeartbeat.create({ data: { id: newId(), host: "here", pid: 1 } });
    await db()
      .$executeRaw`SELECT graphile_worker.add_job('submit-item', '{}', run_at => now() - interval '90 seconds')`;
    await db().operatorAlert.create({
      data: { key: "mail", kind: "mail", message: "Mails are not delivered." },
    });
    const mail = { kind: "order-confirmed", recipient: "buyer@example.com", props: {}, error: "timeout" };
    await db().emailLog.create({
      data: {
        ...mail,
        key: newId(),
        state: "failed",
        createdAt: addMs(databaseNow(), -3 * day),
        failedAt: databaseNow(),
      },
    });
    await expect.poll(() => reading("groundswell_workers_alive")).toBe(1);
    expect(await reading('groundswell_mails{state="failed"}')).toBe(1);
    expect(await reading("groundswell_backup_age_seconds")).toBeGreaterThanOrEqual(3600);
    expect(await reading('groundswell_jobs{task="submit-item",state="due"}')).toBe(1);
    expect(await reading('groundswell_jobs_oldest_age_seconds{task="submit-item"}')).toBeGreaterThanOrEqual(
      90,
    );
    expect(await reading('groundswell_alerts_open{kind="mail"}')).toBe(1);
  });

  it("count a ready item's age from when it could be sent, and a blocked order's not at all", async () => {
    const age = () => reading('groundswell_items_oldest_age_seconds{state="ready"}');
    const { item, order } = await paidOrderFactory(db());
    const ago = (hours: number) => addMs(databaseNow(), -hours * hour);
    const promoted = { state: "ready" as const, createdAt: ago(48), notBefore: null };
    await setItems(db(), { id: item.id }, { ...promoted, updatedAt: ago(2) });
    await expect.poll(age).toBeGreaterThanOrEqual(7_200);
    expect(await age()).toBeLessThan(10_000);
    await setItems(db(), { id: item.id }, { notBefore: ago(1) });
    await expect.poll(age).toBeLessThan(7_200);
    expect(await age()).toBeGreaterThanOrEqual(3_600);
    await db().order.update({ where: { id: order.id }, data: { blockedAt: databaseNow() } });
    await expect.poll(age).toBe(0);
    expect(await reading('groundswell_items{state="ready"}')).toBe(1);
  });

  it("show the time left for the next answer, whatever waits for the bank or is past its date", async () => {
    const timeLeft = () => reading("groundswell_disputes_evidence_due_seconds");
    const { order } = await paidOrderFactory(db());
    const add = (status: string, hoursLeft: number) =>
      disputeFactory(db(), order.id, { status, evidenceDueAt: addMs(databaseNow(), hoursLeft * hour) });
    await add("under_review", 1);
    await add("under_review", -100);
    await add("needs_response", -1);
    await expect.poll(() => reading("groundswell_disputes_open")).toBe(3);
    expect(await timeLeft()).toBeNull();
    await add("needs_response", 48);
    await expect.poll(timeLeft).toBeGreaterThan(47 * 3_600);
  });

  it("show 0 for a series whose cause is over", async () => {
    await db().operatorAlert.updateMany({ data: { resolvedAt: databaseNow() } });
    await expect.poll(() => reading('groundswell_alerts_open{kind="mail"}')).toBe(0);
  });

  it("are still served while a statement waits for a lock, and say that the state is unknown", async () => {
    const lock = await holdRows(database.current, "LOCK TABLE shop_state");
    await expect.poll(() => reading("groundswell_database_up")).toBe(0);
    expect(await reading('groundswell_process_memory_bytes{kind="resident"}')).toBeGreaterThan(1e7);
    await lock.release();
    await expect.poll(() => reading("groundswell_database_up")).toBe(1);
  });
});
