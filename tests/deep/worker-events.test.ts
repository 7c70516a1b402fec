import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/base/ids";
import { storeEvents } from "@/lib/money/webhooks/store-events";
import { startDatabaseProxy } from "../support/database-proxy";
import { useShopAtStripe } from "../support/shop";
import { startWorker, useWorkers } from "../support/worker";

const { database, stripe, shop } = useShopAtStripe();
useWorkers();

beforeEach(async () => {
  await database.current.db.$executeRaw`TRUNCATE stripe_events, graphile_worker._private_jobs`;
});

const startOne = (settings: Record<string, string> = {}) =>
  startWorker(database.current.url, { STRIPE_API_BASE: stripe.url, WORKER_CONCURRENCY: "8", ...settings });

/** Stores the event of a session as its delivery does. */
const deliver = (type: string, sessionIds: string[]) =>
  storeEvents(
    database.current.db,
    sessionIds.map((id) => ({
      id: `evt_${newId()}`,
      type,
      created: Math.floor(Date.now() / 1000),
      data: { object: { object: "checkout.session", id } },
    })),
  );

const locked = () => database.current.db.$queryRaw`
  SELECT FROM graphile_worker.jobs WHERE task_identifier = 'handle-stripe-event' AND locked_at IS NOT NULL`;
const unhandled = (type: string) => database.current.db.stripeEvent.count({ where: { type, outcome: null } });
const statusOf = async (orderId: string) => (await shop.order(orderId)).status;

describe("the jobs of events", () => {
  it("settle a payment before most of a hundred expired pages that came earlier, a few calls at a time", async () => {
    // Abandoned pages that belong to no order here, so that each event costs a call to Stripe.
    const left = await Promise.all(Array.from({ length: 100 }, () => stripe.openStrangePage()));
    const { orderId, sessionId } = await shop.placeAndPay();
    await stripe.faults({ delayMs: 1_000 });
    await deliver(
      "checkout.session.expired",
      left.map(({ id }) => id),
    );
    await deliver("checkout.session.completed", [sessionId]);
    startOne();
    await expect.poll(() => statusOf(orderId)).toBe("processing");
    expect(await unhandled("checkout.session.expired")).toBeGreaterThan(50);
    // Without the payment's job, which may not have ended yet.
    const [running] = await database.current.db.$queryRaw<{ jobs: number }[]>`
      SELECT count(*)::int AS jobs FROM graphile_worker.jobs
      WHERE queue_name LIKE 'stripe-other-%' AND locked_at IS NOT NULL`;
    expect(running?.jobs).toBeLessThanOrEqual(2);
    await stripe.heal();
    // Ten at a time, so that a busy machine has time for each ten.
    for (let most = 90; most >= 0; most -= 10) {
      await expect.poll(() => unhandled("checkout.session.expired")).toBeLessThanOrEqual(most);
    }
  });

  it("that ended while the database was away are free again as soon as it is back", async () => {
    const { orderId, sessionId } = await shop.placeAndPay();
    await stripe.faults({ delayMs: 3_000 });
    await deliver("checkout.session.completed", [sessionId]);
    const proxy = await startDatabaseProxy(database.current.url);
    // The lease is so long that the sweeper frees nothing.
    const worker = startOne({ DATABASE_URL: proxy.url, JOB_LEASE_MS: "600000" });
    await expect.poll(locked).toHaveLength(1);
    await proxy.cut();
    await expect.poll(() => worker.log()).toContain("Failed to release job");
    await stripe.heal();
    await proxy.restore();
    await expect.poll(() => statusOf(orderId)).toBe("processing");
    worker.signal("SIGTERM");
    await worker.exited;
    await proxy.cut();
  });

  it("are continued by another worker when theirs dies in the middle", async () => {
    const { orderId, sessionId } = await shop.placeAndPay();
    await stripe.faults({ delayMs: 600_000 });
    await deliver("checkout.session.completed", [sessionId]);
    const dying = startOne();
    await expect.poll(locked).toHaveLength(1);
    dying.signal("SIGKILL");
    await dying.exited;
    await stripe.heal();
    startOne({ JOB_LEASE_MS: "10000", SUPPLIER_TIMEOUT_MS: "1000" });
    await expect.poll(() => statusOf(orderId)).toBe("processing");
  });
});
