import { beforeEach, describe, expect, it } from "vitest";
import { listItemsInReview } from "@/lib/delivery/operator/list-items-in-review";
import { useDatabase } from "../support/database";
import { paidOrderFactory } from "../support/factories";
import { blockedSessions, type HeldRows, holdRows } from "../support/holding";
import { pointSuppliersAt } from "../support/panel";
import { submitting, useEmptyOrders } from "../support/submitting";
import { type HeldSupplier, startHeldSupplier, startMuteSupplier } from "../support/suppliers";
import { startWorker, useWorkers, type WorkerProcess } from "../support/worker";

// The points at which a worker is killed need no hook in the code: the test holds a row lock, or the supplier's answer,
// so that the process waits exactly there.

const database = useDatabase();
useWorkers();
useEmptyOrders(database);

let supplier: HeldSupplier;

beforeEach(async () => {
  supplier = await startHeldSupplier();
  await pointSuppliersAt(database.current, supplier.url);
});

const { findItem, stateOf } = submitting(database);

/** Holds one row, so that the worker's next write to it waits. */
const hold = (table: string, where: string) =>
  holdRows(database.current, `SELECT FROM ${table} WHERE ${where} FOR UPDATE`);

const blocked = () => blockedSessions(database.current);

/** Kills the worker as a power cut would. */
async function kill(worker: WorkerProcess): Promise<void> {
  worker.signal("SIGKILL");
  await worker.exited;
}

/**
 * Kills the worker while it waits, and ends its sessions too, because the server would notice that the client is gone
 * only when it next sends to it.
 */
async function killWhileBlocked(worker: WorkerProcess, held: HeldRows): Promise<void> {
  await expect.poll(blocked).not.toEqual([]);
  await kill(worker);
  await held.terminateWaiters();
  await expect.poll(blocked).toEqual([]);
  await held.release();
}

/** Kills the worker while it waits: its session gets the lock when its client is gone. */
async function killBeforeRelease(worker: WorkerProcess, held: HeldRows): Promise<void> {
  await expect.poll(blocked).not.toEqual([]);
  await kill(worker);
  await held.release();
  await expect.poll(blocked).toEqual([]);
}

const start = () => startWorker(database.current.url);

/** A worker whose leases are short, so that it cleans up within seconds. */
function startSuccessor(): WorkerProcess {
  return startWorker(database.current.url, {
    SUBMIT_LEASE_MS: "4000",
    JOB_LEASE_MS: "7500",
    SUPPLIER_TIMEOUT_MS: "1500",
    SWEEP_PERIOD_MS: "500",
  });
}

/** Expects the item to be in review, because the supplier's action is unknown, and no further call. */
async function expectReviewWithoutSecondCall(itemId: string, calls: number): Promise<void> {
  supplier.answer();
  startSuccessor();
  await expect.poll(() => stateOf(itemId)).toBe("unknown");
  await expect.poll(jobsLeft).toBe(0);
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
  it.each([
    ["ended too", killWhileBlocked],
    ["gets its lock only then", killBeforeRelease],
  ])(
    "before its lease loses nothing: the next one buys the item once (its session %s)",
    async (_, killHeld) => {
      const { item } = await paidOrderFactory(database.current.db);
      const held = await hold("fulfillment_items", `id = '${item.id}'`);
      await killHeld(start(), held);
      expect(await stateOf(item.id)).toBe("ready");
      supplier.answer();
      startSuccessor();
      await expect.poll(() => stateOf(item.id)).toBe("submitted");
      expect(supplier.calls).toHaveLength(1);
    },
  );

  it("after its lease, before it has sent a byte, leaves the item to an operator", async () => {
    const { item } = await paidOrderFactory(database.current.db);
    const mute = await startMuteSupplier();
    await pointSuppliersAt(database.current, mute.url);
    const worker = start();
    // The worker also asks this supplier for its balance, so the test waits for the lease before it counts connections.
    await expect.poll(() => stateOf(item.id)).toBe("submitting");
    await expect.poll(mute.connections).toBeGreaterThan(0);
    await kill(worker);
    expect(await stateOf(item.id)).toBe("submitting");
    await mute.close();
    await pointSuppliersAt(database.current, supplier.url);
    await expectReviewWithoutSecondCall(item.id, 0);
  });

  it("after the call, before it could record the answer, leaves the item to an operator, and the answer in the log", async () => {
    const { item } = await paidOrderFactory(database.current.db);
    const worker = start();
    await expect.poll(() => supplier.calls.length).toBe(1);
    const held = await hold("fulfillment_items", `id = '${item.id}'`);
    supplier.answer();
    await killWhileBlocked(worker, held);
    await expect.poll(worker.log).toContain('"providerOrderId":"9001"');
    expect(await stateOf(item.id)).toBe("submitting");
    await expectReviewWithoutSecondCall(item.id, 1);
  });

  it("after recording the answer loses nothing: the job runs again and does nothing", async () => {
    const { item } = await paidOrderFactory(database.current.db);
    const worker = start();
    await expect.poll(() => supplier.calls.length).toBe(1);
    // Holds the job's row, so that the worker waits between its record and the end of its job.
    const held = await hold("graphile_worker._private_jobs", `key = 'submit:${item.id}'`);
    supplier.answer();
    await killWhileBlocked(worker, held);
    expect(await stateOf(item.id)).toBe("submitted");
    startSuccessor();
    await expect.poll(jobsLeft).toBe(0);
    expect(await stateOf(item.id)).toBe("submitted");
    expect(supplier.calls).toHaveLength(1);
  });
});
