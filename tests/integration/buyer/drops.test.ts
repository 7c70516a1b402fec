import { describe, expect, it } from "vitest";
import { decideDrops } from "@/lib/buyer/requests/decide-request";
import { failRefund } from "@/lib/money/refunds/record-refund";
import { retryRefund } from "@/lib/money/refunds/retry-refund";
import { findOrderView } from "@/lib/orders/views/find-order-view";
import { codeOf } from "../../support/database";
import { byOps, setSetting } from "../../support/factories";
import { useRequests } from "../../support/requests";
import { postedCents } from "../../support/shop";

const { db, shop, panel, social, deps, name, ...at } = useRequests();
const { jobs, eventsOf, submit, count, ask, decisionsOf, mailsOf, withoutRefills } = at;
const { setBudget, say, completedOrder, dropTo, letPass, prove, replacementOf, sendRefill, pollRefillsNow } =
  at;

describe("a drop that the daily count finds", () => {
  it("is refilled without a request, once, and a later count confirms it", async () => {
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
    await sendRefill(refill?.id ?? "");
    await count(1_000);
    await pollRefillsNow();
    await decideDrops(deps(), orderId);
    expect(await decisionsOf(orderId)).toHaveLength(1);
    expect(await db().supportTicket.count()).toBe(0);
  });

  it("whose order is being refunded in full needs no operator when that cancels its replacement", async () => {
    await withoutRefills();
    const { orderId } = await completedOrder();
    await dropTo(orderId, 700);
    await decideDrops(deps(), orderId);
    await shop.refund(orderId);
    expect(await jobs("decide-drops")).toEqual([`drops:${orderId}`]);
    await decideDrops(deps(), orderId);
    expect(await decisionsOf(orderId)).toMatchObject([{ outcome: "replace", units: 300 }]);
    expect(await db().supportTicket.count()).toBe(0);
  });

  it("after a refund of missing units that an administrator repeated is decided like any other", async () => {
    await withoutRefills();
    await setBudget(0);
    const { orderId } = await completedOrder();
    await dropTo(orderId, 700);
    await decideDrops(deps(), orderId);
    const [refund] = (await shop.order(orderId)).refunds;
    const refundId = refund?.id ?? "";
    await failRefund(db(), refundId, "lost_or_stolen_card", ["requested"]);
    await retryRefund(db(), { refundId, ...byOps });
    await dropTo(orderId, 500);
    await decideDrops(deps(), orderId);
    expect((await decisionsOf(orderId)).map(({ outcome, units, cents }) => [outcome, units, cents])).toEqual([
      ["refund", 300, 405],
      ["refund", 200, 270],
    ]);
    expect(await db().supportTicket.count()).toBe(0);
  });

  it("is replaced where the supplier refuses the refill, outside the order's own units and status", async () => {
    const { orderId, token, itemId } = await completedOrder();
    await dropTo(orderId, 800);
    await decideDrops(deps(), orderId);
    const [refill] = await db().refill.findMany();
    const { providerOrderId } = await db().fulfillmentItem.findUniqueOrThrow({ where: { id: itemId } });
    await panel.setOrder(providerOrderId, { status: "Partial" });
    await sendRefill(refill?.id ?? "");
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
    // A later drop is refunded, because an item is replaced only once and the replacement shares the item's counts.
    await dropTo(orderId, 900);
    await decideDrops(deps(), orderId);
    expect((await decisionsOf(orderId)).at(-1)).toMatchObject({ outcome: "refund", units: 100, cents: 135 });
  });

  it("is refunded to the cent where a replacement falls short", async () => {
    await withoutRefills();
    const { orderId, itemId } = await completedOrder();
    await dropTo(orderId, 800);
    await decideDrops(deps(), orderId);
    const replacement = await replacementOf(itemId);
    await submit(replacement.id);
    await count(940);
    await say(replacement.id, { status: "Partial", remains: "60" });
    await prove(orderId);
    expect(await jobs("decide-drops")).toEqual([`drops:${orderId}`]);
    await decideDrops(deps(), orderId);
    await decideDrops(deps(), orderId);
    // 60 of 1,000 at 1,349 cents: 80.94.
    expect((await decisionsOf(orderId)).map(({ outcome, units, cents }) => [outcome, units, cents])).toEqual([
      ["replace", 200, 18],
      ["refund", 60, 81],
    ]);
  });

  it("is refunded where nothing can be refilled or replaced, once, and posted to the ledger", async () => {
    await withoutRefills();
    await setBudget(0);
    const { orderId } = await completedOrder();
    await dropTo(orderId, 750);
    await decideDrops(deps(), orderId);
    await dropTo(orderId, 750);
    await decideDrops(deps(), orderId);
    const { refunds } = await shop.order(orderId);
    expect(refunds).toMatchObject([{ amountCents: 337, reason: "missing_units", status: "requested" }]);
    await shop.sendRefunds(orderId);
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
    await setSetting(db(), "autoRefundCentsPerDay", 100);
    const { orderId } = await completedOrder();
    await dropTo(orderId, 750);
    await decideDrops(deps(), orderId);
    expect((await shop.order(orderId)).refunds).toMatchObject([{ status: "held", amountCents: 337 }]);
    expect((await decisionsOf(orderId))[0]?.message).toContain("our team is checking a refund");
  });
});

describe("a large account", () => {
  it("that lost less than half a percent gets no automatic remedy, and an operator answers its buyer", async () => {
    const { orderId, token } = await completedOrder(1_000, "demo_many");
    await dropTo(orderId, 700, "demo_many");
    await decideDrops(deps(), orderId);
    expect(await eventsOf(orderId, "item.dropped")).toHaveLength(0);
    expect(await decisionsOf(orderId)).toHaveLength(0);
    await ask(token, "refill");
    expect(await decisionsOf(orderId)).toMatchObject([{ outcome: "review", reason: "count_unknown" }]);
    expect(await db().supportTicket.count({ where: { orderId } })).toBe(1);
  });
});

describe("a name that passed to another account", () => {
  it("gives no count of the order's account, and the decision waits until that account has it again", async () => {
    await withoutRefills();
    const { orderId, token } = await completedOrder();
    await db().$executeRaw`UPDATE fulfillment_items SET finished_at = finished_at - interval '2 days'`;
    await db().$executeRaw`UPDATE target_counts SET taken_at = taken_at - interval '2 days'`;
    await db().$executeRaw`TRUNCATE social_cache`;
    await social.control("", { accounts: { [`instagram ${name}`]: "77" } });
    await count(0);
    await ask(token, "nothing_arrived");
    expect(await decisionsOf(orderId)).toMatchObject([{ outcome: "wait", reason: "target_hidden" }]);
    await social.control("/reset");
    await count(700);
    await letPass(orderId, 1);
    await db().$executeRaw`TRUNCATE social_cache`;
    await db().$executeRaw`UPDATE request_decisions SET look_again_at = now() - interval '1 second'`;
    await decideDrops(deps(), orderId);
    expect((await decisionsOf(orderId)).at(-1)).toMatchObject({ outcome: "wait", reason: "counting" });
    await prove(orderId);
    await decideDrops(deps(), orderId);
    expect((await decisionsOf(orderId)).at(-1)).toMatchObject({ outcome: "replace", units: 300 });
  });
});

describe("replacements", () => {
  it("share one budget, however many orders ask at once", async () => {
    await withoutRefills();
    // Each costs 90 cents.
    await setBudget(200);
    const orders = [];
    for (const profile of ["demo_many", "wanderwithmara", "lucarows"]) {
      const sent = await completedOrder(1_000, profile);
      // Back at its start, a counter is believed only after a day.
      await dropTo(sent.orderId, 0, profile);
      await dropTo(sent.orderId, 0, profile);
      orders.push(sent);
    }
    await Promise.all(orders.map(({ token }) => ask(token, "nothing_arrived")));
    const outcomes = await db().requestDecision.findMany({ orderBy: { outcome: "asc" } });
    expect(outcomes.map(({ outcome, cents }) => [outcome, cents])).toEqual([
      ["refund", 1_349],
      ["replace", 90],
      ["replace", 90],
    ]);
  });

  it("have their budget back after a day", async () => {
    await withoutRefills();
    // Enough for one.
    await setBudget(90);
    const lost = async (profile: string) => {
      const sent = await completedOrder(1_000, profile);
      await dropTo(sent.orderId, 0, profile);
      await dropTo(sent.orderId, 0, profile);
      return sent;
    };
    const decided = async ({ orderId }: { orderId: string }) => {
      await decideDrops(deps(), orderId);
      return (await decisionsOf(orderId)).at(-1)?.outcome;
    };
    const first = await lost(name);
    expect(await decided(first)).toBe("replace");
    await letPass(first.orderId, 0.9);
    expect(await decided(await lost("wanderwithmara"))).toBe("refund");
    await letPass(first.orderId, 0.2);
    expect(await decided(await lost("demo_many"))).toBe("replace");
  });

  it("are not sent to a profile that has become private: the price of what is missing goes back", async () => {
    await withoutRefills();
    const { orderId } = await completedOrder();
    await dropTo(orderId, 800);
    await db()
      .$executeRaw`UPDATE social_cache SET value = value || '{"is_private": true}', fresh_until = now() + interval '1 hour'`;
    await decideDrops(deps(), orderId);
    expect((await decisionsOf(orderId)).at(-1)).toMatchObject({ outcome: "refund", units: 200 });
  });

  it("are at most one for an item, by the database's constraint", async () => {
    await withoutRefills();
    const { orderId, itemId } = await completedOrder();
    await dropTo(orderId, 800);
    await decideDrops(deps(), orderId);
    const { id: _, ...again } = await replacementOf(itemId);
    const second = { ...again, position: 9 };
    expect(await codeOf(db().fulfillmentItem.create({ data: second }))).toBe("P2002");
  });
});
