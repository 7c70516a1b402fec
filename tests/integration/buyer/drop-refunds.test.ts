import { describe, expect, it } from "vitest";
import { newId } from "@/lib/base/ids";
import { addMs, day, hour } from "@/lib/base/time/time";
import { applyDecisions } from "@/lib/buyer/requests/apply-decisions";
import { decideDrops } from "@/lib/buyer/requests/decide-request";
import { decideItems } from "@/lib/buyer/requests/decision-rules";
import { dropRefund } from "@/lib/buyer/requests/drop-refund";
import { loadFacts } from "@/lib/buyer/requests/load-facts";
import { reasons } from "@/lib/buyer/requests/reasons";
import { cancelUnsent } from "@/lib/delivery/cancel/cancel-unsent";
import { recountAndClose } from "@/lib/delivery/items/delivery-summary";
import { lockOrderAndItems } from "@/lib/delivery/items/lock-items";
import { listPosts } from "@/lib/delivery/social/list-posts";
import { releaseRefund } from "@/lib/money/refunds/decide-held-refund";
import { failRefund } from "@/lib/money/refunds/record-refund";
import { refundUndelivered } from "@/lib/money/refunds/refund-undelivered";
import { retryRefund } from "@/lib/money/refunds/retry-refund";
import { syncRefunds } from "@/lib/money/refunds/sync-refunds";
import { findOrderView } from "@/lib/orders/views/find-order-view";
import { byOps, setItems, setSetting } from "../../support/factories";
import { likesOrder } from "../../support/purchase";
import { useRequests } from "../../support/requests";

const { db, shop, social, deps, ...at } = useRequests();
const { ask, lastOf, mailsOf, withoutRefills, setBudget, completedOrder, dropTo } = at;

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
  const viewOf = async (token: string) => {
    const view = await findOrderView(db(), token);
    if (!view) throw new Error("a placed order has a page");
    return view;
  };

  it("that is held counts as refunded, and the answer does not say that the money has gone back", async () => {
    const { orderId, token } = await held();
    await ask(token, "refill");
    expect(await lastOf(orderId)).toMatchObject({ outcome: "already_done", reason: "settled_before" });
    expect((await lastOf(orderId))?.message).toBe(reasons.settled_before);
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

it("missing units of an order with a refund made in Stripe's dashboard go to an operator", async () => {
  await withoutRefills();
  await setBudget(0);
  const sent = await completedOrder();
  const { attempts } = await shop.order(sent.orderId);
  const paymentIntentId = attempts[0]?.paymentIntentId ?? "";
  await shop.deps().stripe.refunds.create({ payment_intent: paymentIntentId, amount: 100 });
  await syncRefunds(shop.deps(), paymentIntentId);
  await dropTo(sent.orderId, 750);
  await ask(sent.token, "refill");
  expect(await lastOf(sent.orderId)).toMatchObject({ outcome: "review", reason: "refunded_otherwise" });
});

describe("requests about the posts of one order", () => {
  it("pay the parts of an order back to the cent, however each was rounded", async () => {
    await withoutRefills();
    await setBudget(0);
    const posts = await listPosts(shop.deps().social, "instagram", "wanderwithmara");
    const shares = [30, 30, 40];
    const selectedPosts = shares.map((likesToAdd, index) => ({ postId: posts[index]?.id, likesToAdd }));
    const { orderId } = await shop.placePaid({ ...likesOrder, selectedPosts });
    const [lost, canceled, last] = (await shop.order(orderId)).items.map(({ id }) => id);

    /** The supplier completes an item of which nothing arrived, as the counts show. */
    async function complete(id = "") {
      const now = new Date();
      const at = addMs(now, -2 * day);
      await setItems(db(), { id }, { state: "completed", remains: 0, finishedAt: at, leasedAt: at });
      const counted = { itemId: id, count: 1_000, source: "test" };
      await db().targetCount.createMany({
        data: [
          { ...counted, moment: "before", takenAt: at },
          { ...counted, moment: "after", takenAt: addMs(now, -7 * hour) },
          { ...counted, moment: "after", takenAt: now },
        ],
      });
      await db().$transaction(async (tx) => {
        await lockOrderAndItems(tx, orderId);
        await recountAndClose(tx, [orderId]);
      });
    }

    async function decide(id = "") {
      await db().$transaction(async (tx) => {
        await lockOrderAndItems(tx, orderId);
        const askedAt = new Date();
        const request = {
          id: newId(),
          kind: "nothing_arrived",
          by: "customer",
          askedAt,
          isTargetHidden: false,
        } as const;
        const loaded = await loadFacts(tx, orderId, request);
        const decisions = decideItems(loaded.facts, request.kind).filter(({ item }) => item.id === id);
        await applyDecisions(tx, loaded, request, decisions);
      });
    }

    await complete(lost);
    await decide(lost);
    await db().$transaction((tx) =>
      cancelUnsent(tx, orderId, { reason: "target_not_fixed", itemIds: [canceled ?? ""] }),
    );
    await complete(last);
    await refundUndelivered(db(), orderId);
    await decide(last);
    // 30 of 100 at 249 cents are 74.7 twice, and 40 are what is left.
    expect((await shop.sendRefunds(orderId)).toSorted()).toEqual([75, 75, 99]);
    expect(await shop.order(orderId)).toMatchObject({ paymentStatus: "refunded", refundedCents: 249 });
  });
});
