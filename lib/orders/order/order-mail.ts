import type { MailShop } from "@/emails/layout";
import type { Order } from "@/lib/base/db/generated/client";
import { AppError } from "@/lib/base/errors";
import { shortOrderId } from "@/lib/base/order-id";
import type { MailContext } from "@/lib/mail/queue/mail";
import { amountLabel, handleOf } from "@/lib/shop/catalog/catalog";
import { isGuestOrder } from "./guest-order";
import { soldService, unitOf } from "./sold-names";

/** The order that a mail is about, as it is when the mail is sent. */
export async function getMailedOrder({ db, orderId }: MailContext): Promise<Order> {
  const order = orderId ? await db.order.findUnique({ where: { id: orderId } }) : null;
  if (!order) throw new AppError("internal", { detail: "a mail about an order without one" });
  return order;
}

/** The facts that every mail about an order has. */
export function orderMailFacts({ shop }: MailContext, order: Order) {
  return {
    shop,
    orderUrl: `${shop.origin}/order/${order.token}`,
    shortId: shortOrderId(order.id),
    what: `${soldService(order)} for ${handleOf(order)}`,
  };
}

/**
 * For mails before the payment, and for those that a stranger can request. A guest may have typed somebody else's
 * address, so a guest's mail does not name the profile.
 */
export function unpaidMailFacts(context: MailContext, order: Order): ReturnType<typeof orderMailFacts> {
  const facts = orderMailFacts(context, order);
  if (!isGuestOrder(order)) return facts;
  return { ...facts, what: soldService(order) };
}

/** A number of units in words: `1,000 followers`. */
export function unitsInWords(quantity: number, order: Pick<Order, "unitOne" | "unitMany">): string {
  return amountLabel(quantity, unitOf(order));
}

/** The facts of an invented order, for previews. */
export function sampleOrderFacts(shop: MailShop): ReturnType<typeof orderMailFacts> {
  return {
    shop,
    orderUrl: `${shop.origin}/order/sample`,
    shortId: "5f3c9a1e",
    what: "Instagram followers for @wanderwithmara",
  };
}
