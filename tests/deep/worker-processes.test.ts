import { beforeEach, describe, expect, it } from "vitest";
import { useDatabase } from "../support/database";
import { startDatabaseProxy } from "../support/database-proxy";
import { paidOrderFactory } from "../support/factories";
import { pointSuppliersAt, usePanel } from "../support/panel";
import { submitting, useEmptyOrders } from "../support/submitting";
import { startHeldSupplier } from "../support/suppliers";
import { startWorker, useWorkers } from "../support/worker";

const database = useDatabase();
const panel = usePanel(database);
useWorkers();
useEmptyOrders(database);

beforeEach(async () => {
  await panel.control({ speed: 0 });
});

const { stateOf } = submitting(database);
const countCompleted = () => database.current.db.order.count({ where: { status: "completed" } });

describe("five workers", () => {
  it("send each of 100 items once, and complete all of them", async () => {
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
    // One order after the other, so that a busy machine has time for each.
    for (let done = 1; done <= 5; done++) {
      await expect.poll(countCompleted).toBeGreaterThanOrEqual(done);
    }
    expect(await panel.view()).toMatchObject({ addCalls: 100, accepted: 100, overlaps: 0 });
    expect(await db.fulfillmentItem.count({ where: { attempt: 1, state: "completed" } })).toBe(100);
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

  it.each(["SIGTERM", "SIGINT"] as const)("by %s while idle exits with 0", async (signal) => {
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
    const { supplier, item, worker } = await stoppedInCall();
    const late = await paidOrderFactory(database.current.db);
    supplier.answer();
    expect(await worker.exited).toBe(0);
    expect(await stateOf(item.id)).toBe("submitted");
    expect(await stateOf(late.item.id)).toBe("ready");
    expect(supplier.calls).toHaveLength(1);
  });

  it("twice exits with 1, and its item goes to manual review and is not bought again", async () => {
    const { supplier, item, worker } = await stoppedInCall();
    worker.signal("SIGTERM");
    expect(await worker.exited).toBe(1);
    startWorker(database.current.url, {
      SUBMIT_LEASE_MS: "1000",
      JOB_LEASE_MS: "2000",
      SUPPLIER_TIMEOUT_MS: "400",
    });
    await expect.poll(() => stateOf(item.id)).toBe("unknown");
    expect(supplier.calls).toHaveLength(1);
  });
});

describe("a database that goes away", () => {
  // The workers reach it by another address than those before, which a copy would have too: an operator says that it is
  // the shop's.
  beforeEach(
    () => database.current.db.$executeRaw`UPDATE shop_state SET quarantine_since = NULL, released_at = now()`,
  );

  it("in the middle of the work does not end the process, and nothing is bought twice", async () => {
    const { db, url } = database.current;
    const proxy = await startDatabaseProxy(url);
    const supplier = await startHeldSupplier();
    await pointSuppliersAt(database.current, supplier.url);
    for (let order = 0; order < 10; order++) await paidOrderFactory(db);
    const worker = startWorker(proxy.url, { WORKER_CONCURRENCY: "7" });
    // Four of its seven places may wait for suppliers.
    await expect.poll(() => supplier.calls.length).toBe(4);

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
    await proxy.cut();
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
    await expect.poll(countCompleted).toBe(1);
  });

  it("before the worker starts does not end it: the worker waits", async () => {
    const { db, url } = database.current;
    const proxy = await startDatabaseProxy(url);
    await proxy.cut();
    await paidOrderFactory(db);
    const worker = startWorker(proxy.url);
    await expect.poll(() => worker.log()).toContain("a heartbeat could not be written");
    await proxy.restore();
    await expect.poll(countCompleted).toBe(1);
    worker.signal("SIGTERM");
    expect(await worker.exited).toBe(0);
    await proxy.cut();
  });
});
