import { describe, expect, it } from "vitest";
import { addMs, hour } from "@/lib/base/time/time";
import { decideDrops } from "@/lib/buyer/requests/decide-request";
import { cancelIfWanted } from "@/lib/delivery/cancel/cancel-at-supplier";
import { codeOf } from "../../support/database";
import { setItems } from "../../support/factories";
import { holdRows } from "../../support/holding";
import { useRequests } from "../../support/requests";
import { answering, openEmulator } from "../../support/suppliers";

const { database, db, shop, panel, provider, deps, ...at } = useRequests();
const { poll, jobs, ask, decisionsOf, pointSuppliers, sentOrder, letPass } = at;

describe("a request", () => {
  it("to stop is sent to the supplier once, and the item ends when the supplier reports it as canceled", async () => {
    const { orderId, token, itemId } = await sentOrder();
    await ask(token, "refund");
    expect(await decisionsOf(orderId)).toMatchObject([{ outcome: "ask_supplier", reason: "stop_wanted" }]);
    expect(await jobs("cancel-late-item")).toHaveLength(1);
    await cancelIfWanted({ db: db(), provider }, itemId);
    await cancelIfWanted({ db: db(), provider }, itemId);
    expect((await panel.view()).calls.cancel).toBe(1);
    await poll();
    expect(await shop.order(orderId)).toMatchObject({ status: "failed", items: [{ state: "canceled" }] });
  });

  it("to stop is sent to the supplier again after a refusal of the shop's key", async () => {
    const { orderId, token, itemId } = await sentOrder();
    await ask(token, "refund");
    const supplier = await openEmulator(answering('{"error":"Invalid API key"}'));
    await pointSuppliers(supplier.url);
    expect(await codeOf(cancelIfWanted({ db: db(), provider }, itemId))).toBe("upstream_failed");
    await pointSuppliers(panel.url());
    await letPass(orderId, 2);
    await db().$executeRaw`TRUNCATE graphile_worker._private_jobs CASCADE`;
    await decideDrops(deps(), orderId);
    expect(await jobs("cancel-late-item")).toHaveLength(1);
    await cancelIfWanted({ db: db(), provider }, itemId);
    expect((await panel.view()).calls.cancel).toBe(1);
  });

  it("to stop, which the supplier refuses while the database is away, goes into review when it is back", async () => {
    const { orderId, token, itemId } = await sentOrder();
    await ask(token, "refund");
    const held: (() => void)[] = [];
    const refuse = answering('{"error":"Incorrect order status"}');
    const supplier = await openEmulator((response) => held.push(() => refuse(response)));
    await pointSuppliers(supplier.url);
    const asking = cancelIfWanted({ db: db(), provider }, itemId);
    await expect.poll(() => held.length).toBe(1);
    const select = "SELECT FROM fulfillment_items WHERE id = $1 FOR UPDATE";
    const rows = await holdRows(database.current, select, [itemId]);
    held[0]?.();
    await rows.waiting(1);
    await rows.terminateWaiters();
    await rows.release();
    await asking;
    expect((await shop.order(orderId)).items).toMatchObject([
      { reason: "stop_refused", reviewSince: expect.any(Date), cancelRequestedAt: null },
    ]);
    const asked = await db().orderEvent.findMany({ where: { itemId, type: "item.cancel_requested" } });
    expect(asked.map(({ data }) => data)).toEqual([{ outcome: "rejected", by: "request" }]);
  });

  it("to stop that was decided otherwise while its job waited for the item asks the supplier for nothing", async () => {
    const { token, itemId } = await sentOrder();
    await ask(token, "refund");
    const select = "SELECT FROM fulfillment_items WHERE id = $1 FOR UPDATE";
    const rows = await holdRows(database.current, select, [itemId]);
    const asking = cancelIfWanted({ db: db(), provider }, itemId);
    await rows.waiting(1);
    await db().requestDecision.updateMany({ data: { lookAgainAt: null } });
    await rows.release();
    await asking;
    expect((await panel.view()).calls.cancel ?? 0).toBe(0);
  });

  it("to stop keeps its job while an answer may still be recorded, and is sent again when that is over", async () => {
    const { token, itemId } = await sentOrder();
    await ask(token, "refund");
    await setItems(db(), { id: itemId }, { cancelRequestedAt: new Date() });
    expect(await codeOf(cancelIfWanted({ db: db(), provider }, itemId))).toBe("upstream_failed");
    expect((await panel.view()).calls.cancel ?? 0).toBe(0);
    await setItems(db(), { id: itemId }, { cancelRequestedAt: addMs(new Date(), -hour) });
    await cancelIfWanted({ db: db(), provider }, itemId);
    expect((await panel.view()).calls.cancel).toBe(1);
  });
});
