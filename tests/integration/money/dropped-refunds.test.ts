import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/base/ids";
import { databaseNow } from "@/lib/base/time/clock";
import { dropRefund } from "@/lib/buyer/requests/drop-refund";
import { releaseRefund } from "@/lib/money/refunds/decide-held-refund";
import { failRefund } from "@/lib/money/refunds/record-refund";
import { retryRefund } from "@/lib/money/refunds/retry-refund";
import { findOrderDetails } from "@/lib/operator/reporting/find-order-details";
import { listNeedsMe } from "@/lib/operator/reporting/needs-me";
import { attemptFactory, byOps, customerFactory, refundFactory, setSetting } from "../../support/factories";
import { useShopAtStripe } from "../../support/shop";

const { db, shop } = useShopAtStripe();
shop.checkAfterEach();

beforeEach(async () => {
  await db().siteSetting.deleteMany();
  await setSetting(db(), "supportRefundCents", 100);
});

const staff = (role: "support" | "finance" | "owner") =>
  customerFactory(db(), { roles: ["user", "admin", role] });

describe("a failed refund of a second payment, sent again above the ceiling", () => {
  async function sentAgain() {
    const { orderId } = await shop.placeReady();
    const second = await attemptFactory(db(), orderId, { number: 2, status: "duplicate", amountCents: 229 });
    const { id: refundId } = await refundFactory(db(), orderId, {
      attemptId: second.id,
      amountCents: 229,
      reason: "second_payment",
    });
    await failRefund(db(), refundId, "expired_or_canceled_card", ["requested"]);
    const support = await staff("support");
    const again = () => retryRefund(db(), { refundId, actor: support, reason: "the card is new" });
    const held = await again();
    expect(held).toMatchObject({ amountCents: 229, isHeld: true });
    return { orderId, refundId, again, held };
  }

  const isOwed = async (orderId: string, refundId: string) =>
    (await findOrderDetails(db(), orderId, databaseNow()))?.refunds.find(({ id }) => id === refundId)?.isOwed;

  it("and dropped then, waits in Needs me and can be sent again", async () => {
    const { orderId, refundId, again, held } = await sentAgain();
    expect(await isOwed(orderId, refundId)).toBe(false);
    expect((await shop.refundAlert(refundId)).resolvedAt).not.toBeNull();
    await dropRefund(db(), { refundId: held.refundId, actor: await staff("owner"), reason: "ask first" });
    expect(await shop.refundAlert(refundId)).toMatchObject({ resolvedAt: null, times: 2, orderId });
    const { entries } = await listNeedsMe(db(), "owner", databaseNow());
    expect(entries.map(({ subject }) => subject)).toContain(`order:${orderId}`);
    expect(await isOwed(orderId, refundId)).toBe(true);
    // A page that still shows the button asks for another one, and says that it waits.
    const next = await again();
    expect(next).toMatchObject({ isHeld: true });
    expect(next.refundId).not.toBe(held.refundId);
    expect(await again()).toEqual(next);
    await releaseRefund(db(), { refundId: next.refundId, actor: await staff("owner"), reason: "right" });
    expect((await shop.refundAlert(refundId)).resolvedAt).not.toBeNull();
  });

  it("and failed again, is not sent from the old page, whose answer asks to reload it", async () => {
    const { refundId, again, held } = await sentAgain();
    await releaseRefund(db(), { refundId: held.refundId, actor: await staff("owner"), reason: "right" });
    await failRefund(db(), held.refundId, "lost_or_stolen_card", ["requested"]);
    await expect(again()).rejects.toMatchObject({
      code: "conflict",
      userMessage: expect.stringContaining("Reload the page"),
    });
    expect((await shop.refundAlert(held.refundId)).resolvedAt).toBeNull();
    expect((await shop.refundAlert(refundId)).resolvedAt).not.toBeNull();
  });

  it("neither stops a full refund of the order's own payment nor is dropped by it", async () => {
    const { orderId, held } = await sentAgain();
    const details = await findOrderDetails(db(), orderId, databaseNow());
    expect(details?.refundable).toMatchObject({ fullCents: 229, partCents: 229 });
    expect(await shop.refund(orderId)).toMatchObject({ amountCents: 229, isHeld: false });
    expect(await db().refund.findUnique({ where: { id: held.refundId } })).toMatchObject({ status: "held" });
  });
});

describe("a refund form that is sent again", () => {
  async function asked() {
    const { orderId } = await shop.placeReady();
    const intent = newId();
    const support = await staff("support");
    const ask = () => shop.refund(orderId, { intent, actor: support, reason: "they asked" });
    return { orderId, ask, ...(await ask()) };
  }

  it("after its refund was dropped says that nothing goes back", async () => {
    const { refundId, isHeld, ask } = await asked();
    expect(isHeld).toBe(true);
    await dropRefund(db(), { refundId, actor: await staff("finance"), reason: "not theirs" });
    await expect(ask()).rejects.toMatchObject({
      code: "conflict",
      userMessage: expect.stringMatching(/dropped.*Reload the page/),
    });
  });

  it("after its refund failed says that it did not reach the card", async () => {
    const { refundId, ask } = await asked();
    await releaseRefund(db(), { refundId, ...byOps });
    await failRefund(db(), refundId, "lost_or_stolen_card", ["requested"]);
    await expect(ask()).rejects.toMatchObject({
      code: "conflict",
      userMessage: expect.stringMatching(/did not reach the card.*Reload the page/),
    });
  });
});
