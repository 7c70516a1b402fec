import { beforeEach, describe, expect, it } from "vitest";
import { databaseNow } from "@/lib/base/time/clock";
import { dropRefund } from "@/lib/buyer/requests/drop-refund";
import { cancelUnsent } from "@/lib/delivery/cancel/cancel-unsent";
import { applyDispute } from "@/lib/money/payments/apply-dispute";
import { releaseRefund } from "@/lib/money/refunds/decide-held-refund";
import { failRefund } from "@/lib/money/refunds/record-refund";
import { refundUndelivered } from "@/lib/money/refunds/refund-undelivered";
import { listNeedsMe } from "@/lib/operator/reporting/needs-me";
import { clearFlag } from "@/lib/orders/order/flag-order";
import { byOps, customerFactory, setSetting } from "../../support/factories";
import { usePanel } from "../../support/panel";
import { useShopAtStripe } from "../../support/shop";
import { delivering } from "../../support/submitting";
import { withdrawing } from "../../support/withdrawing";

const { database, db, stripe, shop } = useShopAtStripe();
const panel = usePanel(database);
shop.checkAfterEach();
const { poll, submit } = delivering(database);
const { withdraw, refunded, receipts, answerOf } = withdrawing(database, shop);

beforeEach(async () => {
  await db().siteSetting.deleteMany();
  await panel.control({ speed: 3_600 });
});

describe("a withdrawal from an order with refunds or a dispute", () => {
  /** The shop's own refund of unsent units, which is above its limits. */
  async function heldRefund(orderId: string): Promise<string> {
    await setSetting(db(), "autoRefundsPerHour", 0);
    await db().$transaction((tx) => cancelUnsent(tx, orderId, { reason: "target_not_fixed" }));
    await refundUndelivered(db(), orderId);
    await db().siteSetting.deleteMany();
    return (await shop.order(orderId)).refunds[0]?.id ?? "";
  }
  const fail = (refundId: string, from: "held" | "requested") =>
    failRefund(db(), refundId, "expired_or_canceled_card", [from]);

  it.each<[string, (orderId: string) => Promise<unknown>]>([
    [
      "the refund of the same units that was dropped",
      async (orderId) => dropRefund(db(), { refundId: await heldRefund(orderId), ...byOps }),
    ],
    ["the refund of the same units that failed", async (orderId) => fail(await heldRefund(orderId), "held")],
    [
      "a full refund that failed",
      async (orderId) => fail((await shop.refund(orderId)).refundId, "requested"),
    ],
  ])("after %s is flagged, because the shop makes no other by itself", async (_, refund) => {
    const { orderId } = await shop.placeReady();
    await refund(orderId);
    await clearFlag(db(), { orderId, ...byOps });
    const stated = await withdraw(orderId);
    expect(stated).toMatchObject({ outcome: "withdrawn", backCents: 229 });
    expect(await answerOf(stated.id)).toContain("$2.29 goes back");
    expect(await refunded(orderId)).toEqual([]);
    expect(await shop.order(orderId)).toMatchObject({ flagReason: "withdrawn" });
  });

  it("of units at a supplier is in Needs me while the bank decides an inquiry that was answered", async () => {
    const { orderId, itemId } = await shop.placeReady();
    await submit(itemId);
    const id = await stripe.dispute(orderId, { isInquiry: true });
    await stripe.control(`/dispute/${id}/under_review`);
    await applyDispute(shop.deps(), id);
    expect(await withdraw(orderId)).toMatchObject({ outcome: "withdrawn", openUnits: 100 });
    const { entries } = await listNeedsMe(db(), "owner", databaseNow());
    expect(entries.filter(({ subject }) => subject === `order:${orderId}`)).toMatchObject([
      { lead: { kind: "order_alert", id: `withdrawn:${orderId}` }, others: [] },
    ]);
  });

  it("after a full refund is accepted, and refunds nothing more", async () => {
    const { orderId } = await shop.placeReady();
    await shop.refund(orderId);
    expect(await refunded(orderId)).toEqual([229]);
    const stated = await withdraw(orderId);
    expect(stated).toMatchObject({ outcome: "refunded", backCents: 0 });
    expect(await receipts(stated.id)).toHaveLength(1);
    expect(await refunded(orderId)).toEqual([229]);
  });

  it.each([
    ["releases", releaseRefund],
    ["drops", dropRefund],
  ])("during a held full refund promises its amount, and a second administrator %s it", async (_, decide) => {
    await setSetting(db(), "supportRefundCents", 100);
    const actor = await customerFactory(db(), { roles: ["user", "admin", "support"] });
    const { orderId } = await shop.placeReady();
    const { refundId } = await shop.refund(orderId, { actor });
    const stated = await withdraw(orderId);
    expect(stated).toMatchObject({ outcome: "withdrawn", delivered: 0, backCents: 229 });
    expect(await answerOf(stated.id)).toContain("$2.29 goes back");
    expect(await refunded(orderId)).toEqual([]);
    await decide(db(), { refundId, ...byOps });
    expect(await refunded(orderId)).toEqual([229]);
  });

  it("names a held refund's share of a payment returned otherwise, and pays it if that refund is dropped", async () => {
    await setSetting(db(), "supportRefundCents", 99);
    const actor = await customerFactory(db(), { roles: ["user", "admin", "support"] });
    const { orderId } = await shop.placeReady();
    const { refundId } = await shop.refund(orderId, { actor, kind: "part", amountCents: 100 });
    await shop.end(orderId, "failed");
    expect(await refunded(orderId)).toEqual([129]);
    expect(await withdraw(orderId)).toMatchObject({ outcome: "withdrawn", backCents: 100 });
    expect(await shop.order(orderId)).toMatchObject({ flagReason: null });
    await dropRefund(db(), { refundId, ...byOps });
    expect(await refunded(orderId)).toEqual([129, 100]);
    expect(await shop.order(orderId)).toMatchObject({ flagReason: null });
  });

  it.each([
    ["nothing", "Canceled", 100, "refunded", /had already been refunded/],
    ["a part", "Partial", 40, "withdrawn", /price of the rest had already gone back/],
  ])(
    "after an order ended with %s delivered promises nothing that was sent back before",
    async (_, status, remains, outcome, answer) => {
      const { orderId, itemId } = await shop.placeReady();
      await submit(itemId);
      const number = Object.keys((await panel.view()).orders)[0] ?? "";
      await panel.setOrder(number, { status, remains });
      await poll();
      const sent = await refunded(orderId);
      expect(sent).toHaveLength(1);
      const stated = await withdraw(orderId);
      expect(stated).toMatchObject({ outcome, delivered: 100 - remains, openUnits: 0, backCents: 0 });
      expect(await answerOf(stated.id)).toMatch(answer);
      expect(await refunded(orderId)).toEqual(sent);
    },
  );

  it("from an order with a disputed payment waits for the bank, and is refunded if the dispute is won", async () => {
    const { orderId } = await shop.placeReady();
    const disputeId = await stripe.dispute(orderId);
    await applyDispute(shop.deps(), disputeId);
    const stated = await withdraw(orderId);
    expect(stated).toMatchObject({ outcome: "disputed", backCents: 0 });
    await refundUndelivered(db(), orderId);
    expect((await shop.order(orderId)).refunds).toEqual([]);
    await stripe.control(`/dispute/${disputeId}/won`);
    await applyDispute(shop.deps(), disputeId);
    expect(await refunded(orderId)).toEqual([229]);
  });

  it("whose refund is above the limits of automatic refunds has it held for an administrator", async () => {
    const { orderId } = await shop.placeReady();
    await setSetting(db(), "autoRefundsPerHour", 0);
    await withdraw(orderId);
    await refundUndelivered(db(), orderId);
    expect((await shop.order(orderId)).refunds).toMatchObject([{ status: "held", amountCents: 229 }]);
  });
});
