import { describe, expect, it } from "vitest";
import type { Prisma } from "@/lib/base/db/generated/client";
import { newId } from "@/lib/base/ids";
import { resubmitItem } from "@/lib/delivery/operator/resubmit-item";
import { refundOrder } from "@/lib/money/refunds/refund-order";
import { findOrderDetails } from "@/lib/operator/reporting/find-order-details";
import { useDatabase } from "../../support/database";
import { attemptFactory, byOps, paidOrderFactory } from "../../support/factories";
import { pointSuppliersAt } from "../../support/panel";
import { delivering } from "../../support/submitting";
import { answering, openEmulator, startHeldSupplier } from "../../support/suppliers";

const { database, db } = useDatabase();
const { findOrder, eventsOf, submit, findItem, isInReview, sweep } = delivering(database);

/** An item in a call that its supplier answers only when `answer` is called. */
async function holdCall(reply: object) {
  const supplier = await startHeldSupplier(() => reply);
  await pointSuppliersAt(database.current, supplier.url);
  const { item, order } = await paidOrderFactory(db());
  const submitting = submit(item.id);
  await expect.poll(() => supplier.calls.length).toBe(1);
  const answer = async () => {
    supplier.answer();
    await submitting;
  };
  return { item, order, supplier, answer };
}

/** Lets the sweeper give up the call that is open for an item. */
async function giveUp(itemId: string): Promise<void> {
  await db().fulfillmentItem.update({ where: { id: itemId }, data: { leasedAt: new Date(0) } });
  await sweep(1_000);
  expect((await findItem(itemId)).state).toBe("unknown");
}

describe("an answer that comes after the sweeper gave the call up", () => {
  let lastNumber = 9_000;

  async function lateCall() {
    const number = String(++lastNumber);
    const { item, supplier, answer } = await holdCall({ order: Number(number) });
    await giveUp(item.id);
    const change = (data: Prisma.FulfillmentItemUncheckedUpdateInput) =>
      db().fulfillmentItem.update({ where: { id: item.id }, data });
    return { item, number, change, answer, calls: supplier.calls };
  }

  /** The timeline's texts about late answers. */
  const lateAnswers = async ({ orderId }: { orderId: string }) =>
    (await eventsOf(orderId, "item.late_answer")).map((event) => event.data);

  it("is evidence of the purchase: the item is submitted and leaves review", async () => {
    const { item, number, answer } = await lateCall();
    await answer();
    const taken = { state: "submitted", providerOrderId: number, reviewSince: null };
    expect(await findItem(item.id)).toMatchObject(taken);
  });

  it("leaves an item that an operator has decided as it is, is kept as evidence, and flags the order", async () => {
    const { item, number, change, answer } = await lateCall();
    await change({ state: "canceled", leaseToken: null });
    await answer();
    expect((await findItem(item.id)).state).toBe("canceled");
    const calls = await db().supplierCall.findMany({ where: { itemId: item.id } });
    expect(calls).toMatchObject([{ outcome: "accepted", answer: `{"order":${number}}` }]);
    expect(await lateAnswers(item)).toMatchObject([{ lateNumber: number, number: null, state: "canceled" }]);
    expect(await findOrder(item.orderId)).toMatchObject({ flagReason: "late_answer" });
  });

  it("while the item is sent again does not end the newer call: each answer belongs to its own lease", async () => {
    const { item, number, answer } = await lateCall();
    await resubmitItem(db(), { itemId: item.id, ...byOps });
    const other = await startHeldSupplier(() => ({ order: 6_001 }));
    await pointSuppliersAt(database.current, other.url);
    const again = submit(item.id);
    await expect.poll(() => other.calls.length).toBe(1);
    await answer();
    expect(await findItem(item.id)).toMatchObject({ state: "submitting", providerOrderId: null });
    other.answer();
    await again;
    expect(await findItem(item.id)).toMatchObject({ state: "submitted", providerOrderId: "6001" });
    expect(await lateAnswers(item)).toMatchObject([{ lateNumber: number, lateAttempt: 1 }]);
  });

  it("with another number than the item has flags the order and shows the operator both numbers", async () => {
    const { item, number, answer } = await lateCall();
    await resubmitItem(db(), { itemId: item.id, ...byOps });
    const other = await openEmulator(answering('{"order":5555}'));
    await pointSuppliersAt(database.current, other.url);
    await submit(item.id);
    expect(await findItem(item.id)).toMatchObject({ state: "submitted", providerOrderId: "5555" });
    await answer();
    expect(await findItem(item.id)).toMatchObject({ state: "submitted", providerOrderId: "5555" });
    expect(await lateAnswers(item)).toMatchObject([
      { lateNumber: number, lateAttempt: 1, number: "5555", attempt: 2, state: "submitted" },
    ]);
    const [alert] = await db().operatorAlert.findMany({ where: { key: `late_answer:${item.id}:${number}` } });
    expect(alert?.message).toMatch(new RegExp(`as number ${number}, .*submitted with number 5555`));
    const file = await findOrderDetails(db(), item.orderId, new Date());
    expect(file?.flagReason).toBe("late_answer");
    expect(file?.events.map((event) => event.message)).toContainEqual(
      expect.stringMatching(new RegExp(`took the item as number ${number}.*had number 5555`)),
    );
  });

  it("with the number that the item already has changes nothing", async () => {
    const { item, number, change, answer } = await lateCall();
    await change({ state: "submitted", leaseToken: null, providerOrderId: number });
    await answer();
    expect(await lateAnswers(item)).toEqual([]);
    expect(await findOrder(item.orderId)).toMatchObject({ flaggedAt: null });
  });

  it("saves an item from a second purchase that was wrongly made ready and not sent again yet", async () => {
    const { item, number, change, answer, calls } = await lateCall();
    await change({ state: "ready", reason: "not_executed", leaseToken: null });
    await answer();
    await submit(item.id);
    expect(await findItem(item.id)).toMatchObject({
      state: "submitted",
      providerOrderId: number,
      attempt: 1,
    });
    expect(calls).toHaveLength(1);
    expect(await lateAnswers(item)).toEqual([]);
  });

  it("with another item's number also flags the order, when it comes after the item was made ready", async () => {
    const { item, number, change, answer } = await lateCall();
    const other = await paidOrderFactory(db());
    const { supplierId } = await findItem(item.id);
    await db().fulfillmentItem.update({
      where: { id: other.item.id },
      data: { state: "submitted", supplierId, providerOrderId: number },
    });
    await change({ state: "ready", reason: "not_executed", leaseToken: null });
    await answer();
    expect(await lateAnswers(item)).toMatchObject([{ lateNumber: number, state: "ready" }]);
  });
});

describe("a refusal that comes", () => {
  const noFunds = { error: "Not enough funds on balance" };

  it("in unfamiliar words after the call was given up leaves the item unknown, for an operator", async () => {
    const { item, supplier, answer } = await holdCall({ error: "Zork says no" });
    await giveUp(item.id);
    await answer();
    await submit(item.id);
    expect(await findItem(item.id)).toMatchObject({ state: "unknown", reason: "unfamiliar_refusal" });
    expect(await isInReview(item.id)).toBe(true);
    expect(await db().supplierCall.findMany({ where: { itemId: item.id } })).toMatchObject([
      { outcome: "rejected", reason: "other", answer: '{"error":"Zork says no"}' },
    ]);
    expect(supplier.calls).toHaveLength(1);
  });

  it.each(["unknown", null])(
    "after the call was repeated, with the outcome %s, leaves the item unknown: the repetition may have bought",
    async (outcome) => {
      const { item, supplier, answer } = await holdCall(noFunds);
      await giveUp(item.id);
      const { supplierId } = await findItem(item.id);
      const repeat = { attempt: 1, action: "repeat:1", request: {}, outcome };
      await db().supplierCall.create({ data: { itemId: item.id, supplierId: supplierId ?? "", ...repeat } });
      await answer();
      expect((await findItem(item.id)).state).toBe("unknown");
      expect(await db().supplierCall.findFirst({ where: { itemId: item.id, action: "add" } })).toMatchObject({
        outcome: "rejected",
      });
      await submit(item.id);
      expect(supplier.calls).toHaveLength(1);
    },
  );

  it("after a full refund was requested sends the item nowhere else: it is canceled", async () => {
    const { item, order, supplier, answer } = await holdCall(noFunds);
    await attemptFactory(db(), order.id);
    await refundOrder(db(), { orderId: order.id, kind: "full", intent: newId(), ...byOps });
    await answer();
    expect((await findItem(item.id)).state).toBe("ready");
    await submit(item.id);
    expect(supplier.calls).toHaveLength(1);
    expect((await sweep()).unfunded).toBe(1);
    expect(await findItem(item.id)).toMatchObject({ state: "canceled", reason: "refunded" });
    expect(await findOrder(order.id)).toMatchObject({ paymentStatus: "paid", status: "failed" });
  });
});
