import { createServer } from "node:http";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listItemsInReview } from "@/lib/delivery/operator/list-items-in-review";
import { resubmitItem } from "@/lib/delivery/operator/resubmit-item";
import { newId } from "@/lib/ids";
import { refundOrder } from "@/lib/refunds/refund-order";
import { findOrderDetails } from "@/lib/reporting/find-order-details";
import { useDatabase } from "../../support/database";
import { attemptFactory, paidOrderFactory } from "../../support/factories";
import { listen } from "../../support/listen";
import { pointSuppliersAt, usePanel } from "../../support/panel";
import { submitting, sweepOnce } from "../../support/submitting";
import { answering, openEmulator, startHeldSupplier } from "../../support/suppliers";

const database = useDatabase();
const panel = usePanel(database);
const { submit, findItem, isInReview } = submitting(database);

describe("a ready item", () => {
  it("is bought once, with its evidence, its event in the timeline and the supplier's order number", async () => {
    const { db } = database.current;
    const { item, order } = await paidOrderFactory(db, { quantity: 600 });
    await submit(item.id);
    const view = await panel.view();
    const [providerOrderId, bought] = Object.entries(view.orders)[0] ?? [];
    expect(bought).toMatchObject({ quantity: 600, link: order.postUrl, key: "panel-key-1" });
    expect(await findItem(item.id)).toMatchObject({
      state: "submitted",
      attempt: 1,
      providerOrderId,
      reason: null,
    });
    expect(await db.order.findUnique({ where: { id: order.id } })).toMatchObject({ providerOrderId });
    expect(await db.supplierCall.findMany({ where: { itemId: item.id } })).toMatchObject([
      { attempt: 1, outcome: "accepted", httpStatus: 200, answer: `{"order":${providerOrderId}}` },
    ]);
    const events = await db.orderEvent.findMany({ where: { itemId: item.id }, orderBy: { id: "asc" } });
    expect(events.map(({ from, to }) => `${from} ${to}`)).toEqual([
      "waiting ready",
      "ready submitting",
      "submitting submitted",
    ]);
  });

  it("is bought once when twenty jobs send it at the same time, and again later", async () => {
    const { item } = await paidOrderFactory(database.current.db);
    await Promise.all(Array.from({ length: 20 }, () => submit(item.id)));
    await submit(item.id);
    expect((await panel.view()).addCalls).toBe(1);
    expect((await findItem(item.id)).state).toBe("submitted");
  });

  it("keeps the supplier's key out of every record", async () => {
    const { db } = database.current;
    const { item } = await paidOrderFactory(db);
    const parrot = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk) => {
        body += chunk;
      });
      request.on("end", () => response.end(`<html>${body}</html>`));
    });
    await pointSuppliersAt(database.current, `http://127.0.0.1:${await listen(parrot)}`);
    await submit(item.id);
    parrot.close();
    const calls = await db.supplierCall.findMany({ where: { itemId: item.id } });
    expect(calls).toMatchObject([{ outcome: "unknown", reason: "not_json" }]);
    expect(JSON.stringify(calls)).not.toContain("panel-key");
  });
});

describe("an answer without evidence", () => {
  it.each(["down", "hang", "lost", "html", "truncated", "empty", "null", "garbage"])(
    "(%s) leaves the item unknown, bought at most once and in review",
    async (fault) => {
      const { item, order } = await paidOrderFactory(database.current.db);
      await panel.control({ faults: { add: [fault] } });
      await submit(item.id);
      await submit(item.id);
      const view = await panel.view();
      expect(view.addCalls).toBe(1);
      expect(view.accepted).toBe(fault === "down" ? 0 : 1);
      const after = await findItem(item.id);
      expect(after).toMatchObject({ state: "unknown", attempt: 1 });
      expect(after.reason).not.toBeNull();
      expect(await isInReview(item.id)).toBe(true);
      const unchanged = await database.current.db.order.findUnique({ where: { id: order.id } });
      expect(unchanged?.status).toBe("processing");
    },
  );

  it("is listed in review with the item's request and answer, the longest waiting first", async () => {
    const { db } = database.current;
    await panel.control({ faults: { add: ["html", "html"] } });
    const { items } = await paidOrderFactory(db, {
      service: "likes",
      posts: [
        { postId: "r1", quantity: 1 },
        { postId: "r2", quantity: 1 },
      ],
    });
    for (const item of items) await submit(item.id);
    const all = (await listItemsInReview(db, { limit: 100 })).filter((entry) =>
      items.some((item) => item.id === entry.id),
    );
    expect(all.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
    expect(all[0]?.lastCall).toMatchObject({
      outcome: "unknown",
      reason: "not_json",
      request: { quantity: 1 },
    });
    expect(all[0]?.lastCall?.answer).toContain("<");
  });
});

describe("an answer that comes after the sweeper gave the call up", () => {
  let lastNumber = 9_000;

  async function lateCall() {
    const { db } = database.current;
    lastNumber += 1;
    const number = String(lastNumber);
    const supplier = await startHeldSupplier(() => Number(number));
    await pointSuppliersAt(database.current, supplier.url);
    const { item } = await paidOrderFactory(db);
    const submitting = submit(item.id);
    await expect.poll(() => supplier.calls.length).toBe(1);
    await db.fulfillmentItem.update({ where: { id: item.id }, data: { leasedAt: new Date(0) } });
    await sweepOnce(database.current, 1_000);
    expect((await findItem(item.id)).state).toBe("unknown");
    return { db, item, number, supplier, submitting };
  }

  /** The events about late answers in an item's timeline. */
  async function lateAnswers(itemId: string) {
    const where = { itemId, type: "item.late_answer" };
    return (await database.current.db.orderEvent.findMany({ where })).map((event) => event.data);
  }

  it("is evidence of the purchase: the item is submitted and leaves review", async () => {
    const { item, number, supplier, submitting } = await lateCall();
    supplier.answer();
    await submitting;
    await supplier.close();
    expect(await findItem(item.id)).toMatchObject({
      state: "submitted",
      providerOrderId: number,
      reviewSince: null,
    });
  });

  it("changes nothing once an operator has decided, and is kept as evidence", async () => {
    const { db, item, number, supplier, submitting } = await lateCall();
    await db.fulfillmentItem.update({
      where: { id: item.id },
      data: { state: "canceled", leaseToken: null },
    });
    supplier.answer();
    await submitting;
    await supplier.close();
    expect((await findItem(item.id)).state).toBe("canceled");
    const calls = await db.supplierCall.findMany({ where: { itemId: item.id } });
    expect(calls).toMatchObject([{ outcome: "accepted", answer: `{"order":${number}}` }]);
    expect(await lateAnswers(item.id)).toMatchObject([
      { lateNumber: number, number: null, state: "canceled" },
    ]);
    expect(await db.order.findUnique({ where: { id: item.orderId } })).toMatchObject({
      flagReason: "late_answer",
    });
  });

  it("while the item is sent again does not end the newer call: each answer belongs to its own lease", async () => {
    const { db, item, number, supplier, submitting } = await lateCall();
    await resubmitItem(db, { itemId: item.id, actor: { id: null, email: "ops" }, reason: "a test" });
    const other = await startHeldSupplier(() => 6_001);
    await pointSuppliersAt(database.current, other.url);
    const again = submit(item.id);
    await expect.poll(() => other.calls.length).toBe(1);
    supplier.answer();
    await submitting;
    expect(await findItem(item.id)).toMatchObject({ state: "submitting", providerOrderId: null });
    other.answer();
    await again;
    await Promise.all([supplier.close(), other.close()]);
    expect(await findItem(item.id)).toMatchObject({ state: "submitted", providerOrderId: "6001" });
    expect(await lateAnswers(item.id)).toMatchObject([{ lateNumber: number, lateAttempt: 1 }]);
  });

  it("with another number than the item has flags the order and shows the operator both numbers", async () => {
    const { db, item, number, supplier, submitting } = await lateCall();
    await db.fulfillmentItem.update({ where: { id: item.id }, data: { state: "unknown" } });
    await resubmitItem(db, { itemId: item.id, actor: { id: null, email: "ops" }, reason: "a test" });
    const other = await openEmulator(answering('{"order":5555}'));
    await pointSuppliersAt(database.current, other.url);
    await submit(item.id);
    expect(await findItem(item.id)).toMatchObject({ state: "submitted", providerOrderId: "5555" });
    supplier.answer();
    await submitting;
    await Promise.all([supplier.close(), other.close()]);
    expect(await findItem(item.id)).toMatchObject({ state: "submitted", providerOrderId: "5555" });
    expect(await lateAnswers(item.id)).toMatchObject([
      { lateNumber: number, lateAttempt: 1, number: "5555", attempt: 2, state: "submitted" },
    ]);
    const [alert] = await db.operatorAlert.findMany({ where: { key: `late_answer:${item.id}:${number}` } });
    expect(alert?.message).toMatch(new RegExp(`as number ${number}, .*submitted with number 5555`));
    const file = await findOrderDetails(db, item.orderId, new Date());
    expect(file?.flagReason).toBe("late_answer");
    expect(file?.events.map((event) => event.message)).toContainEqual(
      expect.stringMatching(new RegExp(`took the item as number ${number}.*had number 5555`)),
    );
  });

  it("with the number that the item already has changes nothing", async () => {
    const { db, item, number, supplier, submitting } = await lateCall();
    await db.fulfillmentItem.update({
      where: { id: item.id },
      data: { state: "submitted", leaseToken: null, providerOrderId: number },
    });
    supplier.answer();
    await submitting;
    await supplier.close();
    expect(await lateAnswers(item.id)).toEqual([]);
    expect(await db.order.findUnique({ where: { id: item.orderId } })).toMatchObject({ flaggedAt: null });
  });

  it("saves an item from a second purchase that was wrongly made ready and not sent again yet", async () => {
    const { db, item, number, supplier, submitting } = await lateCall();
    await db.fulfillmentItem.update({
      where: { id: item.id },
      data: { state: "ready", reason: "not_executed", leaseToken: null },
    });
    supplier.answer();
    await submitting;
    await submit(item.id);
    await supplier.close();
    expect(await findItem(item.id)).toMatchObject({
      state: "submitted",
      providerOrderId: number,
      attempt: 1,
    });
    expect(supplier.calls).toHaveLength(1);
    expect(await lateAnswers(item.id)).toEqual([]);
  });

  it("with another item's number also flags the order, when it comes after the item was made ready", async () => {
    const { db, item, supplier, submitting } = await lateCall();
    const other = await paidOrderFactory(db);
    const { supplierId } = await findItem(item.id);
    await db.fulfillmentItem.update({
      where: { id: other.item.id },
      data: { state: "submitted", supplierId, providerOrderId: String(lastNumber) },
    });
    await db.fulfillmentItem.update({
      where: { id: item.id },
      data: { state: "ready", reason: "not_executed", leaseToken: null },
    });
    supplier.answer();
    await submitting;
    await supplier.close();
    expect(await lateAnswers(item.id)).toMatchObject([{ lateNumber: String(lastNumber), state: "ready" }]);
  });
});

describe("a refusal that comes", () => {
  /** An item in a call that its supplier refuses, with this text, only when `refuse` is called. */
  async function heldCall(error: string) {
    const { db } = database.current;
    const held: (() => void)[] = [];
    let isOpen = false;
    const supplier = await openEmulator((response) => {
      const reply = () => answering(JSON.stringify({ error }))(response);
      if (isOpen) reply();
      else held.push(reply);
    });
    await pointSuppliersAt(database.current, supplier.url);
    const { item, order } = await paidOrderFactory(db);
    const submitting = submit(item.id);
    await expect.poll(() => held.length).toBe(1);
    const refuse = async () => {
      isOpen = true;
      for (const reply of held) reply();
      await submitting;
    };
    return { db, item, order, supplier, refuse };
  }

  it("in unfamiliar words after the call was given up leaves the item unknown, for an operator", async () => {
    const { db, item, supplier, refuse } = await heldCall("Zork says no");
    await db.fulfillmentItem.update({ where: { id: item.id }, data: { leasedAt: new Date(0) } });
    await sweepOnce(database.current, 1_000);
    expect((await findItem(item.id)).state).toBe("unknown");
    await refuse();
    await submit(item.id);
    expect(await findItem(item.id)).toMatchObject({ state: "unknown", reason: "unfamiliar_refusal" });
    expect(await isInReview(item.id)).toBe(true);
    expect(await db.supplierCall.findMany({ where: { itemId: item.id } })).toMatchObject([
      { outcome: "rejected", reason: "other", answer: '{"error":"Zork says no"}' },
    ]);
    expect(supplier.calls()).toBe(1);
    await supplier.close();
  });

  it.each(["unknown", null])(
    "after the call was repeated, with the outcome %s, leaves the item unknown: the repetition may have bought",
    async (outcome) => {
      const { db, item, supplier, refuse } = await heldCall("Not enough funds on balance");
      await db.fulfillmentItem.update({ where: { id: item.id }, data: { leasedAt: new Date(0) } });
      await sweepOnce(database.current, 1_000);
      const { supplierId } = await findItem(item.id);
      const repeat = {
        itemId: item.id,
        supplierId: supplierId ?? "",
        attempt: 1,
        action: "repeat:1",
        request: {},
      };
      await db.supplierCall.create({ data: { ...repeat, outcome } });
      await refuse();
      expect((await findItem(item.id)).state).toBe("unknown");
      expect(await db.supplierCall.findFirst({ where: { itemId: item.id, action: "add" } })).toMatchObject({
        outcome: "rejected",
      });
      await submit(item.id);
      expect(supplier.calls()).toBe(1);
      await supplier.close();
    },
  );

  it("after a full refund was requested sends the item nowhere else: it is canceled", async () => {
    const { db, item, order, supplier, refuse } = await heldCall("Not enough funds on balance");
    await attemptFactory(db, order.id);
    const deed = { actor: { id: null, email: "ops" }, reason: "a test" };
    await refundOrder(db, { orderId: order.id, kind: "full", intent: newId(), ...deed });
    await refuse();
    expect((await findItem(item.id)).state).toBe("ready");
    await submit(item.id);
    expect(supplier.calls()).toBe(1);
    await supplier.close();
    expect((await sweepOnce(database.current)).unfunded).toBe(1);
    expect(await findItem(item.id)).toMatchObject({ state: "canceled", reason: "refunded" });
    expect(await db.order.findUnique({ where: { id: order.id } })).toMatchObject({
      paymentStatus: "paid",
      status: "failed",
    });
  });
});

describe("an order id that another item has already", () => {
  it("leaves the second item to an operator", async () => {
    const { db } = database.current;
    const supplier = await startHeldSupplier(() => 77);
    supplier.answer();
    await pointSuppliersAt(database.current, supplier.url);
    const first = await paidOrderFactory(db);
    const second = await paidOrderFactory(db);
    await submit(first.item.id);
    await submit(second.item.id);
    await supplier.close();
    expect(await findItem(first.item.id)).toMatchObject({ state: "submitted", providerOrderId: "77" });
    expect(await findItem(second.item.id)).toMatchObject({ state: "unknown", reason: "duplicate_order_id" });
  });
});

describe("a hundred items, three racing jobs each and an unreliable supplier", () => {
  it("are bought once at most, and end taken, in review or on their way", async () => {
    const { db } = database.current;
    const posts = Array.from({ length: 100 }, (_, index) => ({ postId: `race${index}`, quantity: 1 }));
    const { items } = await paidOrderFactory(db, { service: "likes", quantity: 100, posts });
    const faults = fc.constantFrom("down", "lost", "html", "truncated", "garbage", "busy", "rate", "service");
    await panel.control({ faults: { add: fc.sample(faults, { numRuns: 60, seed: 2026 }) } });
    for (let round = 0; round < 3; round++) {
      await db.fulfillmentItem.updateMany({ where: { state: "ready" }, data: { notBefore: null } });
      // Ten items at a time, as many jobs as a few workers run at the same time.
      for (let from = 0; from < items.length; from += 10) {
        const some = items.slice(from, from + 10);
        await Promise.all([...some, ...some, ...some].map((item) => submit(item.id)));
      }
    }
    const view = await panel.view();
    const links = Object.values(view.orders).map((order) => order.link);
    expect(new Set(links).size).toBe(links.length);
    const after = await db.fulfillmentItem.findMany({ where: { orderId: items[0]?.orderId } });
    expect(after.filter((item) => item.state === "submitting")).toEqual([]);
    for (const item of after.filter(({ state }) => state === "unknown" || state === "rejected")) {
      expect(item.reviewSince).not.toBeNull();
    }
    const taken = after.filter((item) => item.state === "submitted");
    expect(taken.every((item) => links.includes(item.link))).toBe(true);
  });
});
