import { describe, expect, it, vi } from "vitest";
import { newId } from "@/lib/base/ids";
import { decideDrops } from "@/lib/buyer/requests/decide-request";
import { countTargets } from "@/lib/delivery/counts/count-targets";
import { unblockOrder } from "@/lib/delivery/operator/block-order";
import { decideRefill } from "@/lib/delivery/refills/decide-refill";
import { blockDelivery } from "@/lib/orders/order/block-delivery";
import { deleteAccount } from "@/lib/people/privacy/delete-account";
import { byOps, customerFactory } from "../../support/factories";
import { useRequests } from "../../support/requests";

const { db, shop, social, deps, paidOrder, ...at } = useRequests();
const { jobs, submit, count, decisionsOf, lastOf, withoutRefills, clearJobs, dispute } = at;
const { ask, say, completedOrder, droppedOrder, dropTo, letPass, prove } = at;
const { replacementOf, mailsOf, setBudget } = at;

const ticketsOf = (orderId: string) => db().supportTicket.count({ where: { orderId } });

describe("a refill that a drop led to", () => {
  /** The refill's answer was lost on day 4 of 5. */
  async function lost() {
    const sent = await droppedOrder();
    const { id: refillId } = await db().refill.findFirstOrThrow();
    await db().refill.update({ where: { id: refillId }, data: { state: "unknown" } });
    return { ...sent, refillId };
  }
  const reject = async (refillId: string) => {
    await decideRefill(db(), { refillId, decision: { kind: "rejected" }, ...byOps });
    await clearJobs();
  };

  it("and was rejected goes to an operator, once, when no count could be taken for a month", async () => {
    const { orderId, refillId } = await lost();
    await letPass(orderId, 4);
    await reject(refillId);
    await db().$executeRaw`TRUNCATE social_cache`;
    await social.control("", { faults: Array.from({ length: 40 }, () => "500") });
    await letPass(orderId, 29);
    await decideDrops(deps(), orderId);
    expect(await lastOf(orderId)).toMatchObject({ outcome: "refill" });
    expect(await jobs("decide-drops")).toEqual([`drops:${orderId}`]);
    await clearJobs();
    await letPass(orderId, 2);
    await decideDrops(deps(), orderId);
    await decideDrops(deps(), orderId);
    expect(await lastOf(orderId)).toMatchObject({ outcome: "review", reason: "no_count_since" });
    expect([await ticketsOf(orderId), await mailsOf(orderId)]).toEqual([1, 2]);
    expect(await jobs("decide-drops")).toEqual([]);
  });

  it("and was rejected during a dispute is decided by a new count once that is won, days later", async () => {
    const { orderId, refillId } = await lost();
    await dispute(orderId, "needs_response");
    await reject(refillId);
    await decideDrops(deps(), orderId);
    expect(await lastOf(orderId)).toMatchObject({ outcome: "refill" });
    await letPass(orderId, 10);
    await dispute(orderId, "won");
    await decideDrops(deps(), orderId);
    expect(await lastOf(orderId)).toMatchObject({ outcome: "replace", units: 300 });
  });

  it("and was rejected after the counter had recovered has its buyer told, once, that nothing is missing", async () => {
    const { orderId, refillId } = await lost();
    await count(990);
    await letPass(orderId, 2);
    await reject(refillId);
    await decideDrops(deps(), orderId);
    await decideDrops(deps(), orderId);
    expect((await decisionsOf(orderId)).map(({ outcome }) => outcome)).toEqual(["refill", "nothing_missing"]);
    expect(await mailsOf(orderId)).toBe(2);
  });

  it("and was rejected is in a new ticket, although the operator had answered an earlier one", async () => {
    const { orderId, attemptId, itemId, refillId } = await lost();
    await db().requestDecision.create({
      data: {
        id: newId(),
        requestId: newId(),
        orderId,
        itemId,
        kind: "slow",
        askedBy: "customer",
        outcome: "review",
        reason: "count_unknown",
        message: "",
        facts: {},
        askedAt: new Date(),
      },
    });
    await shop.sendRefunds(orderId);
    await shop.requestRefund({ orderId, attemptId }, 50);
    await letPass(orderId, 1);
    await reject(refillId);
    await setBudget(0);
    await decideDrops(deps(), orderId);
    await decideDrops(deps(), orderId);
    expect(await lastOf(orderId)).toMatchObject({
      outcome: "review",
      reason: "refunded_otherwise",
      units: 300,
    });
    expect(await ticketsOf(orderId)).toBe(1);
  });
});

it("a replacement that fell short goes to an operator when other orders hid its count for a month", async () => {
  await withoutRefills();
  const { orderId, itemId } = await completedOrder();
  await dropTo(orderId, 700);
  await decideDrops(deps(), orderId);
  const { id } = await replacementOf(itemId);
  await submit(id);
  const next = await paidOrder();
  await count(900);
  await say(id, { status: "Partial", remains: "100" });
  await submit(next.itemId);
  await letPass(orderId, 31);
  await clearJobs();
  await decideDrops(deps(), orderId);
  await decideDrops(deps(), orderId);
  expect(await lastOf(orderId)).toMatchObject({ outcome: "review", reason: "no_count_since" });
  expect(await ticketsOf(orderId)).toBe(1);
  expect(await jobs("decide-drops")).toEqual([]);
});

describe("a drop of an order whose account was deleted while the order was blocked", () => {
  async function deleted({ isProven }: { isProven: boolean }) {
    await withoutRefills();
    const { orderId } = await completedOrder();
    const { id: userId, email } = await customerFactory(db());
    await db().order.update({ where: { id: orderId }, data: { userId, email } });
    await blockDelivery(db(), orderId, "operator");
    await dropTo(orderId, isProven ? 700 : 1_000);
    if (!isProven) {
      await count(700);
      await letPass(orderId, 0.5);
      await countTargets(db(), deps().social, orderId);
    }
    await decideDrops(deps(), orderId);
    await deleteAccount(db(), userId);
    await unblockOrder(db(), { orderId, ...byOps });
    return orderId;
  }

  it("is paid back, because there is no target left that it could be delivered to", async () => {
    const orderId = await deleted({ isProven: true });
    // Erased items share the empty target key: the other order's count of 0 must not be taken for this one's.
    const other = await completedOrder(1_000, "wanderwithmara");
    const erased = { username: "", items: { updateMany: { where: {}, data: { targetKey: "", link: "" } } } };
    await db().order.update({ where: { id: other.orderId }, data: erased });
    await db().targetCount.updateMany({ where: { itemId: other.itemId }, data: { count: 0 } });
    await letPass(other.orderId, 0.5);
    await decideDrops(deps(), orderId);
    expect((await decisionsOf(orderId)).map(({ outcome, units }) => [outcome, units])).toEqual([
      ["refund", 300],
    ]);
    expect((await shop.order(orderId)).items).toHaveLength(1);
  });

  it("and was not proven asks neither the source of counts nor an operator, now or later", async () => {
    const orderId = await deleted({ isProven: false });
    await letPass(orderId, 2);
    await clearJobs();
    const provider = { lookupProfile: vi.fn(), listPosts: vi.fn() };
    const blind = { ...deps(), social: { ...deps().social, provider: provider as never } };
    await countTargets(db(), blind.social, orderId);
    await decideDrops(blind, orderId);
    expect([...provider.lookupProfile.mock.calls, ...provider.listPosts.mock.calls]).toEqual([]);
    expect([await decisionsOf(orderId), await jobs("decide-drops"), await ticketsOf(orderId)]).toEqual([
      [],
      [],
      0,
    ]);
  });
});

describe("a drop that was counted within the promised days while the order was blocked", () => {
  async function unblocked() {
    const sent = await completedOrder();
    await letPass(sent.orderId, 3);
    await blockDelivery(db(), sent.orderId, "fraud_warning");
    await dropTo(sent.orderId, 700);
    await decideDrops(deps(), sent.orderId);
    await letPass(sent.orderId, 3);
    await unblockOrder(db(), { orderId: sent.orderId, ...byOps });
    return sent;
  }

  it("is made good after them, once the order is unblocked", async () => {
    const { orderId } = await unblocked();
    await decideDrops(deps(), orderId);
    expect(await lastOf(orderId)).toMatchObject({ outcome: "refill", reason: "dropped", units: 300 });
  });

  it("covers no unit that dropped after them", async () => {
    const { orderId, token } = await unblocked();
    await count(400);
    await ask(token, "refill");
    expect(await lastOf(orderId)).toMatchObject({ outcome: "refill", units: 300 });
  });

  it("is not made good once the counter had recovered", async () => {
    const { orderId, token } = await unblocked();
    await count(1_000);
    await decideDrops(deps(), orderId);
    await letPass(orderId, 1);
    await count(700);
    await prove(orderId);
    await ask(token, "refill");
    expect(await lastOf(orderId)).toMatchObject({ outcome: "too_late", reason: "window_over" });
  });
});
