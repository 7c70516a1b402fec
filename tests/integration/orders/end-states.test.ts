import { describe, expect, it } from "vitest";
import { dropRefund } from "@/lib/buyer/requests/drop-refund";
import { recountAndClose } from "@/lib/delivery/items/delivery-summary";
import { listPosts } from "@/lib/delivery/social/list-posts";
import { failRefund } from "@/lib/money/refunds/record-refund";
import { refundUndelivered } from "@/lib/money/refunds/refund-undelivered";
import { markPaidAnotherWay } from "@/lib/money/refunds/retry-refund";
import { orderTotals } from "@/lib/orders/ledger/order-totals";
import { expireOrder } from "@/lib/orders/order/close-order";
import { byOps, setItems, setSetting } from "../../support/factories";
import { renderStored } from "../../support/mail";
import { renderHistoryCard, renderOrderPage, textOf } from "../../support/order-page";
import { likesOrder } from "../../support/purchase";
import { useRequests } from "../../support/requests";
import { answering, openEmulator } from "../../support/suppliers";
import { withdrawing } from "../../support/withdrawing";

const { database, db, shop, panel, deps, ...at } = useRequests();
const { paidOrder, sentOrder, completedOrder, droppedOrder, ask, say, dispute } = at;
const { setBudget, withoutRefills, pointSuppliers, sendRefill, pollRefillsNow } = at;
const { withdraw } = withdrawing(database, shop);

const mailShop = { name: "Groundswell", supportEmail: "help@example.com", origin: "https://shop.example" };

type Ordered = { orderId: string; token: string };

/** Refunds what an order that has ended owes. */
async function paidBack({ orderId }: Ordered) {
  await refundUndelivered(db(), orderId);
  await shop.sendRefunds(orderId);
}

/** 1,000 followers, of which 400 arrived. */
async function partOrder() {
  const sent = await sentOrder();
  await say(sent.itemId, { status: "Partial", remains: 600 });
  return sent;
}

/** Refunds are held. */
const holding = () => setSetting(db(), "autoRefundsPerHour", 0);

async function newestRefund({ orderId }: Ordered) {
  return db().refund.findFirstOrThrow({ where: { orderId }, orderBy: { number: "desc" } });
}

/** 30 likes for three posts. */
async function threePosts() {
  const posts = (await listPosts(deps().social, "instagram", "demo_many")).slice(0, 3);
  const selectedPosts = posts.map((post, index) => ({ postId: post.id, likesToAdd: index === 0 ? 40 : 30 }));
  return shop.placePaid({ ...likesOrder, username: "demo_many", selectedPosts });
}

async function endPost({ orderId }: Ordered, position: number, change: object) {
  await setItems(db(), { orderId, position }, { finishedAt: new Date(), ...change });
  await db().$transaction((tx) => recountAndClose(tx, [orderId]));
}

/** An order whose refill after a drop the supplier has ended. */
async function refilledOrder(status: "Completed" | "Rejected") {
  const order = await droppedOrder();
  const { id } = await db().refill.findFirstOrThrow();
  await sendRefill(id);
  const { supplierRefillId: refill } = await db().refill.findUniqueOrThrow({ where: { id } });
  const supplier = await openEmulator(answering(JSON.stringify([{ refill, status }])));
  await pointSuppliers(supplier.url);
  await pollRefillsNow();
  await pointSuppliers(panel.url());
  return order;
}

type EndState = {
  make: () => Promise<Ordered>;
  badge: string;
  title: string;
  /** The kind of mail that tells its buyer. */
  mail?: "order-refunded" | "delivery-completed";
  /** A withdrawal would still change something. */
  mayWithdraw?: true;
  /** The other texts of the page. */
  says?: RegExp[];
};

const states: Record<string, EndState> = {
  "delivered in full": {
    make: () => completedOrder(),
    badge: "Completed",
    title: "Delivered in full",
    mail: "delivery-completed",
    says: [/All 1,000 followers have arrived/],
  },
  "delivered in part, before its refund is requested": {
    make: partOrder,
    badge: "Cancelled",
    title: "Delivery ended early",
    says: [/400 of 1,000 followers were delivered\. \$8\.09 goes back to your card\./],
  },
  "delivered in part, its refund on its way": {
    async make() {
      const order = await partOrder();
      await refundUndelivered(db(), order.orderId);
      return order;
    },
    badge: "Cancelled",
    title: "Delivery ended early",
    says: [/\$8\.09 is on its way back to your card\./],
  },
  "delivered in part and refunded": {
    async make() {
      const order = await partOrder();
      await paidBack(order);
      return order;
    },
    badge: "Cancelled",
    title: "Delivery ended early",
    mail: "order-refunded",
    says: [/400 of 1,000 followers were delivered\. \$8\.09 has gone back to your card\./],
  },
  "stopped at the buyer's request, and refunded": {
    async make() {
      const order = await sentOrder();
      await say(order.itemId, { status: "In progress", remains: 800 });
      await ask(order.token, "refund");
      await say(order.itemId, { status: "Partial", remains: 600 });
      await paidBack(order);
      return order;
    },
    badge: "Cancelled",
    title: "Delivery ended early",
    mail: "order-refunded",
    says: [
      /This part has ended: 400 of 1,000 followers were delivered\. The price of the rest has gone back/,
    ],
  },
  "failed at the supplier, and refunded": {
    async make() {
      const order = await sentOrder();
      await ask(order.token, "slow");
      await say(order.itemId, { status: "Canceled" });
      await paidBack(order);
      return order;
    },
    badge: "Failed",
    title: "Nothing was delivered",
    mail: "order-refunded",
    says: [/\$13\.49 has gone back to your card\./],
  },
  "cancelled by its buyer": {
    async make() {
      const order = await paidOrder();
      await ask(order.token, "cancel");
      await paidBack(order);
      return order;
    },
    badge: "Cancelled",
    title: "Your order was cancelled",
    mail: "order-refunded",
    says: [/Nothing was delivered\. \$13\.49 has gone back/],
  },
  "withdrawn from before the delivery": {
    async make() {
      const order = await paidOrder();
      await withdraw(order.orderId);
      await paidBack(order);
      return order;
    },
    badge: "Cancelled",
    title: "You withdrew from this order",
    mail: "order-refunded",
    says: [/Withdrawal received on/, /Nothing was delivered\. \$13\.49 has gone back/],
  },
  "withdrawn from while the supplier delivers": {
    async make() {
      const order = await sentOrder();
      await say(order.itemId, { status: "In progress", remains: 600 });
      await withdraw(order.orderId);
      return order;
    },
    badge: "Processing",
    title: "You withdrew from this order",
    says: [/The price of what does not arrive goes back/],
  },
  "withdrawn from, delivered in part and refunded": {
    async make() {
      const order = await sentOrder();
      await say(order.itemId, { status: "In progress", remains: 700 });
      await withdraw(order.orderId);
      await say(order.itemId, { status: "Partial", remains: 600 });
      await paidBack(order);
      return order;
    },
    badge: "Cancelled",
    title: "You withdrew from this order",
    mail: "order-refunded",
    says: [/400 of 1,000 followers were delivered\. \$8\.09 has gone back/],
  },
  "withdrawn from, and delivered in full all the same": {
    async make() {
      const order = await sentOrder();
      await withdraw(order.orderId);
      await say(order.itemId, { status: "Completed" });
      return order;
    },
    badge: "Completed",
    title: "Delivered in full",
    mail: "delivery-completed",
  },
  "never paid": {
    async make() {
      const placed = await shop.place();
      await db().paymentAttempt.updateMany({
        where: { orderId: placed.orderId },
        data: { status: "expired" },
      });
      await db().$transaction((tx) => expireOrder(tx, placed.orderId));
      return placed;
    },
    badge: "Expired",
    title: "The payment page has closed",
    says: [/Nothing was charged\. You can still pay for this order\./, /Pay now/],
  },
  "delivered and disputed": {
    async make() {
      const order = await completedOrder();
      await dispute(order.orderId, "needs_response");
      return order;
    },
    badge: "Completed",
    title: "Delivered in full",
    says: [/Your bank is looking into the payment\./],
  },
  "delivered, its dispute lost": {
    async make() {
      const order = await completedOrder();
      await dispute(order.orderId, "needs_response");
      await dispute(order.orderId, "lost");
      return order;
    },
    badge: "Completed",
    title: "Delivered in full",
    says: [/Your bank has given you \$13\.49 back\./],
  },
  "delivered, its dispute won": {
    async make() {
      const order = await completedOrder();
      await dispute(order.orderId, "needs_response");
      await dispute(order.orderId, "won");
      return order;
    },
    badge: "Completed",
    title: "Delivered in full",
  },
  "disputed before the delivery": {
    async make() {
      const order = await paidOrder();
      await dispute(order.orderId, "needs_response");
      return order;
    },
    badge: "Cancelled",
    title: "Your order was cancelled",
    says: [/Nothing was delivered\. Your bank is looking into the payment\./],
  },
  "disputed before the delivery, the dispute lost": {
    async make() {
      const order = await paidOrder();
      await dispute(order.orderId, "needs_response");
      await dispute(order.orderId, "lost");
      return order;
    },
    badge: "Cancelled",
    title: "Your order was cancelled",
    says: [/Nothing was delivered\. Your bank has given you \$13\.49 back\./],
  },
  "disputed before the delivery, the dispute won": {
    async make() {
      const order = await paidOrder();
      await dispute(order.orderId, "needs_response");
      await dispute(order.orderId, "won");
      await paidBack(order);
      return order;
    },
    badge: "Cancelled",
    title: "Your order was cancelled",
    mail: "order-refunded",
    says: [/Nothing was delivered\. \$13\.49 has gone back/],
  },
  "disputed while it is delivered": {
    async make() {
      const order = await sentOrder();
      await ask(order.token, "refund");
      await dispute(order.orderId, "needs_response");
      return order;
    },
    badge: "Processing",
    title: "Delivery has stopped",
    says: [/Your bank is looking into the payment\. We send nothing more/],
  },
  "refunded by an operator before the delivery": {
    async make() {
      const order = await paidOrder();
      await shop.refund(order.orderId);
      await shop.sendRefunds(order.orderId);
      return order;
    },
    badge: "Cancelled",
    title: "Your order was cancelled",
    mail: "order-refunded",
    says: [/Nothing was delivered\. \$13\.49 has gone back/],
  },
  "refunded by an operator while it is delivered": {
    async make() {
      const order = await sentOrder();
      await ask(order.token, "refund");
      await shop.refund(order.orderId);
      return order;
    },
    badge: "Processing",
    title: "Your payment is going back",
    says: [/The whole payment is on its way back to your card\./],
  },
  "refunded by an operator and ended": {
    async make() {
      const order = await sentOrder();
      await ask(order.token, "refund");
      await shop.refund(order.orderId);
      await shop.sendRefunds(order.orderId);
      await say(order.itemId, { status: "Partial", remains: 600 });
      await refundUndelivered(db(), order.orderId);
      return order;
    },
    badge: "Cancelled",
    title: "Delivery ended early",
    says: [/400 of 1,000 followers were delivered\. \$13\.49 has gone back/],
  },
  "refunded in part by an operator after the delivery": {
    async make() {
      const order = await completedOrder();
      await shop.refund(order.orderId, { kind: "part", amountCents: 200 });
      await shop.sendRefunds(order.orderId);
      return order;
    },
    badge: "Completed",
    title: "Delivered in full",
    says: [/All 1,000 followers have arrived .*\$2\.00 has gone back to your card\./],
  },
  "delivered in part, its refund held": {
    async make() {
      await holding();
      const order = await partOrder();
      await refundUndelivered(db(), order.orderId);
      return order;
    },
    badge: "Cancelled",
    title: "Delivery ended early",
    says: [/Our team is checking a refund of \$8\.09\./],
  },
  "delivered in part, its refund declined": {
    async make() {
      await holding();
      const order = await partOrder();
      await refundUndelivered(db(), order.orderId);
      await dropRefund(db(), { refundId: (await newestRefund(order)).id, ...byOps });
      return order;
    },
    badge: "Cancelled",
    title: "Delivery ended early",
    mayWithdraw: true,
    says: [/Our team checked a refund of \$8\.09 and decided against it/],
  },
  "delivered in part, its refund returned by the bank": {
    async make() {
      const order = await partOrder();
      await paidBack(order);
      await failRefund(db(), (await newestRefund(order)).id, "expired_or_canceled_card", ["succeeded"]);
      return order;
    },
    badge: "Cancelled",
    title: "Delivery ended early",
    says: [/A refund of \$8\.09 did not reach your card\./],
  },
  "delivered in part, and paid back in another way": {
    async make() {
      const order = await partOrder();
      await paidBack(order);
      const { id: refundId } = await newestRefund(order);
      await failRefund(db(), refundId, "expired_or_canceled_card", ["succeeded"]);
      await markPaidAnotherWay(db(), { refundId, ...byOps });
      return order;
    },
    badge: "Cancelled",
    title: "Delivery ended early",
    says: [/Our team has paid you \$8\.09 in another way\./],
  },
  "of three posts, one not delivered": {
    async make() {
      const order = await threePosts();
      await setItems(db(), { orderId: order.orderId }, { state: "submitted", submittedAt: new Date() });
      await ask(order.token, "slow");
      await endPost(order, 0, { state: "completed", remains: 0 });
      await endPost(order, 1, { state: "canceled", reason: "supplier" });
      await endPost(order, 2, { state: "completed", remains: 0 });
      await paidBack(order);
      return order;
    },
    badge: "Cancelled",
    title: "Delivery ended early",
    mail: "order-refunded",
    says: [
      /70 of 100 likes were delivered\. \$0\.75 has gone back/,
      /Post 2: Nothing of this part was delivered\. Its price has gone back/,
      /Post 1 and Post 3: This part was delivered\./,
    ],
  },
  "of three posts, one cancelled by its buyer": {
    async make() {
      const order = await threePosts();
      await endPost(order, 0, { state: "completed", remains: 0 });
      await endPost(order, 1, { state: "completed", remains: 0 });
      await ask(order.token, "cancel");
      await paidBack(order);
      return order;
    },
    badge: "Cancelled",
    title: "The rest of your order was cancelled",
    mail: "order-refunded",
    says: [
      /70 of 100 likes were delivered\. \$0\.75 has gone back/,
      /Post 3: We have cancelled this part\. Its price has gone back to your card\./,
    ],
  },
  "whose account was not fixed in time": {
    async make() {
      const order = await paidOrder();
      await ask(order.token, "slow");
      await endPost(order, 0, { state: "canceled", reason: "target_not_fixed", pausedUntil: null });
      await paidBack(order);
      return order;
    },
    badge: "Failed",
    title: "Nothing was delivered",
    mail: "order-refunded",
  },
  "delivered, a refill running": {
    make: () => droppedOrder(),
    badge: "Completed",
    title: "Delivered in full",
    says: [/300 followers have dropped since the delivery\. We have asked for them to be delivered again/],
  },
  "delivered, its refill completed": {
    make: () => refilledOrder("Completed"),
    badge: "Completed",
    title: "Delivered in full",
    says: [/A refill has delivered the 300 missing followers again\./],
  },
  "delivered, its refill refused": {
    make: () => refilledOrder("Rejected"),
    badge: "Completed",
    title: "Delivered in full",
    says: [/A refill could not deliver the 300 missing followers again\. We are looking for another way/],
  },
  "delivered, its missing units bought again": {
    async make() {
      await withoutRefills();
      const order = await droppedOrder();
      await setItems(db(), { replacesItemId: order.itemId }, { state: "completed", remains: 0 });
      return order;
    },
    badge: "Completed",
    title: "Delivered in full",
    says: [/A new delivery has brought the 300 missing followers\./],
  },
  "delivered, the price of missing units on its way": {
    async make() {
      await withoutRefills();
      await setBudget(0);
      return droppedOrder();
    },
    badge: "Completed",
    title: "Delivered in full",
    says: [/so \$4\.05 goes back to your card/, /\$4\.05 is on its way back to your card\./],
  },
  "delivered, the price of missing units refunded": {
    async make() {
      await withoutRefills();
      await setBudget(0);
      const order = await droppedOrder();
      await shop.sendRefunds(order.orderId);
      return order;
    },
    badge: "Completed",
    title: "Delivered in full",
    says: [/\$4\.05 for the 300 missing followers has gone back to your card\./],
  },
  "delivered, the refund of missing units declined": {
    async make() {
      await withoutRefills();
      await setBudget(0);
      await holding();
      const order = await droppedOrder();
      await dropRefund(db(), { refundId: (await newestRefund(order)).id, ...byOps });
      return order;
    },
    badge: "Completed",
    title: "Delivered in full",
    says: [/Our team has checked the refund of \$4\.05 for 300 followers and decided against it/],
  },
};

const deliveryPromises =
  /Remaining|Confirm the withdrawal|about to start|as soon as|Once it has stopped|keep the account public|being delivered\.|are arriving|Make it public/;
const moneyPromises =
  /(?<!nothing |nothing more |not )\bgoes back|on its way|checking (a|the) refund|will send it again/i;

describe("an order that is", () => {
  it.each(Object.keys(states))(
    "%s promises nothing that can't happen, and says one thing everywhere",
    async (name) => {
      const state = states[name];
      if (!state) throw new Error("no such state");
      const order = await state.make();
      const { orderId, token } = order;
      const { view, text } = await renderOrderPage(db(), token);
      const card = await renderHistoryCard(db(), orderId);
      const mail = state.mail ? await mailOf(state.mail, order) : null;
      expect(text).toContain(`${state.badge}\n${state.title}`);
      expect(card).toContain(state.badge);
      if (mail) expect(mail.heading).toBe(state.title);
      for (const pattern of state.says ?? []) expect(text).toMatch(pattern);

      const isOver = view.finishedAt !== null;
      const isDeliveredAgain = view.items.some(({ refill }) => refill === "in_progress");
      if (isOver && !isDeliveredAgain) expect(text).not.toMatch(deliveryPromises);
      expect(/Withdraw from contract/.test(text)).toBe(state.mayWithdraw === true);
      if (isOver && !view.money.isOpen) expect(text).not.toMatch(moneyPromises);
      if (view.money.isWhole) expect(text).not.toMatch(/I don't agree|Check and decide now|check again/);
      if (view.paidAt === null) expect(text).not.toMatch(/Receipt|Pay again|Refunded/);

      const [ledger] = await orderTotals(db(), orderId);
      const refundedCents = Number(ledger?.refundsMicros ?? 0n) / 10_000;
      const said = [...text.matchAll(/\$(\d+\.\d\d) has gone back to your card\. /g)].map(
        ([, amount]) => amount,
      );
      expect([view.refundedCents, new Set(said)]).toEqual([
        refundedCents,
        new Set(refundedCents > 0 ? [(refundedCents / 100).toFixed(2)] : []),
      ]);
    },
  );
});

async function mailOf(kind: string, order: Ordered) {
  const { orderId } = order;
  const props = kind === "order-refunded" ? { refundId: (await newestRefund(order)).id } : {};
  const { html, text, subject } = await renderStored(
    kind,
    { db: db(), shop: mailShop, orderId } as never,
    props,
  );
  return { subject, text, heading: textOf(/<h1[\s\S]*?<\/h1>/.exec(html)?.[0] ?? "") };
}
