import { beforeEach, describe, expect, it } from "vitest";
import { dropRefund } from "@/lib/buyer/requests/drop-refund";
import { cancelAtSupplier } from "@/lib/delivery/cancel/cancel-at-supplier";
import { attachProviderOrder } from "@/lib/delivery/operator/attach-provider-order";
import { blockOrder } from "@/lib/delivery/operator/block-order";
import { cancelItem } from "@/lib/delivery/operator/cancel-item";
import { completeManually } from "@/lib/delivery/operator/deliver-manually";
import { resubmitItem } from "@/lib/delivery/operator/resubmit-item";
import { decideRefill } from "@/lib/delivery/refills/decide-refill";
import { requestRefill } from "@/lib/delivery/refills/request-refill";
import { releaseRefund } from "@/lib/money/refunds/decide-held-refund";
import { failRefund } from "@/lib/money/refunds/record-refund";
import type { RefundOrderInput } from "@/lib/money/refunds/refund-order";
import { refundUndelivered } from "@/lib/money/refunds/refund-undelivered";
import { requestRefund } from "@/lib/money/refunds/request-refund";
import { retryRefund } from "@/lib/money/refunds/retry-refund";
import type { StaffRole } from "@/lib/people/auth/roles";
import { codeOf } from "../../support/database";
import { byOps, customerFactory, setSetting } from "../../support/factories";
import { useRequests } from "../../support/requests";
import { submitOptions } from "../../support/submitting";

const { database, db, shop, ...at } = useRequests();
const { paidOrder, sentOrder, completedOrder, say, dropTo } = at;

type Person = { id: string | null; email: string };
const staff = async (role: StaffRole): Promise<Person & { id: string }> =>
  customerFactory(db(), { roles: ["user", "admin", role] });

/** The order costs $13.49, so nearly all that goes back of it is above this ceiling. */
const ceiling = 100;

beforeEach(async () => {
  await setSetting(db(), "supportRefundCents", ceiling);
});

const itemOf = ({ itemId }: { itemId: string }, actor: Person) => ({ itemId, actor, reason: "a test" });

/** An order of which the supplier has taken the one item, whose answer was then lost. */
async function lostOrder() {
  const sent = await sentOrder();
  const { providerOrderId } = await db().fulfillmentItem.findUniqueOrThrow({ where: { id: sent.itemId } });
  await shop.setItems(sent.orderId, { state: "unknown", providerOrderId: null, reviewSince: new Date() });
  return { ...sent, providerOrderId: providerOrderId ?? "" };
}

/** Every way in which an administrator makes money go back, or the shop does after their decision. */
const ways: Record<string, (actor: Person) => Promise<string>> = {
  "cancels an unsent item": async (actor) => {
    const { orderId, itemId } = await paidOrder();
    await cancelItem(db(), itemOf({ itemId }, actor));
    return orderId;
  },
  "blocks an order and cancels its item": async (actor) => {
    const { orderId, itemId } = await paidOrder();
    await blockOrder(db(), { orderId, actor, reason: "a test" });
    await cancelItem(db(), itemOf({ itemId }, actor));
    return orderId;
  },
  "cancels an item whose call was lost": async (actor) => {
    const { orderId, itemId } = await lostOrder();
    await cancelItem(db(), itemOf({ itemId }, actor));
    return orderId;
  },
  "has an item cancelled at its supplier": async (actor) => {
    const { orderId, itemId } = await sentOrder();
    await cancelAtSupplier(submitOptions(database.current), itemOf({ itemId }, actor));
    await say(itemId, { status: "Canceled", remains: 1_000 });
    return orderId;
  },
  "attaches the number of a cancelled order": async (actor) => {
    const { orderId, itemId, providerOrderId } = await lostOrder();
    const deps = submitOptions(database.current);
    await attachProviderOrder(deps, { ...itemOf({ itemId }, actor), providerOrderId });
    await say(itemId, { status: "Canceled", remains: 1_000 });
    return orderId;
  },
  "ends an item manually with no units": async (actor) => {
    const { orderId, itemId } = await sentOrder();
    await shop.setItems(orderId, { reviewSince: new Date() });
    await completeManually(db(), { ...itemOf({ itemId }, actor), deliveredUnits: 0 });
    return orderId;
  },
  "ends an item manually with some of its units": async (actor) => {
    const { orderId, itemId } = await sentOrder();
    await shop.setItems(orderId, { reviewSince: new Date() });
    await completeManually(db(), { ...itemOf({ itemId }, actor), deliveredUnits: 500 });
    return orderId;
  },
  "decides that a refill was refused": async (actor) => {
    const { orderId, attemptId } = await completedOrder();
    await dropTo(orderId, 700);
    const [refillId = ""] = await requestRefill(db(), { orderId, now: new Date(), ...byOps });
    await db().refill.update({ where: { id: refillId }, data: { state: "unknown" } });
    await decideRefill(db(), { refillId, decision: { kind: "rejected" }, actor, reason: "a test" });
    const missing = { orderId, attemptId, amountCents: 405, reason: "missing_units" } as const;
    await db().$transaction((tx) => requestRefund(tx, { ...missing, isAutomatic: true }));
    return orderId;
  },
  "refunds in full": (actor) => refunded(actor, { kind: "full" }),
  "refunds a part": (actor) => refunded(actor, { kind: "part", amountCents: 500 }),
  "refunds what was not delivered": (actor) => refunded(actor, { kind: "undelivered" }),
  "sends a failed refund again": async (actor) => {
    const { orderId } = await paidOrder();
    const { refundId } = await shop.refund(orderId);
    await failRefund(db(), refundId, "expired_or_canceled_card", ["requested"]);
    await retryRefund(db(), { refundId, actor, reason: "a test" });
    return orderId;
  },
  "refunds what was not delivered, which a second one drops, so that the shop owes it": async (actor) => {
    const orderId = await refunded(actor, { kind: "undelivered" });
    const held = await db().refund.findFirst({ where: { orderId, status: "held" } });
    const second = { actor: await staff("owner"), reason: "not like this" };
    if (held) await dropRefund(db(), { refundId: held.id, ...second });
    return orderId;
  },
};

async function refunded(actor: Person, input: Partial<RefundOrderInput>): Promise<string> {
  const { orderId } = await paidOrder();
  await shop.refund(orderId, { actor, ...input });
  return orderId;
}

/** The refunds that wait or are on their way once the shop has refunded what it owes by itself. */
async function openRefunds(orderId: string) {
  await refundUndelivered(db(), orderId);
  return db().refund.findMany({ where: { orderId, status: { notIn: ["dropped", "failed"] } } });
}

describe.each(Object.entries(ways))("support that %s", (_, way) => {
  it("above its ceiling sends nothing back until a second administrator releases it", async () => {
    const support = await staff("support");
    const [refund, ...others] = await openRefunds(await way(support));
    expect(others).toEqual([]);
    expect(refund?.status).toBe("held");
    expect(refund?.amountCents).toBeGreaterThan(ceiling);
    expect([refund?.requestedById, ...(refund?.causedByIds ?? [])]).toContain(support.id);
    const release = (actor: Person) =>
      releaseRefund(db(), { refundId: refund?.id ?? "", actor, reason: "it is right" });
    // Not even with a role that may release refunds.
    await db().userRole.updateMany({
      where: { userId: support.id, role: "support" },
      data: { role: "finance" },
    });
    expect(await codeOf(release(support))).toBe("forbidden");
    const releasing = db()
      .$executeRaw`UPDATE refunds SET released_by_id = ${support.id}::uuid WHERE id = ${refund?.id}::uuid`;
    await expect(releasing).rejects.toThrow(/refunds_four_eyes/);
    await release(await staff("owner"));
  });

  it("within its ceiling uses up its day", async () => {
    await setSetting(db(), "supportRefundCents", 1_349);
    await setSetting(db(), "supportRefundCentsPerDay", 1_400);
    const support = await staff("support");
    expect((await openRefunds(await way(support))).map(({ status }) => status)).toEqual(["requested"]);
    const next = await refunded(support, { kind: "full" });
    expect((await openRefunds(next)).map(({ status }) => status)).toEqual(["held"]);
  });
});

describe("a refund that follows from a decision", () => {
  it.each([
    ["the terminal's", byOps.actor],
    ["an owner's", "owner"],
  ] as const)("of %s has no ceiling", async (_, who) => {
    const actor = who === "owner" ? await staff(who) : who;
    const { orderId, itemId } = await paidOrder();
    await cancelItem(db(), itemOf({ itemId }, actor));
    expect((await openRefunds(orderId)).map(({ status }) => status)).toEqual(["requested"]);
  });

  it("of an account that is no administrator's any more waits", async () => {
    await setSetting(db(), "supportRefundCents", 2_000);
    const support = await staff("support");
    const { orderId, itemId } = await paidOrder();
    await cancelItem(db(), itemOf({ itemId }, support));
    await db().userRole.deleteMany({ where: { userId: support.id } });
    expect((await openRefunds(orderId)).map(({ status }) => status)).toEqual(["held"]);
  });

  it("waits too when only one of those who decided may not send it back alone", async () => {
    const { orderId, itemId } = await lostOrder();
    const [support, owner] = [await staff("support"), await staff("owner")];
    await shop.setItems(orderId, { quantity: 500 });
    const { link, targetKey, platform, serviceType } = await db().fulfillmentItem.findUniqueOrThrow({
      where: { id: itemId },
    });
    const half = { orderId, link, targetKey, platform, serviceType, position: 1, quantity: 500 };
    const { id: otherId } = await db().fulfillmentItem.create({ data: half });
    await cancelItem(db(), itemOf({ itemId }, support));
    await cancelItem(db(), itemOf({ itemId: otherId }, owner));
    const [refund] = await openRefunds(orderId);
    expect(refund?.status).toBe("held");
    expect(refund?.causedByIds.toSorted()).toEqual([support.id, owner.id].toSorted());
  });

  it("has no ceiling when an administrator only sent the item again, and its supplier cancelled it", async () => {
    const { orderId, itemId, providerOrderId } = await lostOrder();
    await resubmitItem(db(), itemOf({ itemId }, await staff("support")));
    await shop.setItems(orderId, { state: "submitted", providerOrderId });
    await say(itemId, { status: "Canceled", remains: 1_000 });
    const [refund] = await openRefunds(orderId);
    expect(refund).toMatchObject({ status: "requested", causedByIds: [] });
  });
});
