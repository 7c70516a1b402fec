import { beforeEach, describe, expect, it } from "vitest";
import { storeEvents } from "@/lib/money/webhooks/store-events";
import { useDeliveries } from "../../support/deliveries";
import { paidOrderFactory } from "../../support/factories";
import { nowhere, pointSuppliersAt } from "../../support/panel";
import { startWorker, useWorkers } from "../../support/worker";

const { database, db, panel } = useDeliveries();
useWorkers();

beforeEach(async () => {
  await panel.control({ speed: 0 });
});

const countCompleted = () => db().order.count({ where: { status: "completed" } });

describe("the worker", () => {
  it("waits while the supplier is down, then sends each item once", async () => {
    const { db, url } = database.current;
    await pointSuppliersAt(database.current, nowhere);
    for (let order = 0; order < 5; order++) await paidOrderFactory(db);
    startWorker(url);
    const refused = () => db.supplierCall.count({ where: { reason: "unreachable" } });
    await expect.poll(refused).toBeGreaterThan(5);
    await pointSuppliersAt(database.current, panel.url());
    await expect.poll(countCompleted).toBe(5);
    expect(await panel.view()).toMatchObject({ addCalls: 5, accepted: 5 });
  });

  it("handles Stripe's events while a supplier that does not answer holds all places for calls", async () => {
    const { db, url } = database.current;
    await panel.control({ faults: { add: Array.from({ length: 20 }, () => "hang") } });
    for (let order = 0; order < 8; order++) await paidOrderFactory(db);
    startWorker(url, { WORKER_CONCURRENCY: "5" });
    const sending = () => db.fulfillmentItem.count({ where: { state: "submitting" } });
    await expect.poll(sending).toBeGreaterThanOrEqual(3);
    const event = { id: "evt_between", type: "refund.updated", created: 1_700_000_000, data: { object: {} } };
    await storeEvents(db, [event]);
    const outcome = async () => (await db.stripeEvent.findUnique({ where: { id: event.id } }))?.outcome;
    await expect.poll(outcome).toBe("Not a refund of this shop.");
    // No call has ended: the event did not wait for one.
    expect(await sending()).toBe(3);
    expect(await db.supplierCall.count({ where: { endedAt: { not: null } } })).toBe(0);
  });

  it("finds a paid order whose job was deleted manually", async () => {
    const { db, url } = database.current;
    await paidOrderFactory(db);
    await db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    startWorker(url);
    await expect.poll(countCompleted).toBe(1);
    expect((await panel.view()).addCalls).toBe(1);
  });

  it("understands a job to which another release added a field", async () => {
    const { db, url } = database.current;
    const { item } = await paidOrderFactory(db);
    await db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    await db.$executeRaw`
      SELECT graphile_worker.add_job('submit-item', json_build_object('id', ${item.id}::text, 'because', 'paid'))`;
    startWorker(url, { SWEEP_PERIOD_MS: "600000" });
    await expect.poll(countCompleted).toBe(1);
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
