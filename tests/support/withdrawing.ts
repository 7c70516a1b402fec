import { loadReceipt } from "@/lib/email/withdrawal-receipt";
import { refundUndelivered } from "@/lib/refunds/refund-undelivered";
import { sendRefund } from "@/lib/refunds/send-refund";
import { settleWithdrawal } from "@/lib/withdrawal/settle-withdrawal";
import { takeStatement } from "@/lib/withdrawal/take-statement";
import type { TestDatabase } from "./database";
import { setItems } from "./factories";
import type { PaidOrder, ShopFixture } from "./shop";
import type { StripeFixture } from "./stripe";

/** What tests of withdrawals use: an order, its withdrawal, and what followed. */
export function withdrawing(
  database: { readonly current: TestDatabase },
  stripe: StripeFixture,
  shop: ShopFixture,
) {
  const db = () => database.current.db;

  /** A paid order of $2.29 whose one item is ready, for an account of its own. */
  async function paidOrder(item: object = {}): Promise<PaidOrder & { itemId: string }> {
    const placed = await shop.placePaid();
    const { orderId } = placed;
    await setItems(
      db(),
      { orderId },
      { targetKey: orderId, state: "ready", link: `https://x.example/${orderId}`, ...item },
    );
    const { items } = await shop.order(orderId);
    return { ...placed, itemId: items[0]?.id ?? "" };
  }

  const state = (orderId: string, changes: object = {}) =>
    takeStatement(db(), {
      name: "Mara Lindqvist",
      email: "buyer@example.com",
      orderNumber: orderId.slice(0, 8),
      isMailed: true,
      ...changes,
    });

  /** States a withdrawal and lets its job run. */
  async function withdraw(orderId: string, changes: object = {}) {
    const { id } = await state(orderId, changes);
    await settleWithdrawal(shop.deps(), id);
    return db().withdrawal.findUniqueOrThrow({ where: { id } });
  }

  /** Lets the refund that an order is owed go to Stripe; the cents that Stripe sent back. */
  async function refunded(orderId: string): Promise<number[]> {
    await refundUndelivered(db(), orderId);
    for (const { id } of (await shop.order(orderId)).refunds) await sendRefund(shop.deps(), id);
    const { refunds } = await stripe.view();
    return refunds.filter(({ metadata }) => metadata?.order_id === orderId).map(({ amount }) => amount);
  }

  const receipts = (id: string) => db().emailLog.findMany({ where: { key: `withdrawal-received:${id}` } });
  const answerOf = async (id: string) => (await loadReceipt(db(), id)).answer;

  return { paidOrder, state, withdraw, refunded, receipts, answerOf };
}
