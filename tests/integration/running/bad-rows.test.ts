import { describe, expect, it } from "vitest";
import { newId } from "@/lib/base/ids";
import { pollItems } from "@/lib/delivery/progress/poll-items";
import { recheckEnded } from "@/lib/delivery/progress/recheck-ended";
import { pollRefills } from "@/lib/delivery/refills/poll-refills";
import { refreshBalances } from "@/lib/delivery/suppliers/refresh-balances";
import { type Batch, runSteps, setAside } from "@/lib/mail/alerts/set-aside";
import { tidyTables } from "@/lib/running/worker/tidy-tables";
import { endPauses, poison } from "../../support/bad-rows";
import { useDeliveries } from "../../support/deliveries";
import { paidOrderFactory, setItems } from "../../support/factories";
import { pointSuppliersAt } from "../../support/panel";
import { openEmulator } from "../../support/suppliers";

const { database, db, panel, provider, submit, findItem, sweep } = useDeliveries("set_aside_entries");
const { setOrder } = panel;

/** Three orders of one item each, at the supplier. The tests make the second one the bad row. */
async function threeSubmitted() {
  const items = [];
  for (let count = 0; count < 3; count += 1) {
    const { item } = await paidOrderFactory(db());
    await submit(item.id);
    items.push(await findItem(item.id));
  }
  return items;
}

const setAll = (data: object, id?: string) => setItems(db(), id ? { id } : {}, data);
const states = async (items: { id: string }[]) =>
  Promise.all(items.map(async ({ id }) => (await findItem(id)).state));
const aside = () => db().setAsideEntry.findMany({ orderBy: [{ batch: "asc" }, { entryId: "asc" }] });
const alertOf = (batch: Batch) => db().operatorAlert.findUnique({ where: { key: `set_aside:${batch}` } });

type Case = {
  batch: Batch;
  /** Brings the items into the state in which the batch takes them. */
  prepare: (items: { id: string; orderId: string }[]) => Promise<unknown>;
  bad: (item: { id: string; orderId: string }) => Parameters<typeof poison>[1];
  run: () => Promise<unknown>;
  /** True when the batch has handled the item. */
  isDone: (item: { id: string; orderId: string }) => Promise<boolean>;
};

const stateIs =
  (state: string) =>
  async ({ id }: { id: string }) =>
    (await findItem(id)).state === state;
const badItem = ({ id }: { id: string }) => ({
  table: "fulfillment_items",
  event: "UPDATE" as const,
  when: `NEW.id = '${id}'`,
});
const badSummary = ({ orderId }: { orderId: string }) => ({
  table: "order_fulfillment",
  event: "UPDATE" as const,
  when: `NEW.order_id = '${orderId}'`,
});
const badEvent =
  (type: string) =>
  ({ id }: { id: string }) => ({
    table: "order_events",
    event: "INSERT" as const,
    when: `NEW.item_id = '${id}' AND NEW.type = '${type}'`,
  });
const completeAll = async (items: { id: string }[]) => {
  for (const { id } of items) await setOrder((await findItem(id)).providerOrderId, { status: "Completed" });
};
const longAgo = new Date("2026-01-01");
const statusPoll = {
  batch: "status" as const,
  prepare: async (items: { id: string }[]) => {
    await completeAll(items);
    await setAll({ nextCheckAt: longAgo });
  },
  run: () => pollItems({ db: db(), provider, baseMs: 1_000, budgetMs: 10_000 }),
  isDone: stateIs("completed"),
};

const secondLook: Case = {
  batch: "recheck",
  prepare: async (items) => {
    await setAll({ state: "completed", finishedAt: new Date(), nextCheckAt: longAgo });
    for (const { id } of items)
      await setOrder((await findItem(id)).providerOrderId, { status: "Partial", remains: "9" });
  },
  bad: badItem,
  run: () => recheckEnded({ db: db(), provider }),
  isDone: async ({ id }) => (await findItem(id)).providerStatus === "Partial",
};

const lateStarts: Case = {
  batch: "late",
  prepare: () => setAll({ submittedAt: longAgo }),
  bad: badItem,
  run: () => sweep(),
  isDone: async ({ id }) => (await findItem(id)).reason === "not_started",
};

const cases: Record<string, Case> = {
  "the lease of a status poll": { ...statusPoll, bad: badItem },
  "the record of a status poll": { ...statusPoll, bad: badSummary },
  "the event of a status poll": { ...statusPoll, bad: badEvent("item.changed") },
  "a second look at completed items": secondLook,
  "the event of a second look": { ...secondLook, bad: badEvent("item.late_change") },
  "the poll of refills": {
    batch: "refills",
    prepare: (items) => {
      const open = { state: "in_progress", supplierRefillId: "1", nextCheckAt: longAgo } as const;
      return db().refill.createMany({
        data: items.map(({ id: itemId }) => ({ itemId, ...open })),
      });
    },
    bad: ({ id }) => ({ table: "refills", event: "UPDATE", when: `NEW.item_id = '${id}'` }),
    run: () => pollRefills({ db: db(), provider, leaseMs: 60_000, baseMs: 60_000 }),
    isDone: async ({ id }) => {
      const refill = await db().refill.findFirstOrThrow({ where: { itemId: id } });
      return refill.nextCheckAt === null || refill.nextCheckAt > longAgo;
    },
  },
  "the event of a refill's status": {
    batch: "refills",
    prepare: async (items) => {
      const supplier = await openEmulator((response, form) => {
        const numbers = form.get("refills")?.split(",") ?? [];
        response.end(JSON.stringify(numbers.map((refill) => ({ refill, status: "Completed" }))));
      });
      await pointSuppliersAt(database.current, supplier.url);
      await db().refill.createMany({
        data: items.map(({ id: itemId }, nth) => ({
          itemId,
          state: "in_progress",
          supplierRefillId: String(nth + 1),
          nextCheckAt: longAgo,
        })),
      });
    },
    bad: badEvent("refill.completed"),
    run: () => pollRefills({ db: db(), provider, leaseMs: 60_000, baseMs: 60_000 }),
    isDone: async ({ id }) => (await db().refill.findFirst({ where: { itemId: id } }))?.state === "completed",
  },
  "the sweep's lost calls": {
    batch: "lost",
    prepare: () => setAll({ state: "submitting", leasedAt: longAgo, leaseToken: newId() }),
    bad: badItem,
    run: () => sweep(),
    isDone: stateIs("unknown"),
  },
  "the event of the sweep's late starts": { ...lateStarts, bad: badEvent("item.not_started") },
  "the sweep's late starts": lateStarts,
  "the sweep's paused orders": {
    batch: "paused",
    prepare: () => setAll({ state: "paused", pausedUntil: longAgo, supplierId: null, providerOrderId: null }),
    bad: badItem,
    run: () => sweep(),
    isDone: stateIs("canceled"),
  },
  "the sweep's refunded orders": {
    batch: "unfunded",
    prepare: async () => {
      await setAll({ state: "ready", supplierId: null, providerOrderId: null });
      await db().order.updateMany({
        data: { paymentStatus: "refunded", refundedCents: 1349 },
      });
    },
    bad: badItem,
    run: () => sweep(),
    isDone: stateIs("canceled"),
  },
  "the sweep's waiting targets": {
    batch: "targets",
    prepare: () => setAll({ state: "waiting", supplierId: null, providerOrderId: null }),
    bad: badItem,
    run: () => sweep(),
    isDone: stateIs("ready"),
  },
};

describe.each(Object.entries(cases))("a bad row in %s", (_, { batch, prepare, bad, run, isDone }) => {
  it("is set aside with an alert, the other rows are handled, and it is handled once that is possible", async () => {
    const items = await threeSubmitted();
    await prepare(items);
    const worst = items[1] ?? items[0];
    if (!worst) throw new Error("there are three items");
    const { heal } = await poison(db(), bad(worst));
    // PostgreSQL reports a failed statement before it releases its locks, so a run may skip a row once as locked.
    const handled = async () => {
      await run();
      return Promise.all(items.map(isDone));
    };
    await expect.poll(handled).toEqual([true, false, true]);
    expect(await aside()).toMatchObject([{ batch, failures: 1, error: "22023" }]);
    expect(await alertOf(batch)).toMatchObject({ kind: "set_aside", times: 1, resolvedAt: null });

    // The row is left out during its pause; then it is tried again, and gets a longer one.
    await run();
    expect(await aside()).toMatchObject([{ batch, failures: 1 }]);
    await endPauses(db());
    await setDueAgain();
    const again = async () => {
      await run();
      return aside();
    };
    await expect.poll(again).toMatchObject([{ batch, failures: 2 }]);
    const [entry] = await aside();
    expect(entry && entry.retryAt.getTime() - entry.lastAt.getTime()).toBe(120_000);
    expect(await alertOf(batch)).toMatchObject({ times: 1 });

    await heal();
    await setDueAgain();
    await run();
    expect(await isDone(worst)).toBe(true);
  });
});

/** Makes items and refills due that a poll has leased but not recorded, as if time had passed. */
async function setDueAgain(): Promise<void> {
  await db().$transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
    await tx.$executeRaw`UPDATE fulfillment_items SET next_check_at = ${longAgo} WHERE next_check_at IS NOT NULL`;
    await tx.$executeRaw`UPDATE refills SET next_check_at = ${longAgo} WHERE next_check_at IS NOT NULL`;
  });
}

describe("batches of single entries", () => {
  it("a supplier whose balance can't be written does not keep others from being asked", async () => {
    const [bad, good] = await db().supplier.findMany({
      where: { kind: "panel_v2", isActive: true },
      take: 2,
    });
    const { heal } = await poison(db(), {
      table: "suppliers",
      event: "UPDATE",
      when: `NEW.id = '${bad?.id}'`,
    });
    const asked = await refreshBalances({ db: db(), provider });
    expect(asked.answered).toContain(good?.name);
    expect(asked.silent).toContain(bad?.name);
    expect(await aside()).toMatchObject([{ batch: "balances", entryId: bad?.id }]);
    await heal();
    await refreshBalances({ db: db(), provider });
    expect(await aside()).toEqual([]);
    expect((await alertOf("balances"))?.resolvedAt).toBeInstanceOf(Date);
  });

  it("a row that can't be deleted does not keep others from being deleted", async () => {
    const [bad, good] = [newId(), newId()];
    for (const id of [bad, good])
      await db().workerHeartbeat.create({ data: { id, host: "gone", pid: 1, lastSeenAt: longAgo } });
    const { heal } = await poison(db(), {
      table: "worker_heartbeats",
      event: "DELETE",
      when: `OLD.id = '${bad}'`,
    });
    // Repeated, because PostgreSQL reports a failure before it releases the locks, and tidying skips locked rows.
    await expect
      .poll(async () => {
        await tidyTables(db());
        return (await db().workerHeartbeat.findMany()).map(({ id }) => id);
      })
      .toEqual([bad]);
    expect(await aside()).toMatchObject([{ batch: "tidy", entryId: bad }]);
    await heal();
    await tidyTables(db());
    expect(await db().workerHeartbeat.count()).toBe(0);
  });

  it("a table that can't be read does not keep others from being tidied", async () => {
    await db().workerHeartbeat.create({ data: { id: newId(), host: "gone", pid: 1, lastSeenAt: longAgo } });
    await db().$executeRaw`ALTER TABLE page_views RENAME TO page_views_elsewhere`;
    await tidyTables(db());
    expect(await db().workerHeartbeat.count()).toBe(0);
    expect(await aside()).toMatchObject([{ batch: "steps", entryId: "tidy:pageViews" }]);
    await db().$executeRaw`ALTER TABLE page_views_elsewhere RENAME TO page_views`;
    await tidyTables(db());
    expect(await aside()).toEqual([]);
    expect((await alertOf("steps"))?.resolvedAt).toBeInstanceOf(Date);
  });

  it("an entry that was not tried for two days is forgotten, with its alert, while its batch has no work", async () => {
    for (const id of ["old", "new"]) await setAside(db(), "tidy", id, new Error("a bad row"));
    await setAside(db(), "refills", "old", new Error("a bad row"));
    await db()
      .$executeRaw`UPDATE set_aside_entries SET retry_at = now() - interval '49 hours' WHERE entry_id = 'old'`;
    await tidyTables(db());
    expect(await aside()).toMatchObject([{ batch: "tidy", entryId: "new" }]);
    expect((await alertOf("refills"))?.resolvedAt).toBeInstanceOf(Date);
    expect(await alertOf("tidy")).toMatchObject({
      message: expect.stringContaining("1 failed"),
      resolvedAt: null,
    });
  });

  it("a step of the sweep that fails does not keep the next ones from running", async () => {
    const items = await threeSubmitted();
    await setAll({ state: "paused", pausedUntil: longAgo, supplierId: null, providerOrderId: null });
    // The first steps read the queue, and fail as a whole without one of its functions.
    await db().$executeRaw`ALTER FUNCTION graphile_worker.force_unlock_workers RENAME TO hidden`;
    await sweep();
    await db().$executeRaw`ALTER FUNCTION graphile_worker.hidden RENAME TO force_unlock_workers`;
    expect(await states(items)).toEqual(["canceled", "canceled", "canceled"]);
    expect(await aside()).toMatchObject([{ batch: "steps", entryId: "sweep:unlocked" }]);
    await sweep();
    expect(await aside()).toEqual([]);
  });

  it("a step that takes too long does not keep the next ones from running, and is set aside", async () => {
    const after: string[] = [];
    const tooLong = () =>
      db().$transaction(async (tx) => {
        await tx.$executeRaw`SET LOCAL statement_timeout = 20`;
        await tx.$executeRaw`SELECT pg_sleep(5)::text`;
      });
    await runSteps<unknown>(db(), { slow: tooLong, next: async () => after.push("next") });
    expect(after).toEqual(["next"]);
    expect(await aside()).toMatchObject([{ batch: "steps", entryId: "slow" }]);
    expect(await alertOf("steps")).toMatchObject({ resolvedAt: null });
    await runSteps(db(), { slow: async () => undefined });
    expect(await aside()).toEqual([]);
  });
});
