import { raiseAlert } from "@/lib/alerts/raise-alert";
import type { Db } from "@/lib/db/client";
import { getShop } from "@/lib/env";
import { shortOrderId } from "@/lib/ids";
import { flagOrder } from "@/lib/orders/flag-order";

type WrongAmount = {
  orderId: string;
  attemptId: string;
  /** Both as people read them, with the currency. */
  paid: string;
  expected: string;
};

/**
 * Flags an order that was paid with another amount or currency than its own, and tells the operator: a buyer who pays
 * twice is ordinary and the timeline says so, but this means that a session was changed, or a price.
 */
export async function tellOfWrongAmount(tx: Db, wrong: WrongAmount): Promise<void> {
  const { orderId, attemptId, paid, expected } = wrong;
  await flagOrder(tx, orderId, "wrong_amount");
  const message = `Order ${shortOrderId(orderId)} was paid with ${paid} instead of ${expected}. The payment goes back to the card and nothing is delivered for it. Look in Stripe for who changed the amount.`;
  const alert = { key: `wrong_amount:${attemptId}`, kind: "wrong_amount", message };
  await raiseAlert(tx, alert, getShop().supportEmail);
}
