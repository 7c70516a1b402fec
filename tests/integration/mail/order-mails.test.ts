import { describe, expect, it } from "vitest";
import { newId } from "@/lib/base/ids";
import { createReplacement } from "@/lib/delivery/items/create-items";
import { enqueueOrderMails } from "@/lib/mail/queue/enqueue-mail";
import { refundUndelivered } from "@/lib/money/refunds/refund-undelivered";
import { closeOrders } from "@/lib/orders/order/close-order";
import { useDeliveries } from "../../support/deliveries";
import { attemptFactory, orderFactory, paidOrderFactory, refundFactory } from "../../support/factories";
import { mailNamed, renderStored } from "../../support/mail";
import { likesOf } from "../../support/submitting";
import { testSecret } from "../../support/test-env";

const { db, panel, poll, submit, findItem } = useDeliveries();

const mailsOf = (orderId: string) => db().emailLog.findMany({ where: { orderId }, orderBy: { id: "asc" } });

/** An order of two posts, both with the supplier. */
async function submittedOrder() {
  const { order, items } = await paidOrderFactory(db(), likesOf(50, 50));
  for (const { id } of items) await submit(id);
  const submitted = await db().fulfillmentItem.findMany({ where: { orderId: order.id } });
  return {
    orderId: order.id,
    itemIds: items.map(({ id }) => id),
    numbers: submitted.map((item) => item.providerOrderId),
  };
}

/** Sets what the supplier reports about its orders from now on, and polls at once. */
async function report(numbers: (string | null | undefined)[], fields: object): Promise<void> {
  for (const number of numbers) await panel.setOrder(number, fields);
  await poll();
}

const kindsOf = async (orderId: string) => (await mailsOf(orderId)).map((mail) => mail.kind);

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

  it("leave out the start of a replacement", async () => {
    const { orderId, itemIds, numbers } = await submittedOrder();
    await report(numbers, done);
    const replacesItemId = itemIds[0] ?? "";
    await db().$transaction((tx) => createReplacement(tx, { itemId: replacesItemId, units: 50 }));
    const findReplacement = () => db().fulfillmentItem.findFirstOrThrow({ where: { replacesItemId } });
    await submit((await findReplacement()).id);
    const { providerOrderId } = await findReplacement();
    await report([providerOrderId], moving);
    expect(await kindsOf(orderId)).toEqual(["delivery-completed"]);
  });

  it.each([
    ["was withdrawn from", { withdrawnAt: new Date() }],
    ["was refunded in full", { paymentStatus: "refunded", refundedCents: 1_349 }],
    ["is blocked", { blockedAt: new Date(), blockedReason: "operator" }],
  ] as const)("leave out the start of an order that %s", async (_, data) => {
    const { orderId, numbers } = await submittedOrder();
    await db().order.update({ where: { id: orderId }, data });
    await report(numbers, moving);
    expect(await kindsOf(orderId)).toEqual([]);
  });
});

it.each([
  [9_997, ["delivery-completed"]],
  [9_900, []],
])(
  "the end of an order with %i of 10,000 units, of which three cost less than half a cent, is mailed as %j",
  async (delivered, kinds) => {
    const { order, item } = await paidOrderFactory(db(), { quantity: 10_000 });
    await attemptFactory(db(), order.id);
    await submit(item.id);
    const { providerOrderId } = await findItem(item.id);
    await report([providerOrderId], { status: "Partial", remains: String(10_000 - delivered) });
    for (const _ of [1, 2]) await refundUndelivered(db(), order.id);
    expect(await kindsOf(order.id)).toEqual(kinds);
  },
);

it("the end of a delivery whose rest an earlier refund had paid is mailed, and says so", async () => {
  const { order, item } = await paidOrderFactory(db());
  await attemptFactory(db(), order.id);
  await submit(item.id);
  await refundFactory(db(), order.id, { amountCents: 1_349, reason: "dashboard", status: "succeeded" });
  const { providerOrderId } = await findItem(item.id);
  await report([providerOrderId], { status: "Partial", remains: "60" });
  for (const _ of [1, 2]) await refundUndelivered(db(), order.id);
  expect(await kindsOf(order.id)).toEqual(["delivery-completed"]);
  const shopIdentity = { name: "Shop", supportEmail: "help@example.com", origin: "https://shop.example" };
  const context = { db: db(), shop: shopIdentity, secret: testSecret, orderId: order.id };
  const { text } = await renderStored("delivery-completed", context, {});
  expect(text.replaceAll(/\s+/g, " ")).toContain(
    "40 of 100 followers have arrived. An earlier refund covers the rest.",
  );
});

describe("mails about orders", () => {
  it("go to each order's own address, once for each event, each with its job", async () => {
    const orders = [await orderFactory(db()), await orderFactory(db())];
    const wanted = orders.map(({ id }) => ({ orderId: id, about: 1, props: { note: id } }));
    const post = () => enqueueOrderMails(db(), mailNamed("payment-failed"), wanted);
    await Promise.all([post(), post(), post()]);
    const mails = (await Promise.all(orders.map(({ id }) => mailsOf(id)))).flat();
    expect(mails).toMatchObject(
      orders.map(({ id, email }) => ({
        key: `payment-failed:${id}:1`,
        recipient: email,
        props: { note: id },
      })),
    );
    const jobs = await db().$queryRaw<unknown[]>`
      SELECT key FROM graphile_worker.jobs WHERE key = ANY(${mails.map(({ id }) => `mail:${id}`)})`;
    expect(jobs).toHaveLength(2);
  });

  it("are not queued for an order that does not exist, nor in a transaction that fails", async () => {
    const nobody = newId();
    await enqueueOrderMails(db(), mailNamed("delivery-started"), [{ orderId: nobody }]);
    const { id } = await orderFactory(db());
    const failing = db().$transaction(async (tx) => {
      await enqueueOrderMails(tx, mailNamed("delivery-started"), [{ orderId: id }]);
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    expect(await mailsOf(nobody)).toEqual([]);
    expect(await mailsOf(id)).toEqual([]);
  });
});

it.each([
  ["completed", ["delivery-completed"]],
  ["partial", []],
  ["failed", []],
] as const)("the end of an order as %s is mailed as %j, once", async (status, kinds) => {
  const { id } = await orderFactory(db());
  const close = () => db().$transaction((tx) => closeOrders(tx, [{ orderId: id, status }]));
  await Promise.all([close(), close()]);
  expect(await kindsOf(id)).toEqual(kinds);
});
