import { beforeEach, describe, expect, it } from "vitest";
import { cancelLateItem } from "@/lib/delivery/progress/cancel-late-item";
import { countTargets } from "@/lib/delivery/progress/count-targets";
import { startSocial } from "@/lib/local/social/start";
import { findOrderView } from "@/lib/orders/queries";
import type { RequestKind } from "@/lib/orders/request-offers";
import { startQuarantine } from "@/lib/quarantine/start-quarantine";
import { pollRefills } from "@/lib/refills/poll-refills";
import { sendRefill } from "@/lib/refills/send-refill";
import { refundUndelivered } from "@/lib/refunds/refund-undelivered";
import { sendRefund } from "@/lib/refunds/send-refund";
import { decideDrops } from "@/lib/requests/decide-drops";
import { decideRequest } from "@/lib/requests/decide-request";
import { objectToDecision } from "@/lib/requests/object-to-decision";
import { openScrapeCreators } from "@/lib/social/scrapecreators/open-scrapecreators";
import { sweep } from "@/lib/worker/sweep";
import { useDatabase } from "../../support/database";
import { useEmulator } from "../../support/emulator";
import { setItems } from "../../support/factories";
import { usePanel } from "../../support/panel";
import { postedCents, useShop } from "../../support/shop";
import { useStripe } from "../../support/stripe";
import { delivering, submitting } from "../../support/submitting";

const database = useDatabase();
const stripe = useStripe();
const shop = useShop(database, stripe);
const panel = usePanel(database);
const social = useEmulator(() => startSocial({ port: 0 }));
const { provider, poll, jobs, eventsOf } = delivering(database);
const { submit } = submitting(database);
shop.checkAfterEach();
const db = () => database.current.db;

const name = "demo_many";
const timeoutMs = 5_000;
const counters = () => ({
  db: db(),
  provider: openScrapeCreators({ baseUrl: social.url(), apiKey: "k", timeoutMs, searchTimeoutMs: timeoutMs }),
  now: new Date(),
});
const deps = () => ({ db: db(), social: counters() });
const refillDeps = () => ({
  db: db(),
  provider,
  leaseMs: 60_000,
  baseMs: 1_000,
  supportEmail: "ops@shop.example",
});
const count = (units: number) => social.control("", { gains: { [`instagram followers ${name}`]: units } });

beforeEach(async () => {
  await social.control("/reset");
  await panel.control({ speed: 3_600 });
  await db().$executeRaw`TRUNCATE orders, order_events, operator_alerts, social_cache, site_settings,
    graphile_worker._private_jobs CASCADE`;
  await db().supplierService.updateMany({ data: { canRefill: true, canCancel: true } });
});

const ask = (token: string, kind: RequestKind) => decideRequest(deps(), { token, kind });
const decisionsOf = (orderId: string) =>
  db().requestDecision.findMany({ where: { orderId }, orderBy: [{ createdAt: "asc" }, { id: "asc" }] });
const mailsOf = (orderId: string) => db().emailLog.count({ where: { orderId, kind: "request-decided" } });
const withoutRefills = () => db().supplierService.updateMany({ data: { canRefill: false } });
const setBudget = (cents: number) =>
  db().siteSetting.create({ data: { key: "replacementBudgetCentsPerDay", value: cents } });

/** 1,000 followers for $13.49, paid and taken by the supplier. */
async function sentOrder() {
  const placed = await shop.placePaid({
    username: name,
    packageId: "followers-1000",
    quantity: 1_000,
    price: 13.49,
  });
  const [item] = (await shop.order(placed.orderId)).items;
  if (!item) throw new Error("a paid order has an item");
  await submit(item.id);
  await countTargets(db(), counters(), placed.orderId);
  return { ...placed, itemId: item.id };
}

const say = async (itemId: string, fields: object) => {
  const { providerOrderId } = await db().fulfillmentItem.findUniqueOrThrow({ where: { id: itemId } });
  await panel.control({ set: { order: providerOrderId, fields } });
  await poll();
};

/** The same order, completed, with `there` of its followers on the counter. */
async function completedOrder(there = 1_000) {
  const sent = await sentOrder();
  await count(there);
  await say(sent.itemId, { status: "Completed" });
  await countTargets(db(), counters(), sent.orderId);
  return sent;
}

/** A day later the counter shows `there` of the delivered followers, and the daily count is taken. */
async function dropTo(orderId: string, there: number) {
  await count(there);
  await db().$executeRaw`UPDATE fulfillment_items SET finished_at = finished_at - interval '1 day',
    leased_at = leased_at - interval '1 day' WHERE order_id = ${orderId}::uuid`;
  await db().$executeRaw`UPDATE target_counts SET taken_at = taken_at - interval '1 day'
    WHERE item_id IN (SELECT id FROM fulfillment_items WHERE order_id = ${orderId}::uuid)`;
  await countTargets(db(), counters(), orderId);
  // The process reads the database's clock to a second or so under load; what comes next is certainly later.
  await db().$executeRaw`UPDATE target_counts SET taken_at = taken_at - interval '1 minute'
    WHERE item_id IN (SELECT id FROM fulfillment_items WHERE order_id = ${orderId}::uuid)`;
}

const replacementOf = (itemId: string) =>
  db().fulfillmentItem.findFirstOrThrow({ where: { replacesItemId: itemId } });

describe("a drop that the daily count finds", () => {
  it("is refilled without anybody's request, once, and the count afterwards settles it", async () => {
    const { orderId } = await completedOrder();
    await dropTo(orderId, 800);
    expect(await jobs("decide-drops")).toEqual([`drops:${orderId}`]);
    await Promise.all([decideDrops(deps(), orderId), decideDrops(deps(), orderId)]);
    expect(await decisionsOf(orderId)).toMatchObject([
      { outcome: "refill", reason: "dropped", units: 200, askedBy: "shop", kind: "refill" },
    ]);
    expect(await mailsOf(orderId)).toBe(1);
    const [refill] = await db().refill.findMany();
    expect(refill).toMatchObject({ missing: 200, state: "requested" });
    await panel.control({ speed: 0 });
    await sendRefill(refillDeps(), refill?.id ?? "");
    await count(1_000);
    await db().$executeRaw`UPDATE refills SET next_check_at = now()`;
    await pollRefills(refillDeps());
    await decideDrops(deps(), orderId);
    expect(await decisionsOf(orderId)).toHaveLength(1);
    expect(await db().supportTicket.count()).toBe(0);
  });

  it("is replaced where the supplier refuses the refill, outside the order's own units and status", async () => {
    const { orderId, token, itemId } = await completedOrder();
    await dropTo(orderId, 800);
    await decideDrops(deps(), orderId);
    const [refill] = await db().refill.findMany();
    const { providerOrderId } = await db().fulfillmentItem.findUniqueOrThrow({ where: { id: itemId } });
    await panel.control({ set: { order: providerOrderId, fields: { status: "Partial" } } });
    await sendRefill(refillDeps(), refill?.id ?? "");
    expect(await jobs("decide-drops")).toEqual([`drops:${orderId}`]);
    await decideDrops(deps(), orderId);
    expect((await decisionsOf(orderId)).map(({ outcome, units, cents }) => [outcome, units, cents])).toEqual([
      ["refill", 200, 0],
      ["replace", 200, 18],
    ]);
    const replacement = await replacementOf(itemId);
    expect(replacement).toMatchObject({ state: "ready", quantity: 200, position: 1 });
    await submit(replacement.id);
    await say(replacement.id, { status: "In progress", remains: "50" });
    const summary = {
      status: "completed",
      fulfillment: { deliveryProgress: 100, delivered: 1_000, remains: 0 },
    };
    expect(await shop.order(orderId)).toMatchObject(summary);
    const running = await findOrderView(db(), token);
    expect(running?.items).toHaveLength(1);
    expect(running?.items[0]?.replacement).toEqual({ quantity: 200, delivered: 150, isOver: false });
    await ask(token, "refill");
    expect((await decisionsOf(orderId)).at(-1)).toMatchObject({ outcome: "already_done" });
    await count(1_000);
    await say(replacement.id, { status: "Completed" });
    await decideDrops(deps(), orderId);
    expect(await shop.order(orderId)).toMatchObject(summary);
    expect((await panel.view()).accepted).toBe(2);
    expect(await db().refund.count()).toBe(0);
    // The replacement's counts are the item's own, so its later drop is paid back: an item is replaced once.
    await dropTo(orderId, 900);
    await decideDrops(deps(), orderId);
    expect((await decisionsOf(orderId)).at(-1)).toMatchObject({ outcome: "refund", units: 100, cents: 135 });
  });

  it("is paid back to the cent where a replacement comes short", async () => {
    await withoutRefills();
    const { orderId, itemId } = await completedOrder();
    await dropTo(orderId, 800);
    await decideDrops(deps(), orderId);
    const replacement = await replacementOf(itemId);
    await submit(replacement.id);
    await count(940);
    await say(replacement.id, { status: "Partial", remains: "60" });
    expect(await jobs("decide-drops")).toEqual([`drops:${orderId}`]);
    await decideDrops(deps(), orderId);
    await decideDrops(deps(), orderId);
    // 60 of 1,000 at 1,349 cents: 80.94.
    expect((await decisionsOf(orderId)).map(({ outcome, units, cents }) => [outcome, units, cents])).toEqual([
      ["replace", 200, 18],
      ["refund", 60, 81],
    ]);
  });

  it("is paid back where nothing can be refilled or replaced, once, and posted to the ledger", async () => {
    await withoutRefills();
    await setBudget(0);
    const { orderId } = await completedOrder();
    await dropTo(orderId, 750);
    await decideDrops(deps(), orderId);
    await dropTo(orderId, 750);
    await decideDrops(deps(), orderId);
    const { refunds } = await shop.order(orderId);
    expect(refunds).toMatchObject([{ amountCents: 337, reason: "missing_units", status: "requested" }]);
    await Promise.all(refunds.map(({ id }) => sendRefund(shop.deps(), id)));
    expect(await shop.order(orderId)).toMatchObject({
      status: "completed",
      paymentStatus: "partially_refunded",
      refundedCents: 337,
    });
    expect(await postedCents(db(), orderId)).toMatchObject({ refunds: 337, sales: -1_349 });
    expect(await eventsOf(orderId, "item.dropped")).toHaveLength(1);
  });

  it("waits while the refund is above the limits, and the buyer is told", async () => {
    await withoutRefills();
    await setBudget(0);
    await db().siteSetting.create({ data: { key: "autoRefundCentsPerDay", value: 100 } });
    const { orderId } = await completedOrder();
    await dropTo(orderId, 750);
    await decideDrops(deps(), orderId);
    expect((await shop.order(orderId)).refunds).toMatchObject([{ status: "held", amountCents: 337 }]);
    expect((await decisionsOf(orderId))[0]?.message).toContain("as soon as our team has checked it");
  });
});

describe("a request on the order's page", () => {
  it("is answered by a count of now, with one row and one mail however often it is sent", async () => {
    const { orderId, token } = await completedOrder();
    await Promise.all([ask(token, "refill"), ask(token, "refill"), ask(token, "refill")]);
    expect(await decisionsOf(orderId)).toMatchObject([{ outcome: "nothing_missing", askedBy: "customer" }]);
    expect(await mailsOf(orderId)).toBe(1);
    const view = await findOrderView(db(), token);
    expect(view?.decided).toMatchObject([
      { kind: "refill", isOwn: true, decisions: [{ label: `@${name}` }] },
    ]);
  });

  it("at the same time as the shop's own decision makes one remedy", async () => {
    await withoutRefills();
    const { orderId, token } = await completedOrder();
    await dropTo(orderId, 700);
    await Promise.all([
      ask(token, "refill"),
      ask(token, "nothing_arrived"),
      decideDrops(deps(), orderId),
      decideDrops(deps(), orderId),
    ]);
    const made = (await decisionsOf(orderId)).filter(({ units }) => units > 0);
    expect(made).toMatchObject([{ outcome: "replace", units: 300 }]);
    expect(await db().fulfillmentItem.count({ where: { orderId } })).toBe(2);
  });

  it("of an item that its supplier completed without a follower is paid back in full", async () => {
    await withoutRefills();
    await setBudget(0);
    const { orderId, token } = await completedOrder(0);
    await ask(token, "nothing_arrived");
    expect(await decisionsOf(orderId)).toMatchObject([
      { outcome: "refund", reason: "never_arrived", units: 1_000, cents: 1_349 },
    ]);
    const [refund] = (await shop.order(orderId)).refunds;
    await sendRefund(shop.deps(), refund?.id ?? "");
    expect(await shop.order(orderId)).toMatchObject({ paymentStatus: "refunded", refundedCents: 1_349 });
  });

  it("to cancel takes back what was not sent, and the price goes back once", async () => {
    const { orderId, token } = await shop.placePaid({ username: name });
    await Promise.all([ask(token, "cancel"), ask(token, "cancel"), ask(token, "refund")]);
    expect(await shop.order(orderId)).toMatchObject({ status: "failed", items: [{ state: "canceled" }] });
    await Promise.all([refundUndelivered(db(), orderId), refundUndelivered(db(), orderId)]);
    expect((await shop.order(orderId)).refunds).toMatchObject([{ amountCents: 229, reason: "undelivered" }]);
    await ask(token, "nothing_arrived");
    expect((await decisionsOf(orderId)).at(-1)).toMatchObject({ reason: "refund_on_its_way" });
  });

  it("to stop goes to the supplier once, and its refusal to an operator", async () => {
    const { orderId, token, itemId } = await sentOrder();
    await ask(token, "refund");
    expect(await decisionsOf(orderId)).toMatchObject([{ outcome: "ask_supplier", reason: "stop_wanted" }]);
    expect(await jobs("cancel-late-item")).toHaveLength(1);
    await cancelLateItem({ db: db(), provider }, itemId);
    await cancelLateItem({ db: db(), provider }, itemId);
    expect((await panel.view()).calls.cancel).toBe(1);
    await poll();
    expect(await shop.order(orderId)).toMatchObject({ status: "failed", items: [{ state: "canceled" }] });
  });

  it("that waits is decided by itself once the promise is broken, also where a job was lost", async () => {
    const { orderId, token } = await sentOrder();
    await ask(token, "slow");
    expect(await decisionsOf(orderId)).toMatchObject([{ outcome: "wait", reason: "starts_in_time" }]);
    await db().order.update({
      where: { id: orderId },
      data: { paidAt: new Date(Date.now() - 2 * 86_400_000) },
    });
    for (let look = 0; look < 2; look++) {
      await db().$executeRaw`TRUNCATE graphile_worker._private_jobs CASCADE`;
      await db()
        .$executeRaw`UPDATE request_decisions SET look_again_at = now() WHERE look_again_at IS NOT NULL`;
      await decideDrops(deps(), orderId);
      expect(await jobs("cancel-late-item")).toHaveLength(1);
    }
    expect(await decisionsOf(orderId)).toMatchObject([
      { outcome: "wait", lookAgainAt: null },
      { outcome: "ask_supplier", reason: "not_started_in_time", lookAgainAt: expect.any(Date) },
    ]);
    expect(await mailsOf(orderId)).toBe(2);
  });

  it("while the supplier completes the item decides by what was first", async () => {
    const { orderId, token, itemId } = await sentOrder();
    await count(1_000);
    await Promise.all([ask(token, "cancel"), say(itemId, { status: "Completed" })]);
    // A poll skips an item whose row the decision holds, and comes again.
    await poll();
    await ask(token, "cancel");
    expect(await shop.order(orderId)).toMatchObject({ status: "completed", items: [{ state: "completed" }] });
    expect((await decisionsOf(orderId)).at(-1)).toMatchObject({ outcome: "already_done" });
  });

  it("without a count goes to an operator, with the facts, and once", async () => {
    const { orderId, token } = await completedOrder();
    await db().targetCount.deleteMany();
    await db().socialCache.deleteMany();
    await social.control("", { faults: Array.from({ length: 20 }, () => "500") });
    await ask(token, "nothing_arrived");
    expect(await decisionsOf(orderId)).toMatchObject([{ outcome: "review", reason: "count_unknown" }]);
    const [ticket] = await db().supportTicket.findMany({ where: { orderId } });
    expect(ticket).toMatchObject({ kind: "refund", status: "open" });
    expect(ticket?.message).toContain("count_unknown");
    await ask(token, "nothing_arrived");
    expect(await db().supportTicket.count()).toBe(1);
  });

  it("that the buyer does not agree with goes to an operator with the facts, once", async () => {
    const { orderId, token } = await completedOrder();
    await ask(token, "refill");
    const [decision] = await decisionsOf(orderId);
    const objection = { token, requestId: decision?.requestId ?? "", message: "I see 300 fewer." };
    await objectToDecision(db(), objection);
    const [ticket] = await db().supportTicket.findMany({ where: { orderId } });
    expect(ticket?.message).toMatch(/^I see 300 fewer\.[\s\S]+nothing_missing: delivered/);
    expect((await findOrderView(db(), token))?.requests.ticketAt).not.toBeNull();
    await expect(objectToDecision(db(), objection)).rejects.toMatchObject({ code: "conflict" });
    const other = await completedOrder();
    await expect(objectToDecision(db(), { ...objection, token: other.token })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("of a disputed payment moves nothing", async () => {
    await withoutRefills();
    const { orderId, token } = await completedOrder(200);
    await db().order.update({ where: { id: orderId }, data: { paymentStatus: "disputed" } });
    await ask(token, "nothing_arrived");
    await decideDrops(deps(), orderId);
    expect(await decisionsOf(orderId)).toMatchObject([{ outcome: "review", reason: "disputed" }]);
    expect(await db().fulfillmentItem.count({ where: { orderId } })).toBe(1);
  });

  it("in quarantine moves nothing, and is decided by itself afterwards", async () => {
    await withoutRefills();
    const { orderId, token } = await completedOrder(200);
    await startQuarantine(db(), { reason: "test", agreedUntil: null, isNewLoss: true });
    await ask(token, "nothing_arrived");
    await decideDrops(deps(), orderId);
    expect(await decisionsOf(orderId)).toMatchObject([
      { outcome: "wait", reason: "shop_paused", lookAgainAt: expect.any(Date) },
    ]);
    expect(await db().fulfillmentItem.count({ where: { orderId } })).toBe(1);
    await db().$executeRaw`UPDATE shop_state SET quarantine_since = NULL, quarantine_reason = NULL`;
    await db().$executeRaw`UPDATE request_decisions SET look_again_at = now()`;
    await db().$executeRaw`TRUNCATE graphile_worker._private_jobs CASCADE`;
    const supportEmail = "support@example.com";
    await sweep({ db: db(), submitLeaseMs: 60_000, jobLeaseMs: 120_000, supportEmail });
    expect(await jobs("decide-drops")).toEqual([`drops:${orderId}`]);
    await decideDrops(deps(), orderId);
    expect(await decisionsOf(orderId)).toMatchObject([
      { outcome: "wait", lookAgainAt: null },
      { outcome: "replace", units: 800, askedBy: "customer" },
    ]);
  });

  it("of an order that was not paid is refused, and an unknown link is not found", async () => {
    const { token } = await shop.place({ username: name });
    await expect(ask(token, "cancel")).rejects.toMatchObject({ code: "conflict" });
    await expect(ask("x".repeat(24), "cancel")).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("replacements", () => {
  it("share one budget, however many orders ask at once", async () => {
    await withoutRefills();
    // Each costs 90 cents.
    await setBudget(200);
    const orders = [];
    for (let placed = 0; placed < 3; placed++) orders.push(await completedOrder(1_000));
    // Each adds its followers to the same counter, so each misses all of its own now.
    await count(-3_000);
    await setItems(db(), {}, { finishedAt: new Date() });
    await db().$executeRaw`UPDATE target_counts SET taken_at = taken_at - interval '1 hour'`;
    await Promise.all(orders.map(({ token }) => ask(token, "nothing_arrived")));
    const outcomes = await db().requestDecision.findMany({ orderBy: { outcome: "asc" } });
    expect(outcomes.map(({ outcome, cents }) => [outcome, cents])).toEqual([
      ["refund", 1_349],
      ["replace", 90],
      ["replace", 90],
    ]);
  });

  it("of one item are one, by the database's own word", async () => {
    await withoutRefills();
    const { orderId, itemId } = await completedOrder();
    await dropTo(orderId, 800);
    await decideDrops(deps(), orderId);
    const { id: _, ...again } = await replacementOf(itemId);
    const second = { ...again, position: 9 };
    await expect(db().fulfillmentItem.create({ data: second })).rejects.toMatchObject({ code: "P2002" });
  });
});
