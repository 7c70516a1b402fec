import { beforeEach, describe, expect, it } from "vitest";
import { completeManually, startManually } from "@/lib/delivery/operator/deliver-manually";
import { recheckEnded } from "@/lib/delivery/progress/recheck-ended";
import { codeOf } from "../../support/database";
import { useDeliveries } from "../../support/deliveries";
import { byOps } from "../../support/factories";

const { database, db, panel, ...at } = useDeliveries();
const { provider, findItem, findOrder, sentOrder, poll, jobs, audited, nextDay, isInReview } = at;
const of = ({ id: itemId }: { id: string }) => ({ itemId, ...byOps });

beforeEach(async () => {
  await db().supplier.updateMany({ data: { kind: "panel_v2" } });
});

describe("an item that is delivered manually", () => {
  const sentManually = async () => {
    await db().supplier.updateMany({ data: { kind: "manual" } });
    return sentOrder({ quantity: 100 });
  };

  it("begins and ends with what an administrator enters", async () => {
    const { order, item } = await sentManually();
    expect(item).toMatchObject({ state: "submitted", reason: "manual", nextCheckAt: null });
    expect(await isInReview(item.id)).toBe(true);
    expect((await panel.view()).addCalls).toBe(0);
    await startManually(db(), of(item));
    expect(await findItem(item.id)).toMatchObject({ state: "in_progress", reason: "manual" });
    await completeManually(db(), { ...of(item), deliveredUnits: 100 });
    await completeManually(db(), { ...of(item), deliveredUnits: 100 });
    expect(await findItem(item.id)).toMatchObject({ state: "completed", remains: 0, reviewSince: null });
    expect((await findOrder(order.id)).status).toBe("completed");
    expect(await audited(item.id)).toEqual(["item.started_manually", "item.completed_manually"]);
  });

  it("is counted as it begins, and daily once it is complete", async () => {
    const { order, item } = await sentManually();
    const counts = async () => {
      const keys = await jobs("count-targets");
      await db().$executeRaw`TRUNCATE graphile_worker._private_jobs`;
      return keys;
    };
    await startManually(db(), of(item));
    expect(await counts()).toEqual([`count:${order.id}`]);
    await completeManually(db(), { ...of(item), deliveredUnits: 100 });
    expect((await findItem(item.id)).nextCheckAt?.getTime()).toBeLessThan(Date.now() + 10_000);
    for (let passed = 1; passed <= 3; passed++) {
      await nextDay();
      expect(await recheckEnded({ db: db(), provider })).toBe(1);
      expect(await counts()).toEqual([`count:${order.id}`]);
    }
  });

  it.each([
    [60, "partial", "partial"],
    [0, "canceled", "failed"],
  ])("with %i of 100 units is %s, and its order %s", async (deliveredUnits, state, status) => {
    const { order, item } = await sentManually();
    await completeManually(db(), { ...of(item), deliveredUnits });
    expect(await findItem(item.id)).toMatchObject({ state, remains: 100 - deliveredUnits });
    expect(await findOrder(order.id)).toMatchObject({ status, fulfillment: { delivered: deliveredUnits } });
    expect(await jobs("refund-undelivered")).toEqual([`refund-undelivered:${order.id}`]);
  });

  it.each([-1, 101, 1.5, Number.NaN])("takes no %d units of 100", async (deliveredUnits) => {
    const { item } = await sentManually();
    expect(await codeOf(completeManually(db(), { ...of(item), deliveredUnits }))).toBe("invalid_input");
  });

  it("may be one whose supplier reports Partial without a count, but none that is running normally there", async () => {
    const { item } = await sentOrder({ quantity: 100 });
    const ended = () => completeManually(db(), { ...of(item), deliveredUnits: 30 });
    expect(await codeOf(ended())).toBe("conflict");
    await panel.setOrder(item.providerOrderId, { status: "Partial", remains: "Unknown" });
    await poll();
    await ended();
    expect(await findItem(item.id)).toMatchObject({ state: "partial", remains: 70 });
  });
});
