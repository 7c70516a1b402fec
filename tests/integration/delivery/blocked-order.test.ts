import { describe, expect, it } from "vitest";
import { createReplacement } from "@/lib/delivery/items/create-items";
import { blockOrder, unblockOrder } from "@/lib/delivery/operator/block-order";
import { codeOf } from "../../support/database";
import { useDeliveries } from "../../support/deliveries";
import { attemptFactory, byOps, disputeFactory, paidOrderFactory } from "../../support/factories";

const { db, panel, findItem, findOrder, completedOrder, jobs, audited, submit, sweep } = useDeliveries();

describe("a blocked order", () => {
  it("sends nothing, not even after a sweep, until it is unblocked", async () => {
    const { order, item } = await paidOrderFactory(db());
    await blockOrder(db(), { orderId: order.id, ...byOps });
    await blockOrder(db(), { orderId: order.id, ...byOps });
    await submit(item.id);
    expect((await panel.view()).addCalls).toBe(0);
    await db().$executeRaw`TRUNCATE graphile_worker._private_jobs`;
    await db().$executeRaw`UPDATE fulfillment_items SET updated_at = now() - interval '1 minute'`;
    expect((await sweep()).enqueued).toBe(0);
    await unblockOrder(db(), { orderId: order.id, ...byOps });
    expect(await jobs("submit-item")).toContain(`submit:${item.id}`);
    await submit(item.id);
    expect((await panel.view()).addCalls).toBe(1);
    expect(await audited(order.id)).toEqual(["order.blocked", "order.unblocked"]);
  });

  describe("that is completed", () => {
    const ended = async () => {
      const { order, item } = await completedOrder(panel);
      return { orderId: order.id, itemId: item.id };
    };
    const blocked = { status: "completed", blockedAt: expect.any(Date) };

    it("has nothing left to block", async () => {
      expect(await codeOf(blockOrder(db(), { ...(await ended()), ...byOps }))).toBe("conflict");
    });

    it("is blocked while it has a requested refill", async () => {
      const { orderId, itemId } = await ended();
      await db().refill.create({ data: { itemId } });
      await blockOrder(db(), { orderId, ...byOps });
      expect(await findOrder(orderId)).toMatchObject(blocked);
    });

    it("keeps back its replacement until it is unblocked", async () => {
      const { orderId, itemId } = await ended();
      await db().$transaction((tx) => createReplacement(tx, { itemId, units: 50 }));
      await blockOrder(db(), { orderId, ...byOps });
      expect(await findOrder(orderId)).toMatchObject(blocked);
      const { id } = await db().fulfillmentItem.findFirstOrThrow({ where: { replacesItemId: itemId } });
      await submit(id);
      expect((await findItem(id)).state).toBe("ready");
      await unblockOrder(db(), { orderId, ...byOps });
      await submit(id);
      expect((await findItem(id)).state).toBe("submitted");
    });
  });

  it("can't be blocked under the word that marks a dispute's block, whose unsent items a sweep cancels", async () => {
    const { order, item } = await paidOrderFactory(db());
    const block = blockOrder(db(), { orderId: order.id, ...byOps, reason: " dispute " });
    await expect(block).rejects.toMatchObject({ fieldErrors: { reason: expect.any(String) } });
    await blockOrder(db(), { orderId: order.id, ...byOps, reason: "dispute by phone" });
    await sweep();
    expect((await findItem(item.id)).state).toBe("ready");
  });

  it("stays blocked while its dispute is open", async () => {
    const { order } = await paidOrderFactory(db());
    await blockOrder(db(), { orderId: order.id, ...byOps });
    await disputeFactory(db(), order.id);
    await expect(unblockOrder(db(), { orderId: order.id, ...byOps })).rejects.toThrow(/dispute/i);
  });

  it("is unblocked, and sent, while a dispute is open about a second payment, which went back", async () => {
    const { order, item } = await paidOrderFactory(db());
    const orderId = order.id;
    const paid = await attemptFactory(db(), orderId);
    const second = await attemptFactory(db(), orderId, { number: 2, status: "duplicate" });
    await blockOrder(db(), { orderId, ...byOps });
    const { id } = await disputeFactory(db(), orderId, { attemptId: paid.id });
    await expect(unblockOrder(db(), { orderId, ...byOps })).rejects.toThrow(/dispute/i);
    await db().dispute.update({ where: { id }, data: { attemptId: second.id } });
    await unblockOrder(db(), { orderId, ...byOps });
    expect(await jobs("submit-item")).toContain(`submit:${item.id}`);
  });
});
