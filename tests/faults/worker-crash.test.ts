import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listItemsInReview } from "@/lib/delivery/operator/list-items-in-review";
import { useDatabase } from "../support/database";
import { paidOrderFactory } from "../support/factories";
import { pointSuppliersAt } from "../support/panel";
import { type HeldSupplier, startHeldSupplier, startMuteSupplier } from "../support/slow-supplier";
import { startWorker, useWorkers, type WorkerProcess } from "../support/worker";

// The points at which a worker can be killed are reached without a seam in the code: the test holds a row lock, or
// the supplier's answer, so that the process stands still exactly there.

const database = useDatabase();
useWorkers();

let supplier: HeldSupplier;
let lock: pg.Client;

beforeEach(async () => {
  const { db, url } = database.current;
  await db.$executeRaw`TRUNCATE orders, order_events, graphile_worker._private_jobs CASCADE`;
  supplier = await startHeldSupplier();
  await pointSuppliersAt(database.current, supplier.url);
  lock = new pg.Client({ connectionString: url });
  await lock.connect();
});

afterEach(async () => {
  await lock.end();
  await supplier.close();
});

const findItem = (id: string) => database.current.db.fulfillmentItem.findUniqueOrThrow({ where: { id } });
const stateOf = async (id: string) => (await findItem(id)).state;

/** Holds one row so that the worker's next write to it stands still. */
async function hold(table: string, where: string): Promise<void> {
  await lock.query("BEGIN");
  await lock.query(`SELECT FROM ${table} WHERE ${where} FOR UPDATE`);
}

/** The worker's sessions that wait for a lock. Asked outside the lock's transaction, in which the view stands still. */
async function blocked(): Promise<number[]> {
  const rows = await database.current.db.$queryRaw<{ pid: number }[]>`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return rows.map((row) => row.pid);
}

/**
 * Kills the worker while it stands still, and its sessions with it: the server notices a client that is gone only
 * when it next talks to it.
 */
async function killWhileBlocked(worker: WorkerProcess): Promise<void> {
  await expect.poll(blocked, { timeout: 90_000 }).not.toEqual([]);
  const pids = await blocked();
  worker.signal("SIGKILL");
  await worker.exited;
  for (const pid of pids) await lock.query("SELECT pg_terminate_backend($1)", [pid]);
  await expect.poll(blocked).toEqual([]);
  await lock.query("ROLLBACK");
}

const start = () => startWorker(database.current.url);

/** A worker whose leases are short, so that it cleans up within seconds. */
function startSuccessor(): WorkerProcess {
  return startWorker(database.current.url, {
    SUBMIT_LEASE_MS: "1500",
    JOB_LEASE_MS: "3000",
    SUPPLIER_TIMEOUT_MS: "600",
    SWEEP_PERIOD_MS: "500",
  });
}

/** The end of every story in which nobody knows what the supplier did: a person is asked, nothing is bought again. */
async function expectReviewWithoutSecondCall(itemId: string, calls: number): Promise<void> {
  supplier.answer();
  startSuccessor();
  await expect.poll(() => stateOf(itemId), { timeout: 90_000 }).toBe("unknown");
  await expect.poll(jobsLeft, { timeout: 90_000 }).toBe(0);
  expect(await findItem(itemId)).toMatchObject({ state: "unknown", reason: "worker_lost", attempt: 1 });
  expect(supplier.calls).toHaveLength(calls);
  const review = await listItemsInReview(database.current.db, { limit: 10 });
  expect(review.map((entry) => entry.id)).toEqual([itemId]);
}

async function jobsLeft(): Promise<number> {
  const [row] = await database.current.db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM graphile_worker.jobs WHERE task_identifier = 'submit-item'`;
  return row?.count ?? -1;
}

describe("a worker that is killed", () => {
  it("before its lease costs nothing: the item is bought once by the next one", async () => {
    const { item } = await paidOrderFactory(database.current.db);
    await hold("fulfillment_items", `id = '${item.id}'`);
    await killWhileBlocked(start());
    expect(await stateOf(item.id)).toBe("ready");
    supplier.answer();
    startSuccessor();
    await expect.poll(() => stateOf(item.id), { timeout: 90_000 }).toBe("submitted");
    expect(supplier.calls).toHaveLength(1);
  });

  it("after its lease, before a byte has left, leaves the item to a person", async () => {
    const { item } = await paidOrderFactory(database.current.db);
    const mute = await startMuteSupplier();
    await pointSuppliersAt(database.current, mute.url);
    const worker = start();
    // Its balance is asked for there as well, so the lease tells which connection is ours.
    await expect.poll(() => stateOf(item.id), { timeout: 90_000 }).toBe("submitting");
    await expect.poll(mute.connections).toBeGreaterThan(0);
    worker.signal("SIGKILL");
    await worker.exited;
    expect(await stateOf(item.id)).toBe("submitting");
    await mute.close();
    await pointSuppliersAt(database.current, supplier.url);
    await expectReviewWithoutSecondCall(item.id, 0);
  });

  it("during the call leaves the item to a person", async () => {
    const { item } = await paidOrderFactory(database.current.db);
    const worker = start();
    await expect.poll(() => supplier.calls.length, { timeout: 90_000 }).toBe(1);
    worker.signal("SIGKILL");
    await worker.exited;
    expect(await stateOf(item.id)).toBe("submitting");
    await expectReviewWithoutSecondCall(item.id, 1);
  });

  it("after the call, before it could record the answer, leaves the item to a person, and the answer in the log", async () => {
    const { item } = await paidOrderFactory(database.current.db);
    const worker = start();
    await expect.poll(() => supplier.calls.length, { timeout: 90_000 }).toBe(1);
    await hold("fulfillment_items", `id = '${item.id}'`);
    supplier.answer();
    await killWhileBlocked(worker);
    expect(worker.log()).toContain('"providerOrderId":"9001"');
    expect(await stateOf(item.id)).toBe("submitting");
    await expectReviewWithoutSecondCall(item.id, 1);
  });

  it("after the record has nothing to lose: the job comes again and does nothing", async () => {
    const { item } = await paidOrderFactory(database.current.db);
    const worker = start();
    await expect.poll(() => supplier.calls.length, { timeout: 90_000 }).toBe(1);
    // The job's own row, so that the worker stands still between its record and the end of its job.
    await hold("graphile_worker._private_jobs", `key = 'submit:${item.id}'`);
    supplier.answer();
    await killWhileBlocked(worker);
    expect(await stateOf(item.id)).toBe("submitted");
    startSuccessor();
    await expect.poll(jobsLeft, { timeout: 90_000 }).toBe(0);
    expect(await stateOf(item.id)).toBe("submitted");
    expect(supplier.calls).toHaveLength(1);
  });
});

describe("a lease whose worker is killed before it could commit", () => {
  it("is no lease: the item is bought once by the next one", async () => {
    const { item } = await paidOrderFactory(database.current.db);
    await hold("fulfillment_items", `id = '${item.id}'`);
    const worker = start();
    await expect.poll(blocked, { timeout: 90_000 }).not.toEqual([]);
    worker.signal("SIGKILL");
    await worker.exited;
    // The session gets its lock now, and finds nobody who would go on.
    await lock.query("ROLLBACK");
    await expect.poll(blocked).toEqual([]);
    expect(await stateOf(item.id)).toBe("ready");
    supplier.answer();
    startSuccessor();
    await expect.poll(() => stateOf(item.id), { timeout: 90_000 }).toBe("submitted");
    expect(supplier.calls).toHaveLength(1);
  });
});
