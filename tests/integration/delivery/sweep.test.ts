import { describe, expect, it } from "vitest";
import { newId } from "@/lib/base/ids";
import { unknownPayload } from "@/lib/base/jobs/add-again";
import { useDatabase } from "../../support/database";
import { orderFactory, paidOrderFactory, refundFactory, setItems } from "../../support/factories";
import { delivering, useEmptyOrders } from "../../support/submitting";

const { database, db } = useDatabase();
useEmptyOrders(database);
const { findItem, leaveInCall, isInReview, jobs, sweep } = delivering(database);

const age = (column: "updated_at" | "leased_at", interval: string) =>
  db().$executeRawUnsafe(`UPDATE fulfillment_items SET ${column} = now() - interval '${interval}'`);

describe("a sweep", () => {
  it("does nothing when no work was lost", async () => {
    await paidOrderFactory(db());
    await age("updated_at", "1 hour");
    expect(await sweep()).toEqual({
      lost: 0,
      unlocked: 0,
      promoted: 0,
      enqueued: 0,
      givenUp: 0,
      late: 0,
      unfunded: 0,
    });
  });

  it("adds the lost job of a ready item again, once", async () => {
    const { item } = await paidOrderFactory(db());
    await age("updated_at", "1 hour");
    await db().$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    expect((await sweep()).enqueued).toBe(1);
    expect((await sweep()).enqueued).toBe(0);
    expect(await jobs()).toEqual([`submit:${item.id}`]);
  });

  it("removes a job that was replaced while a worker, now gone, ran it", async () => {
    await paidOrderFactory(db());
    await db().$executeRaw`
      UPDATE graphile_worker._private_jobs SET attempts = 1, locked_by = 'gone', locked_at = now() - interval '1 hour'`;
    const [held] = await jobs();
    await db().$executeRaw`
      SELECT graphile_worker.add_job('submit-item', '{}'::json, job_key => ${held}, max_attempts => 8)`;
    const count = () =>
      db().$queryRaw<{ count: number }[]>`SELECT count(*)::int AS count FROM graphile_worker.jobs`;
    expect(await count()).toEqual([{ count: 2 }]);
    await sweep();
    expect(await count()).toEqual([{ count: 1 }]);
    expect(await jobs()).toEqual([held]);
  });

  it("leaves a job alone that a worker is running", async () => {
    await paidOrderFactory(db());
    await age("updated_at", "1 hour");
    await db()
      .$executeRaw`UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'a worker'`;
    expect(await sweep()).toMatchObject({ unlocked: 0, enqueued: 0 });
  });

  it("frees the job of a worker that is gone", async () => {
    await paidOrderFactory(db());
    await db().$executeRaw`
      UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '3 minutes', locked_by = 'gone'`;
    expect((await sweep()).unlocked).toBe(1);
    const locked = await db().$queryRaw`SELECT FROM graphile_worker.jobs WHERE locked_at IS NOT NULL`;
    expect(locked).toEqual([]);
  });

  it("makes an item whose lease is over unknown, never ready, and puts it into review", async () => {
    const { item, order } = await paidOrderFactory(db());
    await leaveInCall(item.id, new Date());
    expect((await sweep()).lost).toBe(0);
    await age("leased_at", "61 seconds");
    expect((await sweep()).lost).toBe(1);
    expect((await sweep()).lost).toBe(0);
    expect(await findItem(item.id)).toMatchObject({ state: "unknown", reason: "worker_lost" });
    expect(await db().supplierCall.findMany({ where: { itemId: item.id } })).toMatchObject([
      { outcome: "unknown", reason: "worker_lost" },
    ]);
    const events = await db().orderEvent.findMany({ where: { orderId: order.id, to: "unknown" } });
    expect(events).toMatchObject([{ from: "submitting", itemId: item.id }]);
    expect(await isInReview(item.id)).toBe(true);
  });

  it("releases a waiting item whose target is free, and no other one", async () => {
    const first = await paidOrderFactory(db(), { username: "harbor" });
    const second = await paidOrderFactory(db(), { username: "harbor" });
    const other = await paidOrderFactory(db(), { username: "meadow" });
    const queued = await paidOrderFactory(db(), { username: "meadow" });
    await db().fulfillmentItem.update({ where: { id: first.item.id }, data: { state: "canceled" } });
    expect((await sweep()).promoted).toBe(1);
    const states = await db().fulfillmentItem.findMany({
      where: { id: { in: [second.item.id, other.item.id, queued.item.id] } },
      orderBy: { createdAt: "asc" },
    });
    expect(states.map((item) => item.state)).toEqual(["ready", "ready", "waiting"]);
  });

  it("adds the lost jobs of mails, of requested refunds and of ended orders that are owed a refund", async () => {
    const { order } = await paidOrderFactory(db());
    const earlier = new Date(Date.now() - 5 * 60_000);
    const lost = { kind: "order-confirmed", recipient: "a@example.com", props: {}, createdAt: earlier };
    const mail = await db().emailLog.create({ data: { key: newId(), ...lost } });
    const owed = await paidOrderFactory(db());
    const longAgo = new Date(Date.now() - 90 * 86_400_000);
    await db().order.update({
      where: { id: owed.order.id },
      data: { status: "failed", finishedAt: earlier, createdAt: longAgo },
    });
    const refund = await refundFactory(db(), order.id, { createdAt: earlier });
    await db().$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    await db().$executeRaw`UPDATE fulfillment_items SET state = 'canceled'`;
    expect((await sweep()).enqueued).toBe(3);
    expect(await jobs()).toEqual(
      [`mail:${mail.id}`, `refund-undelivered:${owed.order.id}`, `refund:${refund.id}`].sort(),
    );
    expect((await sweep()).enqueued).toBe(0);
  });
});

describe("a sweep leaves the retries of", () => {
  const minutesAgo = () => new Date(Date.now() - 5 * 60_000);
  const kinds: Record<string, () => Promise<string>> = {
    "an item that is sent": async () => {
      const { item } = await paidOrderFactory(db());
      await age("updated_at", "1 hour");
      return `submit:${item.id}`;
    },
    "a mail": async () => {
      const data = { key: newId(), kind: "order-confirmed", recipient: "a@example.com", props: {} };
      const mail = await db().emailLog.create({ data: { ...data, createdAt: minutesAgo() } });
      return `mail:${mail.id}`;
    },
    "a refund": async () => {
      const order = await orderFactory(db());
      const refund = await refundFactory(db(), order.id, { createdAt: minutesAgo() });
      return `refund:${refund.id}`;
    },
    "a refill": async () => {
      const { item } = await paidOrderFactory(db());
      await setItems(db(), {}, { state: "completed", finishedAt: minutesAgo() });
      const refill = await db().refill.create({ data: { itemId: item.id, createdAt: minutesAgo() } });
      return `refill:${refill.id}`;
    },
    "what an ended order is owed": async () => {
      const order = await orderFactory(db());
      await db().order.updateMany({ data: { status: "failed", finishedAt: minutesAgo() } });
      return `refund-undelivered:${order.id}`;
    },
  };

  const fail = (attempts: number, run: string) =>
    db().$executeRawUnsafe(
      `UPDATE graphile_worker._private_jobs SET attempts = ${attempts}, run_at = now() + interval '${run}', last_error = 'down'`,
    );
  const retries = () => db().$queryRaw<{ key: string; attempts: number; error: string; minutes: number }[]>`
    SELECT key, attempts, last_error AS error, round(extract(epoch FROM run_at - now()) / 60)::int AS minutes
    FROM graphile_worker.jobs`;

  it.each(Object.entries(kinds))("%s their count and their time", async (_, prepare) => {
    const key = await prepare();
    await db().$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    expect((await sweep()).enqueued).toBe(1);
    await fail(5, "3 minutes");
    expect((await sweep()).enqueued).toBe(0);
    expect(await retries()).toEqual([{ key, attempts: 5, error: "down", minutes: 3 }]);
  });

  it.each(Object.entries(kinds))("%s one more try an hour after the last", async (_, prepare) => {
    const key = await prepare();
    await db().$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    await sweep();
    await fail(8, "-1 minutes");
    expect((await sweep()).enqueued).toBe(1);
    const later = [{ key, attempts: 7, error: "down", minutes: 60 }];
    expect(await retries()).toEqual(later);
    expect((await sweep()).enqueued).toBe(0);
    expect(await retries()).toEqual(later);
  });

  it("another release, until they are used up: then the job has a payload that this one understands", async () => {
    const { item } = await paidOrderFactory(db());
    await age("updated_at", "1 hour");
    await db().$executeRaw`
      UPDATE graphile_worker._private_jobs SET payload = '{"item":1}', attempts = max_attempts,
        last_error = ${`${unknownPayload}: id`}`;
    expect((await sweep()).enqueued).toBe(1);
    const payloads = () =>
      db().$queryRaw`SELECT payload, attempts FROM graphile_worker._private_jobs WHERE key IS NOT NULL`;
    expect(await payloads()).toEqual([{ payload: { id: item.id }, attempts: 0 }]);
  });
});

it("a job that waits longer than its row is due runs with its row", async () => {
  await paidOrderFactory(db());
  await age("updated_at", "1 hour");
  await db().$executeRaw`UPDATE graphile_worker._private_jobs SET run_at = now() + interval '1 hour'`;
  expect((await sweep()).enqueued).toBe(1);
  expect((await sweep()).enqueued).toBe(0);
});
