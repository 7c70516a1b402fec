import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Connection, connect } from "@/lib/db/client";
import { leaseItem } from "@/lib/delivery/submit/lease-item";
import { submitItemAndOthers } from "@/lib/delivery/submit/submit-item-and-others";
import { seal } from "@/lib/secret-box";
import { useDeliveries } from "../../support/deliveries";
import { paidOrderFactory } from "../../support/factories";
import { holdRows } from "../../support/holding";
import { pointSuppliersAt } from "../../support/panel";
import { submitOptions } from "../../support/submitting";
import { answering, openEmulator } from "../../support/suppliers";
import { testSecret } from "../../support/test-env";

const { database, db, panel, submit, findItem, jobs } = useDeliveries();

// Five workers, each with its own connections and batches.
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
    const supplier = await db().supplier.upsert({
      where: { name: `only ${service}` },
      create: { name: `only ${service}`, apiUrl: panel.url(), apiKeySealed: seal(testSecret, "key") },
      update: {},
    });
    const bearable = { ratePerSecond: 500, maxConcurrent: 20, evidenceMode: "none", failures: 0 } as const;
    await db().supplier.update({ where: { id: supplier.id }, data: { ...bearable, tokens: 500 } });
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
  return leaseItem(connection.db, itemId, false);
}

describe("while another session holds", () => {
  it("a supplier's row, items of other suppliers are leased", async () => {
    const [likes, views] = [await readyItem("likes"), await readyItem("views")];
    const held = await holdRows(database.current, "SELECT FROM suppliers WHERE id = $1 FOR UPDATE", [
      suppliers.get("followers"),
    ]);
    expect((await lease(likes)).kind).toBe("leased");
    expect((await lease(views)).kind).toBe("leased");
    await held.release();
  });

  it.each([
    ["an item", "fulfillment_items", "id"],
    ["an order", "orders", "orderId"],
  ] as const)(
    "%s, the other items of the batch are leased, and its own item is answered as busy until the lock is released",
    async (_, table, key) => {
      const [locked, free] = [await readyItem("likes"), await readyItem("likes")];
      const { [key]: id } = await findItem(locked);
      const held = await holdRows(database.current, `SELECT FROM ${table} WHERE id = $1 FOR UPDATE`, [id]);
      const results = await Promise.all([lease(locked), lease(free)]);
      expect(results.map(({ kind }) => kind)).toEqual(["busy", "leased"]);
      await held.release();
      expect((await lease(locked)).kind).toBe("leased");
    },
  );
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
    expect((await lease(itemId)).kind).toBe("gone");
    await submit(itemId);
    expect((await panel.view()).addCalls).toBe(0);
    expect((await findItem(itemId)).state).toBe("ready");
  });

  it("was refunded in part is sent", async () => {
    const itemId = await readyItem("likes");
    await db().order.updateMany({
      data: { paymentStatus: "partially_refunded", refundedCents: 100 },
    });
    expect((await lease(itemId)).kind).toBe("leased");
  });
});

describe("an item that the database refuses to lease", () => {
  it("is set aside with an alert, and the other items of its batch are leased", async () => {
    const [bad, good, other] = [await readyItem("likes"), await readyItem("likes"), await readyItem("views")];
    await db().$executeRawUnsafe(
      `ALTER TABLE supplier_calls ADD CONSTRAINT no_bad CHECK (item_id <> '${bad}') NOT VALID`,
    );
    try {
      const results = await Promise.all([lease(good), lease(bad), lease(other)]);
      expect(results.map(({ kind }) => kind)).toEqual(["leased", "gone", "leased"]);
    } finally {
      await db().$executeRaw`ALTER TABLE supplier_calls DROP CONSTRAINT no_bad`;
    }
    const aside = await findItem(bad);
    expect(aside).toMatchObject({ state: "ready", reason: "lease_failed", attempt: 0 });
    const alerts = () => db().operatorAlert.findMany({ where: { resolvedAt: null } });
    expect((await alerts()).map(({ key }) => key)).toEqual(["set_aside:leases"]);
    const retries = await db().$queryRaw<{ run_at: Date }[]>`
      SELECT run_at FROM graphile_worker.jobs WHERE key = ${`submit:${bad}`}`;
    expect(retries).toEqual([{ run_at: aside.notBefore }]);
    await db().fulfillmentItem.update({ where: { id: bad }, data: { notBefore: null } });
    expect((await lease(bad)).kind).toBe("leased");
    expect(await alerts()).toEqual([]);
  });
});

describe("a job that sent its item", () => {
  /** Sends from the first item on, with the answers of `answerTo` to each call; returns the number of calls. */
  async function sendFrom(itemIds: string[], answerTo: (nth: number) => object): Promise<number> {
    let nth = 0;
    const supplier = await openEmulator((response) => answering(JSON.stringify(answerTo(++nth)))(response));
    await pointSuppliersAt(database.current, supplier.url);
    const deps = { ...submitOptions(database.current), social: null };
    await Promise.all(
      itemIds.map((id) => submitItemAndOthers(deps, id, { mayTakeMore: () => true, turnMs: 60_000 })),
    );
    return supplier.calls();
  }

  it("sends all other due items, each once, and takes their jobs out of the queue", async () => {
    const itemIds: string[] = [];
    for (let nth = 0; nth < 30; nth++) itemIds.push(await readyItem(services[nth % 3] ?? "likes"));
    const putOff = await readyItem("likes");
    await db().$executeRaw`
      UPDATE fulfillment_items SET not_before = now() + interval '1 hour' WHERE id = ${putOff}::uuid`;
    expect(await sendFrom(itemIds.slice(0, 2), (nth) => ({ order: 100 + nth }))).toBe(30);
    expect(await db().fulfillmentItem.count({ where: { state: "submitted", attempt: 1 } })).toBe(30);
    // The worker removes the jobs that it runs; a postponed item keeps its job.
    const kept = await jobs("submit-item");
    const taken = itemIds.slice(2).filter((id) => kept.includes(`submit:${id}`));
    expect(taken).toEqual([]);
    expect(kept).toContain(`submit:${putOff}`);
  });

  it("leaves the job that a refusal of another item adds", async () => {
    const itemIds = [await readyItem("likes"), await readyItem("views")];
    const tooMany = { error: "Too many requests" };
    await sendFrom(itemIds.slice(0, 1), (nth) => (nth === 1 ? { order: 100 } : tooMany));
    expect(await findItem(itemIds[1] ?? "")).toMatchObject({ state: "ready", reason: "rate_limited" });
    expect(await jobs("submit-item")).toContain(`submit:${itemIds[1]}`);
  });
});

const limits = fc.record({
  ratePerSecond: fc.integer({ min: 1, max: 20 }),
  maxConcurrent: fc.integer({ min: 1, max: 12 }),
  tokens: fc.integer({ min: 0, max: 15 }),
  evidenceMode: fc.constantFrom("none", "balance", "request_id"),
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
        const leased = results.flatMap((result) => (result.kind === "leased" ? [result.lease.itemId] : []));
        expect(new Set(leased).size).toBe(leased.length);
        for (const [nth, given] of three.entries()) {
          const { inFlight, seconds } = await usage(services[nth] ?? "likes", since[nth]);
          const most = given.isProbing || given.evidenceMode === "balance" ? 1 : given.maxConcurrent;
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
