import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Connection, connect } from "@/lib/base/db/client";
import { seal } from "@/lib/base/secret-box";
import { startStopwatch } from "@/lib/base/time/clock";
import { leaseItem } from "@/lib/delivery/submit/lease-item";
import { submitItem } from "@/lib/delivery/submit/submit-item";
import { useDeliveries } from "../../support/deliveries";
import { paidOrderFactory } from "../../support/factories";
import { holdRows } from "../../support/holding";
import { pointSuppliersAt } from "../../support/panel";
import { submitOptions } from "../../support/submitting";
import { startHeldSupplier } from "../../support/suppliers";
import { testSecret } from "../../support/test-env";

const { database, db, panel, submit, findItem } = useDeliveries();

// Five workers, each with its own connections.
const workers: Connection[] = [];
beforeAll(() => {
  for (let nth = 0; nth < 5; nth++) workers.push(connect(database.current.url, 3));
});
afterAll(async () => {
  for (const worker of workers) await worker.close();
});

beforeEach(oneSupplierEach);

const services = ["followers", "likes", "views"] as const;
type Service = (typeof services)[number];
const suppliers = new Map<Service, string>();

/** Three suppliers, each of which sells only one kind of service. */
async function oneSupplierEach(): Promise<void> {
  await db().serviceMapping.deleteMany();
  const ours = await db().smmService.findMany({ where: { platform: "instagram" } });
  for (const service of services) {
    const smmService = ours.find((row) => row.serviceType === service);
    if (!smmService) throw new Error("every service is seeded");
    const name = `only ${service}`;
    const supplier = await db().supplier.upsert({ where: { name }, create: { name }, update: {} });
    const bearable = { ratePerSecond: 500, maxConcurrent: 20, evidenceMode: "none", failures: 0 } as const;
    const apiKeySealed = seal(testSecret, `supplier:${supplier.id}`, "key");
    const access = { apiUrl: panel.url(), apiKeySealed };
    await db().supplier.update({ where: { id: supplier.id }, data: { ...bearable, ...access, tokens: 500 } });
    suppliers.set(service, supplier.id);
    const key = { supplierId: supplier.id, externalId: `only-${service}` };
    const sold = await db().supplierService.upsert({
      where: { supplierId_externalId: key },
      create: { ...key, name: service, ratePer1000: 1, minQuantity: 1, maxQuantity: 100_000 },
      update: {},
    });
    await db().serviceMapping.create({
      data: { smmServiceId: smmService.id, supplierServiceId: sold.id, preference: 1 },
    });
  }
}

async function readyItem(service: Service): Promise<string> {
  return (await paidOrderFactory(db(), { service })).item.id;
}

async function lease(itemId: string, worker = 0) {
  const connection = workers[worker];
  if (!connection) throw new Error("there are five");
  return leaseItem(connection.db, itemId);
}

describe("while another session holds", () => {
  it("a supplier's row, items of other suppliers are leased", async () => {
    const [likes, views] = [await readyItem("likes"), await readyItem("views")];
    const held = await holdRows(database.current, "SELECT FROM suppliers WHERE id = $1 FOR UPDATE", [
      suppliers.get("followers"),
    ]);
    expect(await lease(likes)).not.toBeNull();
    expect(await lease(views)).not.toBeNull();
    await held.release();
  });

  it.each([
    ["an item", "fulfillment_items", "id"],
    ["an order", "orders", "orderId"],
  ] as const)("%s, another one is leased, and its own waits for the lock", async (_, table, key) => {
    const [locked, free] = [await readyItem("likes"), await readyItem("likes")];
    const { [key]: id } = await findItem(locked);
    const held = await holdRows(database.current, `SELECT FROM ${table} WHERE id = $1 FOR UPDATE`, [id]);
    const waiting = lease(locked);
    await held.waiting(1);
    expect(await lease(free)).not.toBeNull();
    await held.release();
    expect(await waiting).not.toBeNull();
  });

  it("a supplier's row, its leases leave most of a worker's connections to other work", async () => {
    const itemIds: string[] = [];
    for (let nth = 0; nth < 12; nth++) itemIds.push(await readyItem("likes"));
    const supplierId = suppliers.get("likes");
    const held = await holdRows(database.current, "SELECT FROM suppliers WHERE id = $1 FOR UPDATE", [
      supplierId,
    ]);
    const worker = connect(database.current.url, 5);
    const waiting = itemIds.map((id) => leaseItem(worker.db, id));
    await held.waiting(4);
    expect(await worker.db.order.count()).toBe(12);
    await held.release();
    const leased = (await Promise.all(waiting)).map((held) => held?.itemId);
    expect(leased).toEqual(itemIds);
    await worker.close();
  });
});

describe("a worker that waited for a lock until its lease was over", () => {
  it("sends nothing and returns the item", async () => {
    const itemId = await readyItem("likes");
    const { orderId } = await findItem(itemId);
    const supplier = await startHeldSupplier();
    supplier.answer();
    await pointSuppliersAt(database.current, supplier.url);
    const held = await holdRows(database.current, "SELECT FROM orders WHERE id = $1 FOR UPDATE", [orderId]);
    // Long enough for a call on a busy machine, which a deadline that began after the lease would allow.
    const leaseMs = 3_000;
    const sending = submitItem({ ...submitOptions(database.current), social: null, leaseMs }, itemId);
    await held.waiting(1);
    const elapsedMs = startStopwatch();
    await expect.poll(elapsedMs).toBeGreaterThan(leaseMs);
    await held.release();
    await sending;
    expect(supplier.calls).toEqual([]);
    expect(await findItem(itemId)).toMatchObject({ state: "ready", reason: "not_executed", attempt: 1 });
  });
});

describe("an item whose order", () => {
  it.each([
    ["was refunded in full", { paymentStatus: "refunded", refundedCents: 1349 }],
    ["is disputed", { paymentStatus: "disputed" }],
    ["was never paid", { status: "pending", paymentStatus: "unpaid" }],
    ["is over", { status: "completed" }],
  ] as const)("%s is not sent", async (_, order) => {
    const itemId = await readyItem("likes");
    await db().order.updateMany({ data: order });
    expect(await lease(itemId)).toBeNull();
    await submit(itemId);
    expect((await panel.view()).addCalls).toBe(0);
    expect((await findItem(itemId)).state).toBe("ready");
  });

  it("was refunded in part is sent", async () => {
    const itemId = await readyItem("likes");
    await db().order.updateMany({
      data: { paymentStatus: "partially_refunded", refundedCents: 100 },
    });
    expect(await lease(itemId)).not.toBeNull();
  });
});

describe("an item that the database refuses to lease", () => {
  it("fails its own job, which is tried again, and no other item", async () => {
    const [bad, good] = [await readyItem("likes"), await readyItem("likes")];
    await db().$executeRawUnsafe(
      `ALTER TABLE supplier_calls ADD CONSTRAINT no_bad CHECK (item_id <> '${bad}') NOT VALID`,
    );
    try {
      const [refused, leased] = await Promise.allSettled([lease(bad), lease(good)]);
      expect(refused.status).toBe("rejected");
      expect(leased).toMatchObject({ value: { itemId: good } });
    } finally {
      await db().$executeRaw`ALTER TABLE supplier_calls DROP CONSTRAINT no_bad`;
    }
    expect(await findItem(bad)).toMatchObject({ state: "ready", attempt: 0 });
    expect(await lease(bad)).not.toBeNull();
  });
});

const limits = fc.record({
  ratePerSecond: fc.integer({ min: 1, max: 20 }),
  maxConcurrent: fc.integer({ min: 1, max: 12 }),
  tokens: fc.integer({ min: 0, max: 15 }),
  evidenceMode: fc.constantFrom("none", "request_id"),
  isProbing: fc.boolean(),
});

describe("five workers that lease from three suppliers at the same time", () => {
  it("use each supplier's limits fully and never exceed them, whichever items they ask for", async () => {
    await fc.assert(
      fc.asyncProperty(fc.tuple(limits, limits, limits), async (three) => {
        await db().$executeRaw`TRUNCATE orders, order_events, graphile_worker._private_jobs CASCADE`;
        const itemIds: string[] = [];
        for (let nth = 0; nth < 45; nth++) itemIds.push(await readyItem(services[nth % 3] ?? "likes"));
        const since = await Promise.all(
          three.map((given, nth) => setLimits(services[nth] ?? "likes", given)),
        );
        const results = await Promise.all(
          workers.flatMap((_, worker) => itemIds.map((id) => lease(id, worker))),
        );
        const leased = results.flatMap((result) => result?.itemId ?? []);
        expect(new Set(leased).size).toBe(leased.length);
        for (const [nth, given] of three.entries()) {
          const { inFlight, seconds } = await usage(services[nth] ?? "likes", since[nth]);
          const most = given.isProbing ? 1 : given.maxConcurrent;
          const tokens = Math.min(given.tokens, given.ratePerSecond);
          expect(inFlight).toBeLessThanOrEqual(Math.min(most, tokens + seconds * given.ratePerSecond));
          expect(inFlight).toBeGreaterThanOrEqual(Math.min(most, tokens, 15));
        }
      }),
      { numRuns: 5 },
    );
  });
});

type Limits = typeof limits extends fc.Arbitrary<infer T> ? T : never;

/** Sets a supplier's limits; returns the database's time from which they apply. */
async function setLimits(service: Service, given: Limits): Promise<Date | undefined> {
  const [row] = await db().$queryRaw<{ since: Date }[]>`
    UPDATE suppliers SET rate_per_second = ${given.ratePerSecond}, max_concurrent = ${given.maxConcurrent},
      tokens = ${Math.min(given.tokens, given.ratePerSecond)}, tokens_at = clock_timestamp(),
      evidence_mode = ${given.evidenceMode}::evidence_mode, evidence_field = 'uuid', failures = ${given.isProbing ? 5 : 0}
    WHERE id = ${suppliers.get(service)}::uuid RETURNING tokens_at AS since`;
  return row?.since;
}

async function usage(service: Service, since: Date | undefined) {
  const [row] = await db().$queryRaw<{ inFlight: number; seconds: number }[]>`
    SELECT count(*)::int AS "inFlight", extract(epoch FROM clock_timestamp() - ${since}::timestamptz)::float AS seconds
    FROM fulfillment_items WHERE state = 'submitting' AND supplier_id = ${suppliers.get(service)}::uuid`;
  if (!row) throw new Error("a count is one row");
  return row;
}
