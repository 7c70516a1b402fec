import { describe, expect, it } from "vitest";
import { newId } from "@/lib/base/ids";
import { startQuarantine } from "@/lib/base/quarantine/start-quarantine";
import { day } from "@/lib/base/time/time";
import { decideRefill } from "@/lib/delivery/refills/decide-refill";
import { pollRefills } from "@/lib/delivery/refills/poll-refills";
import { sendRefill } from "@/lib/delivery/refills/send-refill";
import { refundOrder } from "@/lib/money/refunds/refund-order";
import { describeEvent } from "@/lib/orders/views/describe-event";
import { findOrderView } from "@/lib/orders/views/find-order-view";
import { listFollowersRefills, mayPromiseRefills } from "@/lib/shop/catalog/load-catalog";
import { codeOf } from "../../support/database";
import { attemptFactory, byOps, leaveQuarantine } from "../../support/factories";
import { holdRows } from "../../support/holding";
import { nowhere, pointSuppliersAt } from "../../support/panel";
import { useRefills } from "../../support/refilling";
import { answering, openEmulator } from "../../support/suppliers";

const { database, db, panel, deps, sentOrder, completedOrder, request, requested, ...at } = useRefills();
const { refillOf, poll, pollNow, eventsOf, jobs, audited, holdAnswer, sweep } = at;

/** Sends a refill whose answer comes only after the worker has given it up as lost; `answer` sends the answer. */
async function sendWithLateAnswer(refillId: string, lateNumber: string) {
  const supplier = await holdAnswer({ refill: lateNumber });
  const sending = sendRefill(deps(), refillId);
  await supplier.asked();
  await db().$executeRaw`UPDATE refills SET updated_at = now() - interval '5 minutes'`;
  await pollRefills(deps());
  return async () => {
    supplier.answer();
    await sending;
  };
}

describe("a refill", () => {
  it("is requested once, followed to its end, and recorded in the timeline and the audit log", async () => {
    const { order, refillId } = await requested();
    expect(await audited(order.id)).toEqual(["refill.requested"]);
    expect(await jobs("send-refill")).toEqual([`refill:${refillId}`]);
    await panel.control({ speed: 3_600 });
    await sendRefill(deps(), refillId);
    await sendRefill(deps(), refillId);
    expect((await panel.view()).calls.refill).toBe(1);
    expect(await refillOf(refillId)).toMatchObject({
      state: "in_progress",
      supplierRefillId: expect.any(String),
    });
    expect(await pollNow()).toBe(1);
    expect((await refillOf(refillId)).state).toBe("in_progress");
    await panel.control({ speed: 0 });
    await pollNow();
    expect((await refillOf(refillId)).state).toBe("completed");
    expect(await eventsOf(order.id, "refill.requested")).toHaveLength(1);
    expect(await eventsOf(order.id, "refill.sent")).toHaveLength(1);
    expect(await eventsOf(order.id, "refill.completed")).toHaveLength(1);
  });

  it("is one at a time, however many requests come at once", async () => {
    const { order, item } = await completedOrder();
    const select = "SELECT FROM fulfillment_items WHERE id = $1 FOR UPDATE";
    const rows = await holdRows(database.current, select, [item.id]);
    const requests = [1, 2, 3].map(() => codeOf(request(order.id)));
    await rows.waiting(3);
    await rows.release();
    expect((await Promise.all(requests)).sort()).toEqual(["conflict", "conflict", null]);
    expect(await db().refill.count()).toBe(1);
    await expect(request(order.id)).rejects.toThrow(/already being delivered again/);
  });

  it("is refused before completion, six days after it, and where the service has no refills", async () => {
    await panel.control({ speed: 3_600 });
    const { order, item } = await sentOrder();
    await expect(request(order.id)).rejects.toThrow(/delivery that was completed/);
    await panel.control({ speed: 0 });
    await poll();
    await expect(request(order.id, new Date(Date.now() + 6 * day))).rejects.toThrow(/days in which/);
    const offerRefills = (canRefill: boolean) =>
      db().supplierService.updateMany({ where: { id: item.supplierServiceId ?? "" }, data: { canRefill } });
    await offerRefills(false);
    await expect(request(order.id)).rejects.toThrow(/without refills/);
    const offered = async () => (await findOrderView(db(), order.token))?.requests.kinds;
    expect(await offered()).toContain("refill");
    const mayPromise = async (platform?: string) =>
      mayPromiseRefills(await listFollowersRefills(db()), platform);
    expect(await mayPromise()).toBe(false);
    expect(await mayPromise("instagram")).toBe(false);
    // Another platform's pages don't depend on it.
    expect(await mayPromise("tiktok")).toBe(true);
    expect(await mayPromise("nowhere")).toBe(false);
    // An import gave it another type, so it delivers nothing any more.
    const giveType = (type: string) =>
      db().supplierService.update({ where: { id: item.supplierServiceId ?? "" }, data: { type } });
    await giveType("Custom Comments");
    expect(await mayPromise()).toBe(true);
    await giveType("Default");
    await offerRefills(true);
    expect(await mayPromise()).toBe(true);
  });

  it("that the supplier refuses ends as rejected, with the supplier's text", async () => {
    const { order, item, refillId } = await requested();
    await panel.setOrder(item.providerOrderId, { status: "Partial" });
    await sendRefill(deps(), refillId);
    expect(await refillOf(refillId)).toMatchObject({
      state: "rejected",
      reason: "Order not eligible for refill.",
    });
    expect(await eventsOf(order.id, "refill.rejected")).toHaveLength(1);
  });

  it.each(["refunded", "withdrawn"] as const)(
    "whose order is %s before it is sent ends unsent, and the order's page says so",
    async (reason) => {
      const { order, refillId } = await requested();
      if (reason === "withdrawn") {
        await db().order.update({ where: { id: order.id }, data: { withdrawnAt: new Date() } });
      } else {
        await attemptFactory(db(), order.id);
        await refundOrder(db(), { orderId: order.id, kind: "full", intent: newId(), ...byOps });
      }
      await sendRefill(deps(), refillId);
      await sendRefill(deps(), refillId);
      expect((await panel.view()).calls.refill ?? 0).toBe(0);
      expect(await refillOf(refillId)).toMatchObject({ state: "rejected", reason });
      expect(await eventsOf(order.id, "refill.rejected")).toMatchObject([{ data: { reason } }]);
      expect(describeEvent("refill.rejected", null, { reason })).toMatch(
        reason === "refunded" ? /payment goes back/ : /^A refill was not possible$/,
      );
      await expect(request(order.id)).rejects.toThrow(/Nothing is sent for this order/);
    },
  );

  it("of a blocked order waits until the order is unblocked", async () => {
    const { order, refillId } = await requested();
    await db().order.update({ where: { id: order.id }, data: { blockedAt: new Date() } });
    await sendRefill(deps(), refillId);
    expect((await refillOf(refillId)).state).toBe("requested");
    await db().$executeRaw`UPDATE refills SET created_at = now() - interval '5 minutes'`;
    await db().$executeRaw`TRUNCATE graphile_worker._private_jobs CASCADE`;
    await sweep();
    expect(await jobs("send-refill")).toEqual([]);
    await db().order.update({ where: { id: order.id }, data: { blockedAt: null } });
    await sweep();
    expect(await jobs("send-refill")).toEqual([`refill:${refillId}`]);
    await sendRefill(deps(), refillId);
    expect((await panel.view()).calls.refill).toBe(1);
  });

  it("whose lease came only after its time to send was over is not sent", async () => {
    const { refillId } = await requested();
    const leaseMs = 400;
    const rows = await holdRows(database.current, "SELECT FROM refills WHERE id = $1 FOR UPDATE", [refillId]);
    const sending = sendRefill({ ...deps(), leaseMs }, refillId);
    const hasWaited = async () => {
      const waited = await database.current.pool.query(`
        SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
          AND query_start < clock_timestamp() - interval '${leaseMs} milliseconds'`);
      return waited.rowCount;
    };
    await expect.poll(hasWaited).toBe(1);
    await rows.release();
    await sending;
    expect((await panel.view()).calls.refill ?? 0).toBe(0);
    expect((await refillOf(refillId)).state).toBe("requested");
  });

  it("is not sent in quarantine, nor ended, and is afterwards", async () => {
    const { refillId } = await requested();
    const { order: refunded, refillId: calledOff } = await requested();
    await db().order.update({ where: { id: refunded.id }, data: { withdrawnAt: new Date() } });
    await startQuarantine(db(), { reason: "test" });
    for (const id of [refillId, calledOff]) await sendRefill(deps(), id);
    expect((await refillOf(refillId)).state).toBe("requested");
    expect((await refillOf(calledOff)).state).toBe("requested");
    expect((await panel.view()).calls.refill ?? 0).toBe(0);
    await leaveQuarantine(db());
    for (const id of [refillId, calledOff]) await sendRefill(deps(), id);
    expect((await panel.view()).calls.refill).toBe(1);
    expect((await refillOf(calledOff)).state).toBe("rejected");
  });

  it("is not given up while its answer may still come", async () => {
    const { refillId } = await requested();
    const supplier = await holdAnswer({ refill: "88" });
    const sending = sendRefill(deps(), refillId);
    await supplier.asked();
    await pollRefills(deps());
    expect((await refillOf(refillId)).state).toBe("sending");
    supplier.answer();
    await sending;
    expect(await db().operatorAlert.count()).toBe(0);
  });

  it("whose lost answer is noticed by its worker and by a poll at once is lost once", async () => {
    const { order, refillId } = await requested();
    const held: (() => void)[] = [];
    const supplier = await openEmulator((response) => held.push(() => response.destroy()));
    await pointSuppliersAt(database.current, supplier.url);
    const sending = sendRefill(deps(), refillId);
    await expect.poll(() => held.length).toBe(1);
    await db().$executeRaw`UPDATE refills SET updated_at = now() - interval '5 minutes'`;
    const rows = await holdRows(database.current, "SELECT FROM refills WHERE id = $1 FOR UPDATE", [refillId]);
    held[0]?.();
    await rows.waiting(1);
    const polling = pollRefills(deps());
    await rows.waiting(2);
    await rows.release();
    await Promise.all([sending, polling]);
    expect((await refillOf(refillId)).state).toBe("unknown");
    expect(await eventsOf(order.id, "refill.unknown")).toHaveLength(1);
  });

  it("whose answer comes while the database is away is recorded when it is back", async () => {
    const { refillId } = await requested();
    const supplier = await holdAnswer({ refill: "88" });
    const sending = sendRefill(deps(), refillId);
    await supplier.asked();
    const held = await holdRows(database.current, "SELECT FROM refills WHERE id = $1 FOR UPDATE", [refillId]);
    supplier.answer();
    await held.waiting(1);
    await held.terminateWaiters();
    await held.release();
    await sending;
    expect(await refillOf(refillId)).toMatchObject({ state: "in_progress", supplierRefillId: "88" });
  });

  it("waits for a supplier that is unreachable, because nothing was requested there", async () => {
    const { refillId } = await requested();
    await pointSuppliersAt(database.current, nowhere);
    await sendRefill(deps(), refillId);
    expect(await refillOf(refillId)).toMatchObject({ state: "requested", reason: "ECONNREFUSED" });
    expect(await jobs("send-refill")).toEqual([`refill:${refillId}`]);
  });

  it.each(["Invalid API key", "Incorrect request", "Rate limit exceeded"])(
    "is asked for again when its supplier answers %s, which is not about the order",
    async (error) => {
      const { refillId } = await requested();
      const supplier = await openEmulator(answering(JSON.stringify({ error })));
      await pointSuppliersAt(database.current, supplier.url);
      await sendRefill(deps(), refillId);
      expect(await refillOf(refillId)).toMatchObject({ state: "requested", reason: error });
      expect(await jobs("send-refill")).toEqual([`refill:${refillId}`]);
      await pointSuppliersAt(database.current, panel.url());
      await sendRefill(deps(), refillId);
      expect((await refillOf(refillId)).state).toBe("in_progress");
    },
  );

  it("whose answer was lost goes to an operator, and is never sent again without a decision", async () => {
    const { refillId } = await requested();
    const supplier = await openEmulator((response) => response.destroy());
    await pointSuppliersAt(database.current, supplier.url);
    await sendRefill(deps(), refillId);
    await sendRefill(deps(), refillId);
    await pollRefills(deps());
    expect(supplier.calls()).toBe(1);
    expect(await refillOf(refillId)).toMatchObject({ state: "unknown", reason: "connection_lost" });
    const alerts = await db().operatorAlert.findMany();
    expect(alerts).toMatchObject([{ key: `refill_unknown:${refillId}`, resolvedAt: null }]);
  });

  it.each([
    ["88", 1, "flags the order and tells the operator both numbers"],
    ["77", 0, "is no news when it is the number that the operator gave"],
  ])("whose answer (%s) comes after an operator's decision: %i alerts, it %s", async (lateNumber, alerts) => {
    const { order, refillId } = await requested();
    const answer = await sendWithLateAnswer(refillId, lateNumber);
    const decision = { kind: "attach", supplierRefillId: "77" } as const;
    await decideRefill(db(), { refillId, decision, ...byOps });
    expect(await audited(refillId)).toEqual(["refill.decided"]);
    await answer();
    expect(await refillOf(refillId)).toMatchObject({ state: "in_progress", supplierRefillId: "77" });
    expect(await db().operatorAlert.count({ where: { kind: "late_answer" } })).toBe(alerts);
    const { flagReason } = await db().order.findUniqueOrThrow({ where: { id: order.id } });
    expect(flagReason).toBe(alerts > 0 ? "late_answer" : null);
    const late = { lateNumber: "88", number: "77" };
    expect((await eventsOf(order.id, "refill.late_answer")).map((event) => event.data)).toMatchObject(
      alerts > 0 ? [late] : [],
    );
  });

  it("whose answer comes after it was given up as lost still uses that answer", async () => {
    const { refillId } = await requested();
    const answer = await sendWithLateAnswer(refillId, "88");
    expect((await refillOf(refillId)).state).toBe("unknown");
    await answer();
    expect(await refillOf(refillId)).toMatchObject({ state: "in_progress", supplierRefillId: "88" });
    const alert = await db().operatorAlert.findUnique({ where: { key: `refill_unknown:${refillId}` } });
    expect(alert?.resolvedAt).toBeInstanceOf(Date);
  });

  it("whose worker died in the call becomes unknown, and one whose job got lost is still sent", async () => {
    const { refillId } = await requested();
    await db().$executeRaw`UPDATE refills SET created_at = now() - interval '5 minutes'`;
    await db().$executeRaw`TRUNCATE graphile_worker._private_jobs CASCADE`;
    await sweep();
    expect(await jobs("send-refill")).toEqual([`refill:${refillId}`]);
    await db().$executeRaw`UPDATE refills SET state = 'sending', updated_at = now() - interval '5 minutes'`;
    await pollRefills(deps());
    expect(await refillOf(refillId)).toMatchObject({ state: "unknown", reason: "worker_lost" });
  });
});
