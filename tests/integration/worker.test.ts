import { beforeEach, describe, expect, it } from "vitest";
import { useDatabase } from "../support/database";
import { startDatabaseProxy } from "../support/database-proxy";
import { paidOrderFactory } from "../support/factories";
import { pointSuppliersAt, usePanel } from "../support/panel";
import { startHeldSupplier } from "../support/suppliers";
import { startWorker, useWorkers } from "../support/worker";

const database = useDatabase();
const panel = usePanel(database);
useWorkers();

beforeEach(async () => {
  await database.current.db.$executeRaw`TRUNCATE orders, order_events, graphile_worker._private_jobs CASCADE`;
  await panel.control({ speed: 0 });
});

const countOrders = (status: "processing" | "completed") =>
  database.current.db.order.count({ where: { status } });

describe("the worker", () => {
  it("delivers a paid order: sent once, polled, completed", async () => {
    const { order } = await paidOrderFactory(database.current.db, { quantity: 600 });
    startWorker(database.current.url);
    await expect.poll(() => countOrders("completed")).toBe(1);
    expect(await panel.view()).toMatchObject({ addCalls: 1, accepted: 1 });
    const summary = await database.current.db.orderFulfillment.findUnique({ where: { orderId: order.id } });
    expect(summary).toMatchObject({ delivered: 600, remains: 0, deliveryProgress: 100 });
  });

  it("in five processes on 100 items sends each of them once, and all are done", async () => {
    const { db, url } = database.current;
    const posts = Array.from({ length: 20 }, (_, index) => index);
    for (let order = 0; order < 5; order++) {
      await paidOrderFactory(db, {
        service: "likes",
        quantity: 20,
        posts: posts.map((post) => ({ postId: `o${order}p${post}`, quantity: 1 })),
      });
    }
    for (let process = 0; process < 5; process++) startWorker(url, { WORKER_CONCURRENCY: "8" });
    await expect.poll(() => countOrders("completed")).toBe(5);
    expect(await panel.view()).toMatchObject({ addCalls: 100, accepted: 100, overlaps: 0 });
    expect(await db.fulfillmentItem.count({ where: { attempt: 1, state: "completed" } })).toBe(100);
  });

  it("waits while the supplier is down, then sends each item once", async () => {
    const { db, url } = database.current;
    await pointSuppliersAt(database.current, "http://127.0.0.1:1/api/v2");
    for (let order = 0; order < 5; order++) await paidOrderFactory(db);
    startWorker(url);
    const refused = () => db.supplierCall.count({ where: { reason: "unreachable" } });
    await expect.poll(refused).toBeGreaterThan(5);
    await pointSuppliersAt(database.current, panel.url());
    await expect.poll(() => countOrders("completed")).toBe(5);
    expect(await panel.view()).toMatchObject({ addCalls: 5, accepted: 5 });
  });

  it("finds a paid order whose job was deleted manually", async () => {
    const { db, url } = database.current;
    await paidOrderFactory(db);
    await db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    startWorker(url);
    await expect.poll(() => countOrders("completed")).toBe(1);
    expect((await panel.view()).addCalls).toBe(1);
  });

  it("understands a job to which another release added a field", async () => {
    const { db, url } = database.current;
    const { item } = await paidOrderFactory(db);
    await db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    await db.$executeRaw`
      SELECT graphile_worker.add_job('submit-item', json_build_object('id', ${item.id}::text, 'because', 'paid'))`;
    startWorker(url, { SWEEP_PERIOD_MS: "600000" });
    await expect.poll(() => countOrders("completed")).toBe(1);
  });

  it("keeps jobs of another release that it does not understand, and an alert names them", async () => {
    const { db, url } = database.current;
    await db.$executeRaw`SELECT graphile_worker.add_job('submit-item', '{"item":1}'::json, job_key => 'newer:1')`;
    await db.$executeRaw`SELECT graphile_worker.add_job('newer-task', '{"id":1}'::json, job_key => 'newer:2')`;
    await db.$executeRaw`SELECT graphile_worker.add_job('newer-recurring', job_key => 'newer-recurring')`;
    await db.$executeRaw`
      UPDATE graphile_worker._private_jobs SET created_at = now() - interval '11 minutes'`;
    const worker = startWorker(url);
    const alert = () => db.operatorAlert.findFirst({ where: { key: "jobs", resolvedAt: null } });
    await expect.poll(alert).toMatchObject({
      message: expect.stringContaining("newer-task (1), submit-item (1)"),
    });
    const left = () => db.$queryRaw<{ task: string; isTried: boolean; willBe: boolean }[]>`
      SELECT task_identifier AS task, attempts > 0 AS "isTried", attempts < max_attempts AS "willBe"
      FROM graphile_worker.jobs WHERE starts_with(key, 'newer:') ORDER BY task_identifier`;
    expect(await left()).toEqual([
      { task: "newer-task", isTried: false, willBe: true },
      { task: "submit-item", isTried: true, willBe: true },
    ]);
    expect(worker.log()).not.toContain("newer-recurring");

    // Removes the jobs, as if the other release's worker had done them.
    await db.$executeRaw`DELETE FROM graphile_worker._private_jobs WHERE starts_with(key, 'newer:')`;
    await expect.poll(alert).toBeNull();
  });

  it("refuses to start without its configuration, naming what is missing", async () => {
    const worker = startWorker(database.current.url, { SHOP_SECRET: "" });
    expect(await worker.exited).toBe(1);
    expect(worker.log()).toContain("SHOP_SECRET");
  });
});

describe("a worker that is asked to stop", () => {
  /** A worker that gets SIGTERM while it waits for a supplier's answer. */
  const stoppedInCall = async () => {
    const { db, url } = database.current;
    const supplier = await startHeldSupplier();
    await pointSuppliersAt(database.current, supplier.url);
    const { item } = await paidOrderFactory(db);
    const worker = startWorker(url);
    await expect.poll(() => supplier.calls.length).toBe(1);
    worker.signal("SIGTERM");
    await expect.poll(() => worker.log()).toContain("worker stopping");
    return { supplier, item, worker };
  };

  it.each(["SIGTERM", "SIGINT"] as const)("by %s while idle exits at once with 0", async (signal) => {
    const worker = startWorker(database.current.url);
    await worker.ready();
    worker.signal(signal);
    expect(await worker.exited).toBe(0);
  });

  it("by the end of its parent process exits by itself", async () => {
    const worker = startWorker(database.current.url);
    await worker.ready();
    worker.disconnect();
    expect(await worker.exited).toBe(0);
  });

  it("during a call finishes and records the call, takes no new item and exits with 0", async () => {
    const { db } = database.current;
    const { supplier, item, worker } = await stoppedInCall();
    const late = await paidOrderFactory(db);
    supplier.answer();
    expect(await worker.exited).toBe(0);
    await supplier.close();
    const stateOf = async (id: string) =>
      (await db.fulfillmentItem.findUniqueOrThrow({ where: { id } })).state;
    expect(await stateOf(item.id)).toBe("submitted");
    expect(await stateOf(late.item.id)).toBe("ready");
    expect(supplier.calls).toHaveLength(1);
  });

  it("twice exits at once, and its item goes to manual review and is never bought again", async () => {
    const { db, url } = database.current;
    const { supplier, item, worker } = await stoppedInCall();
    worker.signal("SIGTERM");
    expect(await worker.exited).toBe(1);
    startWorker(url, { SUBMIT_LEASE_MS: "1000", JOB_LEASE_MS: "2000", SUPPLIER_TIMEOUT_MS: "400" });
    const state = async () => (await db.fulfillmentItem.findUniqueOrThrow({ where: { id: item.id } })).state;
    await expect.poll(state).toBe("unknown");
    await supplier.close();
    expect(supplier.calls).toHaveLength(1);
  });
});

describe("a database that goes away", () => {
  it("in the middle of the work does not end the process, and nothing is bought twice", async () => {
    const { db, url } = database.current;
    const proxy = await startDatabaseProxy(url);
    const supplier = await startHeldSupplier();
    await pointSuppliersAt(database.current, supplier.url);
    for (let order = 0; order < 10; order++) await paidOrderFactory(db);
    const worker = startWorker(proxy.url, {
      JOB_LEASE_MS: "8000",
      SUPPLIER_TIMEOUT_MS: "1600",
      WORKER_CONCURRENCY: "4",
    });
    await expect.poll(() => supplier.calls.length).toBeGreaterThanOrEqual(4);

    // The sessions end while the calls are in flight, so the answers come during the outage.
    await proxy.cut();
    supplier.answer();
    await expect.poll(() => worker.log()).toContain("a recurring job could not be added");
    await proxy.restore();

    const sent = () => db.fulfillmentItem.count({ where: { state: "submitted", attempt: 1 } });
    await expect.poll(sent).toBe(10);
    expect(supplier.calls).toHaveLength(10);
    worker.signal("SIGTERM");
    expect(await worker.exited).toBe(0);
    await Promise.all([proxy.cut(), supplier.close()]);
  });

  it("or refuses the queue for a while is named in the log, and the work continues afterwards", async () => {
    const { db, url } = database.current;
    const worker = startWorker(url);
    await worker.ready();
    await db.$executeRaw`ALTER TABLE graphile_worker._private_jobs RENAME TO _away`;
    try {
      await expect.poll(() => worker.log()).toContain("no job could be taken; trying again");
    } finally {
      await db.$executeRaw`ALTER TABLE graphile_worker._away RENAME TO _private_jobs`;
    }
    await expect.poll(() => worker.log()).toContain("jobs can be taken again");
    await paidOrderFactory(db);
    await expect.poll(() => countOrders("completed")).toBe(1);
  });

  it("before the worker starts does not end it: the worker waits", async () => {
    const { db, url } = database.current;
    const proxy = await startDatabaseProxy(url);
    await proxy.cut();
    await paidOrderFactory(db);
    const worker = startWorker(proxy.url);
    await expect.poll(() => worker.log()).toContain("a heartbeat could not be written");
    await proxy.restore();
    await expect.poll(() => countOrders("completed")).toBe(1);
    worker.signal("SIGTERM");
    expect(await worker.exited).toBe(0);
    await proxy.cut();
  });
});
