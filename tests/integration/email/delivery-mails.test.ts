import { beforeEach, describe, expect, it } from "vitest";
import { useDatabase } from "../../support/database";
import { paidOrderFactory } from "../../support/factories";
import { usePanel } from "../../support/panel";
import { delivering, submitting } from "../../support/submitting";

const database = useDatabase();
const panel = usePanel(database);
const { poll } = delivering(database);
const { submit } = submitting(database);

beforeEach(async () => {
  // Long enough that nothing completes by itself within a test.
  await panel.control({ speed: 3_600 });
});

/** An order of two posts, both with the supplier. */
async function submittedOrder() {
  const { db } = database.current;
  const posts = [
    { postId: crypto.randomUUID(), quantity: 50 },
    { postId: crypto.randomUUID(), quantity: 50 },
  ];
  const { order, items } = await paidOrderFactory(db, { service: "likes", quantity: 100, posts });
  for (const { id } of items) await submit(id);
  const submitted = await db.fulfillmentItem.findMany({ where: { orderId: order.id } });
  return { orderId: order.id, numbers: submitted.map((item) => item.providerOrderId) };
}

/** Sets what the supplier reports about its orders from now on, and polls at once. */
async function report(numbers: (string | null | undefined)[], fields: object): Promise<void> {
  for (const order of numbers) await panel.control({ set: { order, fields } });
  await poll();
}

async function kindsOf(orderId: string): Promise<string[]> {
  const mails = await database.current.db.emailLog.findMany({ where: { orderId }, orderBy: { id: "asc" } });
  return mails.map((mail) => mail.kind);
}

const moving = { status: "In progress", remains: "40" };
const done = { status: "Completed", remains: "0" };

describe("the mails of a delivery", () => {
  it("say once that it has started, whatever the number of its items, and once that it is complete", async () => {
    const { orderId, numbers } = await submittedOrder();
    expect(await kindsOf(orderId)).toEqual([]);
    await report(numbers.slice(0, 1), moving);
    expect(await kindsOf(orderId)).toEqual(["delivery-started"]);
    await report(numbers.slice(1), moving);
    await report(numbers.slice(0, 1), done);
    expect(await kindsOf(orderId)).toEqual(["delivery-started"]);
    await report(numbers, done);
    expect(await kindsOf(orderId)).toEqual(["delivery-started", "delivery-completed"]);
  });

  it("leave out the start of an order that is complete at the first poll", async () => {
    const { orderId, numbers } = await submittedOrder();
    await report(numbers, done);
    expect(await kindsOf(orderId)).toEqual(["delivery-completed"]);
  });

  it("do not call an order complete that was delivered in part", async () => {
    const { orderId, numbers } = await submittedOrder();
    await report(numbers, { status: "Partial", remains: "10" });
    expect(await kindsOf(orderId)).toEqual([]);
  });
});
