import { describe, expect, it } from "vitest";
import { itemNotes } from "@/components/orders/order-items";
import { decideDrops } from "@/lib/buyer/requests/decide-request";
import { countTargets } from "@/lib/delivery/counts/count-targets";
import { unblockOrder } from "@/lib/delivery/operator/block-order";
import { cancelItem } from "@/lib/delivery/operator/cancel-item";
import type { OperatorInput } from "@/lib/delivery/operator/change-item";
import { completeManually } from "@/lib/delivery/operator/deliver-manually";
import { decideRefill } from "@/lib/delivery/refills/decide-refill";
import { blockDelivery } from "@/lib/orders/order/block-delivery";
import { markWithdrawn } from "@/lib/orders/order/mark-withdrawn";
import { findOrderView } from "@/lib/orders/views/find-order-view";
import { readClockAhead } from "../../support/database";
import { byOps, setItems } from "../../support/factories";
import { holdRows } from "../../support/holding";
import { useRequests } from "../../support/requests";
import { answering, openEmulator } from "../../support/suppliers";

const { database, db, shop, panel, social, deps, name, ...at } = useRequests();
const { paidOrder, ask, jobs, eventsOf, submit, count, decisionsOf, lastOf, withoutRefills, dispute } = at;
const { setBudget, pointSuppliers, say, completedOrder, droppedOrder, dropTo, letPass } = at;
const { clearJobs, prove, replacementOf, sendRefill, pollRefillsNow } = at;

describe("a refill that a drop led to", () => {
  /** The supplier accepted the refill on day 4 of 5 and has not finished it. */
  async function accepted() {
    const sent = await droppedOrder();
    const { id: refillId } = await db().refill.findFirstOrThrow();
    await sendRefill(refillId);
    return { ...sent, refillId };
  }

  /** The supplier rejects the refill now. */
  async function reject(refillId: string) {
    const { supplierRefillId: refill } = await db().refill.findUniqueOrThrow({ where: { id: refillId } });
    const supplier = await openEmulator(answering(JSON.stringify([{ refill, status: "Rejected" }])));
    await pointSuppliers(supplier.url);
    await pollRefillsNow();
    await pointSuppliers(panel.url());
  }

  it("and that its supplier rejects after the promised days is replaced", async () => {
    const { orderId, refillId } = await accepted();
    await letPass(orderId, 2);
    await reject(refillId);
    await decideDrops(deps(), orderId);
    await decideDrops(deps(), orderId);
    expect((await decisionsOf(orderId)).map(({ outcome, units }) => [outcome, units])).toEqual([
      ["refill", 300],
      ["replace", 300],
    ]);
    expect(await eventsOf(orderId, "item.dropped")).toHaveLength(1);
  });

  it("and that is rejected while a request waits is refunded by it; a loss after the promised days isn't", async () => {
    await setBudget(0);
    const { orderId, token, refillId } = await accepted();
    const summary = "SELECT FROM order_fulfillment WHERE order_id = $1 FOR UPDATE";
    const held = await holdRows(database.current, summary, [orderId]);
    const asking = ask(token, "refill");
    await held.waiting(1);
    await reject(refillId);
    await held.release();
    await asking;
    expect(await lastOf(orderId)).toMatchObject({ outcome: "refund", units: 300 });
    await letPass(orderId, 10);
    await dropTo(orderId, 500);
    await ask(token, "refill");
    expect(await lastOf(orderId)).toMatchObject({ outcome: "too_late", reason: "window_over" });
  });

  it("and that an operator ends as rejected after the promised days is replaced", async () => {
    const { orderId, refillId } = await accepted();
    await letPass(orderId, 8);
    await decideRefill(db(), { refillId, decision: { kind: "rejected" }, ...byOps });
    await decideDrops(deps(), orderId);
    expect(await lastOf(orderId)).toMatchObject({ outcome: "replace", units: 300 });
  });

  it("and that was rejected while the profile can't be counted goes to an operator after a month, once", async () => {
    const { orderId, refillId } = await accepted();
    await letPass(orderId, 8);
    await decideRefill(db(), { refillId, decision: { kind: "rejected" }, ...byOps });
    await db().$executeRaw`TRUNCATE social_cache`;
    await social.control("", { accounts: { [`instagram ${name}`]: "77" } });
    await clearJobs();
    await decideDrops(deps(), orderId);
    expect(await lastOf(orderId)).toMatchObject({ outcome: "refill" });
    expect(await jobs("decide-drops")).toEqual([`drops:${orderId}`]);
    await letPass(orderId, 31);
    await decideDrops(deps(), orderId);
    await decideDrops(deps(), orderId);
    expect(await lastOf(orderId)).toMatchObject({ outcome: "review", reason: "no_count_since" });
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
    await sendRefill(id);
    await pollRefillsNow();
    await dropTo(orderId, 700);
    await dropTo(orderId, 700);
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
  /** The replacement was sent on day 4 of 5, and it is day 7. */
  async function replaced() {
    await withoutRefills();
    const sent = await droppedOrder();
    const replacement = await replacementOf(sent.itemId);
    await submit(replacement.id);
    await letPass(sent.orderId, 3);
    return { ...sent, replacementId: replacement.id };
  }
  const endShort = async (replacementId: string) => {
    await count(900);
    await say(replacementId, { status: "Partial", remains: "100" });
  };

  it("while the next order for the profile is delivered is decided once that has ended", async () => {
    const { orderId, replacementId } = await replaced();
    const next = await paidOrder();
    const { itemId } = next;
    expect((await shop.order(next.orderId)).items).toMatchObject([{ state: "waiting" }]);
    await endShort(replacementId);
    await submit(itemId);
    await countTargets(db(), deps().social, next.orderId);
    await clearJobs();
    await decideDrops(deps(), orderId);
    expect(await jobs("decide-drops")).toEqual([`drops:${orderId}`]);
    await count(1_900);
    await say(itemId, { status: "Completed" });
    await prove(orderId, next.orderId);
    await decideDrops(deps(), orderId);
    // 100 of 1,000 at 1,349 cents.
    expect(await lastOf(orderId)).toMatchObject({ outcome: "refund", units: 100, cents: 135 });
    await clearJobs();
    await decideDrops(deps(), orderId);
    expect(await jobs("decide-drops")).toEqual([]);
  });

  it.each(["won", "warning_closed"])("during a dispute is decided once that is %s", async (status) => {
    const { orderId, replacementId } = await replaced();
    await dispute(orderId, status === "won" ? "needs_response" : "warning_needs_response");
    await endShort(replacementId);
    await decideDrops(deps(), orderId);
    expect(await lastOf(orderId)).toMatchObject({ outcome: "replace" });
    await clearJobs();
    await dispute(orderId, status);
    expect(await jobs("decide-drops")).toEqual([`drops:${orderId}`]);
    await prove(orderId);
    await decideDrops(deps(), orderId);
    expect(await lastOf(orderId)).toMatchObject({ outcome: "refund", units: 100 });
  });

  it("is not decided by a count from before its end, even with a process's clock 3 s ahead", async () => {
    const { orderId, replacementId } = await replaced();
    await readClockAhead(database.current);
    await count(700);
    await db().$executeRaw`UPDATE target_counts SET taken_at = taken_at - interval '1 hour'`;
    await countTargets(db(), deps().social, orderId, { isAsked: true });
    await count(1_000);
    await say(replacementId, { status: "Completed" });
    await decideDrops(deps(), orderId);
    expect(await lastOf(orderId)).toMatchObject({ outcome: "replace" });
  });

  it.each([
    [
      "with 200 of 300 units",
      100,
      (input: OperatorInput) => completeManually(db(), { ...input, deliveredUnits: 200 }),
    ],
    ["by cancelling it", 300, (input: OperatorInput) => cancelItem(db(), input)],
  ])(
    "because an operator ended it %s is paid for once, even where a process reads the database's clock 3 s ahead",
    async (_, units, end) => {
      const { orderId, replacementId } = await replaced();
      const reviewed = units === 300 ? ({ state: "unknown" } as const) : {};
      await setItems(db(), { id: replacementId }, { ...reviewed, reviewSince: new Date() });
      await readClockAhead(database.current);
      await end({ itemId: replacementId, ...byOps });
      // Another account has the name by now, so nothing can be counted.
      await social.control("", { accounts: { [`instagram ${name}`]: "77" } });
      for (let time = 0; time < 2; time++) await decideDrops(deps(), orderId);
      expect((await decisionsOf(orderId)).map(({ outcome, units }) => [outcome, units])).toEqual([
        ["replace", 300],
        ["refund", units],
      ]);
    },
  );

  it("of a blocked order is decided once the order is unblocked", async () => {
    const { orderId, replacementId } = await replaced();
    await blockDelivery(db(), orderId, "fraud");
    await endShort(replacementId);
    await decideDrops(deps(), orderId);
    expect(await lastOf(orderId)).toMatchObject({ outcome: "replace" });
    await clearJobs();
    await unblockOrder(db(), { orderId, ...byOps });
    expect(await jobs("decide-drops")).toEqual([`drops:${orderId}`]);
    await prove(orderId);
    await decideDrops(deps(), orderId);
    expect(await lastOf(orderId)).toMatchObject({ outcome: "refund", units: 100 });
  });
});
