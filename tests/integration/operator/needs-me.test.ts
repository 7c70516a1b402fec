import { describe, expect, it } from "vitest";
import { matterText } from "@/app/admin/now/entry-text";
import { newId } from "@/lib/base/ids";
import { enqueue } from "@/lib/base/jobs/enqueue";
import { databaseNow } from "@/lib/base/time/clock";
import { blockOrder } from "@/lib/delivery/operator/block-order";
import { raiseAlert, resolveAlert } from "@/lib/mail/alerts/raise-alert";
import { sendRefundJob } from "@/lib/money/refunds/refund-jobs";
import { listNeedsMe } from "@/lib/operator/reporting/needs-me";
import { flagOrder } from "@/lib/orders/order/flag-order";
import {
  byOps,
  disputeFactory,
  leaveQuarantine,
  orderFactory,
  paidOrderFactory,
  refundFactory,
  setItems,
} from "../../support/factories";
import { hoursAgo, useNeedsMe } from "../../support/needs-me";
import { withWatchedConnection } from "../../support/statements";

const { database, db, list, subjects } = useNeedsMe();
const { actor } = byOps;

const beginQuarantine = () =>
  db().$executeRaw`UPDATE shop_state SET quarantine_since = now(), quarantine_reason = 'It went back.'`;

/** A refund of $5.00 that is held, of a new order by default. */
async function heldRefund(given?: string): Promise<{ orderId: string; refundId: string }> {
  const orderId = given ?? (await orderFactory(db())).id;
  const { id: refundId } = await refundFactory(db(), orderId, { status: "held" });
  return { orderId, refundId };
}

describe("the list of what needs an operator", () => {
  it("is empty when nothing waits for an operator", async () => {
    await paidOrderFactory(db());
    expect(await list()).toEqual({ entries: [], snoozed: [], moreTickets: 0 });
  });

  it("has a dispute, its flag, its alert, a held refund and items in review of one order as one entry", async () => {
    const { order, item } = await paidOrderFactory(db());
    const { orderId, refundId } = await heldRefund(order.id);
    const refused = { state: "rejected", reason: "no_funds", reviewSince: hoursAgo(1) } as const;
    await setItems(db(), { id: item.id }, refused);
    await disputeFactory(db(), orderId, { evidenceDueAt: hoursAgo(-1) });
    await flagOrder(db(), orderId, "dispute");
    for (const kind of ["dispute", "held_refunds", "items_in_review"])
      await raiseAlert(db(), { key: `${kind}:1`, kind, message: `${kind}!` });
    const { entries } = await list();
    expect(entries).toMatchObject([{ subject: `order:${orderId}`, lead: { kind: "dispute", cents: 1349 } }]);
    expect(entries[0]?.others.map(({ kind, cents, id, count }) => ({ kind, cents, id, count }))).toEqual([
      { kind: "review", cents: 1349, id: orderId, count: 1 },
      { kind: "held_refund", cents: 500, id: refundId, count: 1 },
    ]);
  });

  it("has unpaid deliveries, lost refills and items that stay paused, each under its order", async () => {
    const unpaid = await paidOrderFactory(db());
    await db().order.update({ where: { id: unpaid.order.id }, data: { paymentStatus: "refunded" } });
    await setItems(db(), { id: unpaid.item.id }, { state: "in_progress", providerOrderId: newId() });
    const lost = await paidOrderFactory(db());
    const completed = { state: "completed", finishedAt: new Date(), providerOrderId: "77" } as const;
    await setItems(db(), { id: lost.item.id }, completed);
    const refill = await db().refill.create({
      data: { itemId: lost.item.id, state: "unknown", missing: 50 },
    });
    const paused = await paidOrderFactory(db());
    const pausedUntil = hoursAgo(-2);
    await setItems(db(), { id: paused.item.id }, { state: "paused", pausedUntil, updatedAt: hoursAgo(30) });
    const fresh = await paidOrderFactory(db());
    await setItems(db(), { id: fresh.item.id }, { state: "paused", pausedUntil, updatedAt: hoursAgo(2) });
    const { entries } = await list();
    expect(entries).toHaveLength(3);
    expect(Object.fromEntries(entries.map(({ subject, lead }) => [subject, lead]))).toMatchObject({
      [`order:${unpaid.order.id}`]: { kind: "unpaid", text: "refunded_in_full" },
      [`order:${lost.order.id}`]: { kind: "refill", id: refill.id, text: "77", cents: 674 },
      [`order:${paused.order.id}`]: { kind: "paused", dueAt: pausedUntil },
    });
  });

  it("has a blocked order with unsent items, and who waits for its target longer than a start may take", async () => {
    const blocked = await paidOrderFactory(db(), { priceCents: 900, username: "wanted" });
    const waits = await paidOrderFactory(db(), { priceCents: 500, username: "wanted" });
    const audit = { actor, reason: "it looks odd" };
    await blockOrder(db(), { orderId: blocked.order.id, ...audit });
    await setItems(db(), { id: blocked.item.id }, { state: "ready" });
    const elsewhere = await paidOrderFactory(db());
    await blockOrder(db(), { orderId: elsewhere.order.id, ...audit });
    await setItems(db(), { id: elsewhere.item.id }, { state: "in_progress", providerOrderId: newId() });
    const entry = { subject: `order:${blocked.order.id}`, lead: { kind: "blocked", cents: 900 } };
    await setItems(db(), { id: waits.item.id }, { updatedAt: hoursAgo(23) });
    expect((await list()).entries).toMatchObject([entry]);
    await setItems(db(), { id: waits.item.id }, { updatedAt: hoursAgo(25) });
    const { entries } = await list();
    expect(entries).toHaveLength(2);
    expect(Object.fromEntries(entries.map(({ subject, lead }) => [subject, lead]))).toMatchObject({
      [`order:${blocked.order.id}`]: { kind: "blocked", text: "it looks odd" },
      [`order:${waits.order.id}`]: { kind: "waiting", id: blocked.order.id, count: 1, cents: 500 },
    });
  });

  it("has an order that was blocked a week ago, while anything of it is still undecided", async () => {
    const { order, item } = await paidOrderFactory(db(), { priceCents: 900 });
    await setItems(db(), { id: item.id }, { state: "in_progress", providerOrderId: newId() });
    const blocked = async (hours: number, data: object = {}) => {
      const at = { blockedAt: hoursAgo(hours), blockedReason: "it looks odd" };
      await db().order.update({ where: { id: order.id }, data: { ...at, ...data } });
      return (await list()).entries;
    };
    expect(await blocked(7 * 24 - 1)).toEqual([]);
    const lead = { kind: "blocked", text: "it looks odd", count: 0, cents: 600 };
    const subject = `order:${order.id}`;
    expect(await blocked(7 * 24 + 1, { refundedCents: 300 })).toMatchObject([{ subject, lead }]);
    await setItems(db(), { id: item.id }, { state: "completed", remains: 0 });
    expect(await blocked(7 * 24 + 1, { status: "completed" })).toEqual([]);
    const refill = { itemId: item.id, missing: 10 };
    const { id } = await db().refill.create({ data: refill });
    expect(await blocked(7 * 24 + 1)).toMatchObject([{ subject, lead }]);
    await db().refill.update({ where: { id }, data: { state: "rejected" } });
    expect(await blocked(7 * 24 + 1)).toEqual([]);
  });

  it("has a paid item that no supplier takes from the time on by which it should have begun", async () => {
    const { order, item } = await paidOrderFactory(db(), { priceCents: 700 });
    // The shop keeps trying: each attempt renews the item.
    const refused = { state: "ready", reason: "target_busy", attempt: 40, updatedAt: new Date() } as const;
    await setItems(db(), { id: item.id }, { ...refused, createdAt: hoursAgo(23) });
    expect((await list()).entries).toEqual([]);
    // The item has just become ready and was not tried yet.
    await setItems(db(), { id: item.id }, { createdAt: hoursAgo(25), reason: null });
    expect((await list()).entries).toEqual([]);
    await setItems(db(), { id: item.id }, { reason: "target_busy" });
    const lead = { kind: "unsent", text: "target_busy", count: 1, cents: 700 };
    expect((await list()).entries).toMatchObject([{ subject: `order:${order.id}`, lead, others: [] }]);
  });

  it.each<[string, "review" | "blocked" | null, (orderId: string) => Promise<unknown>]>([
    [
      "in review",
      "review",
      (orderId) => setItems(db(), { orderId }, { reviewSince: hoursAgo(2), reason: "no_supplier" }),
    ],
    [
      "of a blocked order",
      "blocked",
      (orderId) => blockOrder(db(), { orderId, actor, reason: "it looks odd" }),
    ],
    [
      "of an order whose money went back",
      null,
      (id) => db().order.update({ where: { id }, data: { paymentStatus: "refunded" } }),
    ],
  ])("has an unsent item %s only for that", async (_, kind, change) => {
    const { order, item } = await paidOrderFactory(db());
    await setItems(db(), { id: item.id }, { state: "ready", reason: "target_busy", createdAt: hoursAgo(25) });
    await change(order.id);
    const matters = (await list()).entries.flatMap(({ lead, others }) => [lead, ...others]);
    expect(matters.map((matter) => matter.kind)).toEqual(kind ? [kind] : []);
  });

  it("has a supplier once for all its alerts, with the orders that wait for it", async () => {
    const supplier = await db().supplier.findFirstOrThrow({
      where: { services: { some: { mappings: { some: { isActive: true } } } }, kind: "panel_v2" },
    });
    const { item } = await paidOrderFactory(db(), { priceCents: 900 });
    await setItems(db(), { id: item.id }, { state: "ready" });
    for (const kind of ["low_balance", "supplier_failing"]) {
      await raiseAlert(db(), { key: `${kind}:${supplier.id}`, kind, message: `${kind}!` });
    }
    const { entries } = await list();
    expect(entries).toMatchObject([
      { subject: `supplier:${supplier.id}`, lead: { kind: "supplier", count: 1, cents: 900 }, others: [{}] },
    ]);
    await db().supplier.update({ where: { id: supplier.id }, data: { isActive: false } });
    // The other supplier takes no 50 likes.
    expect(await subjects()).toEqual(["offers:off-sale"]);
    await db().supplier.update({ where: { id: supplier.id }, data: { isActive: true } });
  });

  it("has other alerts, discrepancies and failed jobs; work that has stopped comes first", async () => {
    await raiseAlert(db(), { key: "backup_old", kind: "backup", message: "No backup." });
    await raiseAlert(db(), { key: "late_answer:x:1", kind: "late_answer", message: "flags its order" });
    await db().discrepancy.create({ data: { key: "spending:1", kind: "spending", message: "It differs." } });
    await db().$executeRaw`SELECT graphile_worker.add_job('count-targets')`;
    await db().$executeRaw`
      UPDATE graphile_worker._private_jobs SET attempts = max_attempts, last_error = E'boom\n at x'
      WHERE task_id = (SELECT id FROM graphile_worker._private_tasks WHERE identifier = 'count-targets')`;
    await raiseAlert(db(), { key: "worker", kind: "worker", message: "No worker has run." });
    const { entries } = await list();
    expect(entries[0]).toMatchObject({ subject: "alert:worker", lead: { kind: "standstill", id: "worker" } });
    const kinds = entries.map(({ lead }) => lead.kind);
    expect(kinds.sort()).toEqual(["alert", "discrepancy", "job", "standstill"]);
    const job = entries.find(({ lead }) => lead.kind === "job");
    expect(job?.lead).toMatchObject({ text: "count-targets", detail: "boom" });
    await resolveAlert(db(), "worker");
    expect(await subjects()).not.toContain("alert:worker");
  });

  it("has the quarantine while it lasts", async () => {
    await beginQuarantine();
    const entry = { subject: "quarantine", lead: { text: "It went back." } };
    expect((await list()).entries).toMatchObject([entry]);
    await leaveQuarantine(db());
  });

  it("has a refund that has not been sent for six hours, with the newest error, but not in quarantine", async () => {
    const { orderId, refundId } = await heldRefund();
    const set = (data: object) => db().refund.update({ where: { id: refundId }, data });
    await set({ status: "requested", createdAt: hoursAgo(30), releasedAt: hoursAgo(5.9) });
    expect(await subjects()).toEqual([]);
    const releasedAt = hoursAgo(6.1);
    await set({ releasedAt });
    const waits = { kind: "unsent_refund", id: refundId, text: "requested", cents: 500, since: releasedAt };
    expect(await list()).toMatchObject({
      entries: [{ subject: `order:${orderId}`, lead: { ...waits, detail: null } }],
    });
    await enqueue(db(), [sendRefundJob.of(refundId)]);
    await db().$executeRaw`
      UPDATE graphile_worker._private_jobs SET attempts = 3, last_error = E'stripe 403\n at x'`;
    expect((await list()).entries).toMatchObject([{ lead: { ...waits, detail: "stripe 403" }, others: [] }]);
    await beginQuarantine();
    expect(await subjects()).toEqual(["quarantine"]);
    await leaveQuarantine(db());
    await set({ status: "succeeded" });
    expect(await subjects()).toEqual([]);
  });

  it("has a refund that has been pending at Stripe for six hours, and says to top up the balance", async () => {
    const { orderId, refundId } = await heldRefund();
    const set = (data: object) => db().refund.update({ where: { id: refundId }, data });
    await set({ status: "pending", stripeRefundId: "re_pending", createdAt: hoursAgo(5.9) });
    expect(await subjects()).toEqual([]);
    await set({ createdAt: hoursAgo(6.1) });
    const { entries } = await list();
    expect(entries).toMatchObject([
      { subject: `order:${orderId}`, lead: { kind: "unsent_refund", cents: 500 } },
    ]);
    const titles = entries.map(({ lead }) => matterText(lead, new Date()).title);
    expect(titles.join()).toMatch(/^A refund of \$5\.00 is still pending at Stripe.*Top it up/);
    await set({ status: "succeeded" });
    expect(await subjects()).toEqual([]);
  });

  it("stays quick however many orders there are: unpaid deliveries and blocked orders are found by index", async () => {
    await withWatchedConnection(database.current.url, async (watched) => {
      await listNeedsMe(watched.db, "owner", databaseNow());
      const statement = watched.statements().find((text) => text.includes("blocked_at IS NOT NULL")) ?? "";
      const client = await watched.pool.connect();
      await client.query("SET enable_seqscan = off");
      const { rows } = await client.query(`EXPLAIN (GENERIC_PLAN) ${statement}`);
      client.release();
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      expect(plan).toContain("orders_unpaid_in_delivery");
      expect(plan).toContain("orders_blocked");
    });
  });
});
