import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listItemsInReview } from "@/lib/delivery/operator/list-items-in-review";
import { useDeliveries } from "../../support/deliveries";
import { paidOrderFactory } from "../../support/factories";
import { listen } from "../../support/listen";
import { pointSuppliersAt } from "../../support/panel";
import { likesOf } from "../../support/submitting";

const { database, db, panel, findOrder, submit, findItem, isInReview } = useDeliveries();

describe("a ready item", () => {
  it("is bought once, with its evidence and the supplier's order number", async () => {
    const { item, order } = await paidOrderFactory(db(), { quantity: 600 });
    await submit(item.id);
    const view = await panel.view();
    const [providerOrderId, bought] = Object.entries(view.orders)[0] ?? [];
    expect(bought).toMatchObject({ quantity: 600, link: order.postUrl, key: "panel-key-1" });
    const taken = { state: "submitted", attempt: 1, providerOrderId, reason: null };
    expect(await findItem(item.id)).toMatchObject(taken);
    expect(await findOrder(order.id)).toMatchObject({ providerOrderId });
    expect(await db().supplierCall.findMany({ where: { itemId: item.id } })).toMatchObject([
      { attempt: 1, outcome: "accepted", httpStatus: 200, answer: `{"order":${providerOrderId}}` },
    ]);
  });

  it("is bought once, even if twenty jobs send it at the same time and another one later", async () => {
    const { item } = await paidOrderFactory(db());
    await Promise.all(Array.from({ length: 20 }, () => submit(item.id)));
    await submit(item.id);
    expect((await panel.view()).addCalls).toBe(1);
    expect((await findItem(item.id)).state).toBe("submitted");
  });

  it("keeps the supplier's key out of every record", async () => {
    const { item } = await paidOrderFactory(db());
    const parrot = createServer(async (request, response) =>
      response.end(`<html>${await text(request)}</html>`),
    );
    await pointSuppliersAt(database.current, `http://127.0.0.1:${await listen(parrot)}`);
    await submit(item.id);
    parrot.close();
    const calls = await db().supplierCall.findMany({ where: { itemId: item.id } });
    expect(calls).toMatchObject([{ outcome: "unknown", reason: "not_json" }]);
    expect(JSON.stringify(calls)).not.toContain("panel-key");
  });
});

describe("an answer without evidence", () => {
  it.each(["down", "hang", "lost", "html", "truncated", "empty", "null", "garbage"])(
    "(%s) leaves the item unknown, bought at most once and in review",
    async (fault) => {
      const { item, order } = await paidOrderFactory(db());
      await panel.control({ faults: { add: [fault] } });
      await submit(item.id, fault === "hang" ? { timeoutMs: 3_000 } : {});
      await submit(item.id);
      const view = await panel.view();
      expect(view.addCalls).toBe(1);
      expect(view.accepted).toBe(fault === "down" ? 0 : 1);
      const after = await findItem(item.id);
      expect(after).toMatchObject({ state: "unknown", attempt: 1 });
      expect(after.reason).not.toBeNull();
      expect(await isInReview(item.id)).toBe(true);
      expect((await findOrder(order.id)).status).toBe("processing");
    },
  );

  it("is listed in review with the item's request and answer, the longest waiting first", async () => {
    await panel.control({ faults: { add: ["html", "html"] } });
    const { items } = await paidOrderFactory(db(), likesOf(1, 1));
    for (const item of items) await submit(item.id);
    const all = (await listItemsInReview(db(), { limit: 100 })).filter((entry) =>
      items.some((item) => item.id === entry.id),
    );
    expect(all.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
    expect(all[0]?.calls[0]).toMatchObject({
      outcome: "unknown",
      reason: "not_json",
      request: { quantity: 1 },
    });
    expect(all[0]?.calls[0]?.answer).toContain("<");
  });
});

describe("a hundred items, three racing jobs each and an unreliable supplier", () => {
  it("are bought once at most, and end taken, in review or on their way", async () => {
    const { items } = await paidOrderFactory(db(), likesOf(...Array(100).fill(1)));
    const faults = fc.constantFrom("down", "lost", "html", "truncated", "garbage", "busy", "rate", "service");
    await panel.control({ faults: { add: fc.sample(faults, { numRuns: 60, seed: 2026 }) } });
    for (let round = 0; round < 3; round++) {
      await db().fulfillmentItem.updateMany({ where: { state: "ready" }, data: { notBefore: null } });
      // Ten items at a time, as many jobs as a few workers run at the same time.
      for (let from = 0; from < items.length; from += 10) {
        const some = items.slice(from, from + 10);
        await Promise.all([...some, ...some, ...some].map((item) => submit(item.id)));
      }
    }
    const view = await panel.view();
    const links = Object.values(view.orders).map((order) => order.link);
    expect(new Set(links).size).toBe(links.length);
    const after = await db().fulfillmentItem.findMany({ where: { orderId: items[0]?.orderId } });
    expect(after.filter((item) => item.state === "submitting")).toEqual([]);
    const stuck = after.filter(({ state }) => state === "unknown" || state === "rejected");
    expect(stuck.filter(({ reviewSince }) => reviewSince === null)).toEqual([]);
    const taken = after.filter((item) => item.state === "submitted");
    expect(taken.every((item) => links.includes(item.link))).toBe(true);
  });
});
