import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { itemNotes } from "@/components/orders/order-items";
import { unblockOrder } from "@/lib/delivery/operator/block-order";
import { countTargets } from "@/lib/delivery/progress/count-targets";
import { recordDispute } from "@/lib/disputes/record-dispute";
import { blockDelivery } from "@/lib/orders/block-delivery";
import { markWithdrawn } from "@/lib/orders/mark-withdrawn";
import { findOrderView } from "@/lib/orders/queries";
import { decideRefill } from "@/lib/refills/decide-refill";
import { pollRefills } from "@/lib/refills/poll-refills";
import { sendRefill } from "@/lib/refills/send-refill";
import { releaseRefund } from "@/lib/refunds/decide-held-refund";
import { failRefund } from "@/lib/refunds/record-refund";
import { retryRefund } from "@/lib/refunds/refund-order";
import { decideDrops } from "@/lib/requests/decide-request";
import { dropRefund } from "@/lib/requests/drop-refund";
import { codeOf } from "../../support/database";
import { byOps, setItems, setSetting } from "../../support/factories";
import { useRequests } from "../../support/requests";
import { postedCents } from "../../support/shop";
import { answering, openEmulator } from "../../support/suppliers";

const { db, shop, panel, social, provider, deps, name, ...at } = useRequests();
const { jobs, eventsOf, submit, count, ask, decisionsOf, mailsOf, withoutRefills } = at;
const { setBudget, pointSuppliers, say, completedOrder, sentOrder, dropTo, letPass, replacementOf } = at;
const refillDeps = () => ({ db: db(), provider, leaseMs: 60_000, baseMs: 1_000 });

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
    await sendRefill(refillDeps(), refill?.id ?? "");
    await count(1_000);
    await db().$executeRaw`UPDATE refills SET next_check_at = now()`;
    await pollRefills(refillDeps());
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
    expect((await decisionsOf(orderId))[0]?.message).toContain("as soon as our team has checked the refund");
  });
});

describe("a refill that a drop led to", () => {
  /** Its supplier accepted it on day 4 of 5 and has not finished it. */
  async function accepted() {
    const sent = await completedOrder();
    await letPass(sent.orderId, 3);
    await dropTo(sent.orderId, 700);
    await decideDrops(deps(), sent.orderId);
    const { id: refillId } = await db().refill.findFirstOrThrow();
    await sendRefill(refillDeps(), refillId);
    return { ...sent, refillId };
  }
  const lastOf = async (orderId: string) => (await decisionsOf(orderId)).at(-1);

  it("and that its supplier rejects after the promised days is replaced", async () => {
    const { orderId, refillId } = await accepted();
    await letPass(orderId, 2);
    const { supplierRefillId: refill } = await db().refill.findUniqueOrThrow({ where: { id: refillId } });
    const supplier = await openEmulator(answering(JSON.stringify([{ refill, status: "Rejected" }])));
    await pointSuppliers(supplier.url);
    await db().$executeRaw`UPDATE refills SET next_check_at = now()`;
    await pollRefills(refillDeps());
    await pointSuppliers(panel.url());
    await decideDrops(deps(), orderId);
    await decideDrops(deps(), orderId);
    expect((await decisionsOf(orderId)).map(({ outcome, units }) => [outcome, units])).toEqual([
      ["refill", 300],
      ["replace", 300],
    ]);
    expect(await eventsOf(orderId, "item.dropped")).toHaveLength(1);
  });

  it("and that an operator ends as rejected after the promised days is replaced", async () => {
    const { orderId, refillId } = await accepted();
    await letPass(orderId, 8);
    await decideRefill(db(), { refillId, decision: { kind: "rejected" }, ...byOps });
    await decideDrops(deps(), orderId);
    expect(await lastOf(orderId)).toMatchObject({ outcome: "replace", units: 300 });
  });

  it("and that was rejected while the profile can't be counted goes to an operator, once", async () => {
    const { orderId, refillId } = await accepted();
    await letPass(orderId, 8);
    await decideRefill(db(), { refillId, decision: { kind: "rejected" }, ...byOps });
    await db().$executeRaw`TRUNCATE social_cache`;
    await social.control("", { accounts: { [`instagram ${name}`]: "77" } });
    await decideDrops(deps(), orderId);
    await decideDrops(deps(), orderId);
    expect(await lastOf(orderId)).toMatchObject({ outcome: "review", reason: "count_unknown" });
    expect(await db().supportTicket.count({ where: { orderId } })).toBe(1);
  });

  it("and that was rejected while no count can be taken at all is decided a few hours later", async () => {
    const { orderId, refillId } = await accepted();
    await letPass(orderId, 8);
    await decideRefill(db(), { refillId, decision: { kind: "rejected" }, ...byOps });
    await db().$executeRaw`TRUNCATE social_cache, graphile_worker._private_jobs CASCADE`;
    await social.control("", { faults: Array.from({ length: 20 }, () => "500") });
    await decideDrops(deps(), orderId);
    expect(await lastOf(orderId)).toMatchObject({ outcome: "refill" });
    expect(await jobs("decide-drops")).toEqual([`drops:${orderId}`]);
    await social.control("/reset");
    await count(700);
    await decideDrops(deps(), orderId);
    expect(await lastOf(orderId)).toMatchObject({ outcome: "replace", units: 300 });
  });

  it("and that was completed without effect is not called a new delivery on the order's page", async () => {
    await setBudget(0);
    const { orderId, token } = await completedOrder();
    await dropTo(orderId, 700);
    await decideDrops(deps(), orderId);
    const { id } = await db().refill.findFirstOrThrow();
    await panel.control({ speed: 0 });
    await sendRefill(refillDeps(), id);
    await db().$executeRaw`UPDATE refills SET next_check_at = now()`;
    await pollRefills(refillDeps());
    await decideDrops(deps(), orderId);
    expect(await lastOf(orderId)).toMatchObject({ outcome: "refund", units: 300 });
    const [item] = (await findOrderView(db(), token))?.items ?? [];
    expect(item && itemNotes(item)).toEqual(["At our last count, 300 of them were missing."]);
  });

  it("is not promised to a buyer who withdrew: the price of what is missing goes back", async () => {
    const { orderId } = await completedOrder();
    await dropTo(orderId, 700);
    await db().$transaction((tx) => markWithdrawn(tx, orderId));
    await decideDrops(deps(), orderId);
    expect((await decisionsOf(orderId)).map(({ outcome, units }) => [outcome, units])).toEqual([
      ["refund", 300],
    ]);
  });
});

describe("a remedy that ended short", () => {
  /** Its replacement was sent on day 5 of 5, and it is day 7. */
  async function replaced() {
    await withoutRefills();
    const sent = await completedOrder();
    await letPass(sent.orderId, 3);
    await dropTo(sent.orderId, 700);
    await decideDrops(deps(), sent.orderId);
    const replacement = await replacementOf(sent.itemId);
    await submit(replacement.id);
    await letPass(sent.orderId, 3);
    return { ...sent, replacementId: replacement.id };
  }
  const endShort = async (replacementId: string) => {
    await count(900);
    await say(replacementId, { status: "Partial", remains: "100" });
  };
  const clearJobs = () => db().$executeRaw`TRUNCATE graphile_worker._private_jobs CASCADE`;
  const lastOf = async (orderId: string) => (await decisionsOf(orderId)).at(-1);

  it("while the next order for the profile is delivered is decided once that has ended", async () => {
    const { orderId, replacementId } = await replaced();
    const next = await shop.placePaid({
      username: name,
      packageId: "followers-1000",
      quantity: 1_000,
      price: 13.49,
    });
    const [item] = (await shop.order(next.orderId)).items;
    const itemId = item?.id ?? "";
    expect(item?.state).toBe("waiting");
    await endShort(replacementId);
    await submit(itemId);
    await countTargets(db(), deps().social, next.orderId);
    await clearJobs();
    await decideDrops(deps(), orderId);
    expect(await jobs("decide-drops")).toEqual([`drops:${orderId}`]);
    await count(1_900);
    await say(itemId, { status: "Completed" });
    await countTargets(db(), deps().social, next.orderId);
    await decideDrops(deps(), orderId);
    // 100 of 1,000 at 1,349 cents.
    expect(await lastOf(orderId)).toMatchObject({ outcome: "refund", units: 100, cents: 135 });
    await clearJobs();
    await decideDrops(deps(), orderId);
    expect(await jobs("decide-drops")).toEqual([]);
  });

  it.each(["won", "warning_closed"])("during a dispute is decided once that is %s", async (status) => {
    const { orderId, replacementId } = await replaced();
    const attempt = await db().paymentAttempt.findFirstOrThrow({ where: { orderId, status: "paid" } });
    const disputed = (status: string) => {
      const dispute = {
        ...{ id: `dp_${orderId}`, status, amount: 1_349, reason: "fraudulent", created: 1_700_000_000 },
        ...{ evidence_details: { due_by: null }, balance_transactions: [] },
      };
      return db().$transaction((tx) => recordDispute(tx, attempt, dispute as unknown as Stripe.Dispute));
    };
    await disputed(status === "won" ? "needs_response" : "warning_needs_response");
    await endShort(replacementId);
    await decideDrops(deps(), orderId);
    expect(await lastOf(orderId)).toMatchObject({ outcome: "replace" });
    await clearJobs();
    await disputed(status);
    expect(await jobs("decide-drops")).toEqual([`drops:${orderId}`]);
    await decideDrops(deps(), orderId);
    expect(await lastOf(orderId)).toMatchObject({ outcome: "refund", units: 100 });
  });

  it("of a blocked order is decided once the order is unblocked", async () => {
    const { orderId, replacementId } = await replaced();
    await blockDelivery(db(), orderId, "fraud");
    await endShort(replacementId);
    await decideDrops(deps(), orderId);
    expect(await lastOf(orderId)).toMatchObject({ outcome: "replace" });
    await clearJobs();
    await unblockOrder(db(), { orderId, ...byOps });
    expect(await jobs("decide-drops")).toEqual([`drops:${orderId}`]);
    await decideDrops(deps(), orderId);
    expect(await lastOf(orderId)).toMatchObject({ outcome: "refund", units: 100 });
  });
});

describe("a refund of missing units", () => {
  /** 250 of 1,000 followers are missing, and their refund of $3.37 is above the limits, so it is held. */
  async function held() {
    await withoutRefills();
    await setBudget(0);
    await setSetting(db(), "autoRefundCentsPerDay", 100);
    const sent = await completedOrder();
    await dropTo(sent.orderId, 750);
    await decideDrops(deps(), sent.orderId);
    const [refund] = (await shop.order(sent.orderId)).refunds;
    expect(refund).toMatchObject({ status: "held", amountCents: 337 });
    return { ...sent, refundId: refund?.id ?? "" };
  }
  const lastOf = async (orderId: string) => (await decisionsOf(orderId)).at(-1);
  const viewOf = async (token: string) => {
    const view = await findOrderView(db(), token);
    if (!view) throw new Error("a placed order has a page");
    return view;
  };

  it("that is held counts as refunded, and that says no more than is true", async () => {
    const { orderId, token } = await held();
    await ask(token, "refill");
    expect(await lastOf(orderId)).toMatchObject({ outcome: "already_done", reason: "settled_before" });
    expect((await lastOf(orderId))?.message).not.toContain("already refunded");
  });

  it("and was dropped is told to the buyer once, and a new request goes to an operator", async () => {
    const { orderId, token, refundId } = await held();
    await dropRefund(db(), { refundId, ...byOps });
    const { timeline, decided } = await viewOf(token);
    expect(timeline.at(-1)?.label).toBe("Our team checked the refund of $3.37 and decided against it");
    expect(decided).toMatchObject([
      { decisions: [{ message: expect.stringMatching(/250 followers.*decided against it/) }] },
    ]);
    expect(await mailsOf(orderId)).toBe(2);
    // The shop doesn't decide the same units again by itself.
    await dropTo(orderId, 750);
    await decideDrops(deps(), orderId);
    expect(await mailsOf(orderId)).toBe(2);
    expect(await db().supportTicket.count()).toBe(0);
    await ask(token, "refill");
    expect(await lastOf(orderId)).toMatchObject({ outcome: "review", reason: "not_paid_back" });
    expect(await db().supportTicket.count({ where: { orderId } })).toBe(1);
    expect(await db().refund.count({ where: { orderId } })).toBe(1);
  });

  it("and was dropped, with a further loss, goes to an operator without a request, once", async () => {
    const { orderId, refundId } = await held();
    await dropRefund(db(), { refundId, ...byOps });
    await dropTo(orderId, 600);
    await decideDrops(deps(), orderId);
    expect(await lastOf(orderId)).toMatchObject({ outcome: "review", reason: "not_paid_back", units: 150 });
    await dropTo(orderId, 500);
    await decideDrops(deps(), orderId);
    expect(await db().supportTicket.count({ where: { orderId } })).toBe(1);
    expect(await db().refund.count({ where: { orderId } })).toBe(1);
  });

  it("and failed goes to an operator when the buyer asks, until it is sent again", async () => {
    const { orderId, token, refundId } = await held();
    await releaseRefund(db(), { refundId, ...byOps });
    await failRefund(db(), refundId, "lost_or_stolen_card", ["requested"]);
    await ask(token, "refill");
    expect(await lastOf(orderId)).toMatchObject({ outcome: "review", reason: "not_paid_back" });
    const again = await retryRefund(db(), { refundId, ...byOps });
    await ask(token, "nothing_arrived");
    expect(await lastOf(orderId)).toMatchObject({ outcome: "already_done", reason: "settled_before" });
    await failRefund(db(), again.refundId, "lost_or_stolen_card", ["requested"]);
    await ask(token, "slow");
    expect(await lastOf(orderId)).toMatchObject({ outcome: "review", reason: "not_paid_back" });
  });
});

describe("two orders of one profile", () => {
  it("each have their own loss made good, and no unit twice", async () => {
    await withoutRefills();
    const one = await completedOrder();
    await dropTo(one.orderId, 700);
    const other = await sentOrder();
    // While the other order is delivered, the counter can't tell the two apart.
    await decideDrops(deps(), one.orderId);
    expect(await decisionsOf(one.orderId)).toHaveLength(0);
    await ask(one.token, "nothing_arrived");
    expect(await decisionsOf(one.orderId)).toMatchObject([{ outcome: "wait", reason: "counter_moving" }]);
    await count(1_700);
    await say(other.itemId, { status: "Completed" });
    await dropTo(other.orderId, 1_700);
    await dropTo(one.orderId, 1_700);
    await decideDrops(deps(), other.orderId);
    await decideDrops(deps(), one.orderId);
    expect(await decisionsOf(other.orderId)).toHaveLength(0);
    const [, decided] = await decisionsOf(one.orderId);
    expect(decided).toMatchObject({ outcome: "replace", units: 300 });
  });
});

describe("the count before a later order of the profile", () => {
  const beforeOf = (itemId: string) => db().targetCount.findFirst({ where: { itemId, moment: "before" } });

  it("is not from while an earlier order's replacement still added, so its buyer's loss is seen", async () => {
    await withoutRefills();
    const one = await completedOrder();
    await dropTo(one.orderId, 700);
    await decideDrops(deps(), one.orderId);
    const replacement = await replacementOf(one.itemId);
    await submit(replacement.id);
    await db().$executeRaw`TRUNCATE social_cache`;
    // Its buyer's lookup shows what the replacement has not added yet.
    const next = await shop.placePaid({
      username: name,
      packageId: "followers-1000",
      quantity: 1_000,
      price: 13.49,
    });
    const [item] = (await shop.order(next.orderId)).items;
    const itemId = item?.id ?? "";
    await count(1_000);
    await say(replacement.id, { status: "Completed" });
    await submit(itemId);
    await countTargets(db(), deps().social, next.orderId);
    const alone = (await db().targetCount.findFirst({ where: { itemId: one.itemId, moment: "before" } }))
      ?.count;
    expect((await beforeOf(itemId))?.count).toBe((alone ?? 0) + 1_000);
    // Its supplier says that it delivered everything, and 300 never arrived.
    await count(1_700);
    await say(itemId, { status: "Completed" });
    await countTargets(db(), deps().social, next.orderId);
    await db()
      .$executeRaw`UPDATE target_counts SET taken_at = taken_at + interval '1 second' WHERE moment = 'after'`;
    await ask(next.token, "nothing_arrived");
    expect(await decisionsOf(next.orderId)).toMatchObject([{ outcome: "replace", units: 300 }]);
    await decideDrops(deps(), one.orderId);
    expect(await decisionsOf(one.orderId)).toHaveLength(1);
  });

  it("is not taken while an earlier order's refill may still add, and is once it has ended", async () => {
    const one = await completedOrder();
    await dropTo(one.orderId, 700);
    await decideDrops(deps(), one.orderId);
    const { id } = await db().refill.findFirstOrThrow();
    await sendRefill(refillDeps(), id);
    const next = await sentOrder();
    expect(await beforeOf(next.itemId)).toBeNull();
    await count(1_000);
    await panel.control({ speed: 0 });
    await db().$executeRaw`UPDATE refills SET next_check_at = now()`;
    await pollRefills(refillDeps());
    await countTargets(db(), deps().social, next.orderId);
    const alone = (await beforeOf(one.itemId))?.count ?? 0;
    expect((await beforeOf(next.itemId))?.count).toBe(alone + 1_000);
  });
});

describe("a large account", () => {
  it("that lost less than half a percent gets no automatic remedy, and an operator answers its buyer", async () => {
    const { orderId, token } = await completedOrder(1_000, "demo_many");
    await count(700, "demo_many");
    await dropTo(orderId, 1_000);
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
    await db().$executeRaw`TRUNCATE social_cache`;
    await db().$executeRaw`UPDATE request_decisions SET look_again_at = now()`;
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
      orders.push(await completedOrder(1_000, profile));
      await count(0, profile);
    }
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
