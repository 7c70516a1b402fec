import type { MailShop } from "@/emails/layout";
import type { Order } from "@/lib/base/db/generated/client";
import { AppError } from "@/lib/base/errors";
import { shortOrderId } from "@/lib/base/order-id";
import { plural } from "@/lib/base/text/plural";
import type { MailContext } from "@/lib/mail/queue/mail";
import { platformLabels } from "@/lib/shop/catalog/platforms";
import { isGuestOrder } from "./guest-order";

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
    what: `${platformLabels[order.platform]} ${order.serviceType} for @${order.username}`,
  };
}

/**
 * For mails before the payment, and for those that a stranger can request. A guest may have typed somebody else's
 * address, so a guest's mail does not name the profile.
 */
export function unpaidMailFacts(context: MailContext, order: Order): ReturnType<typeof orderMailFacts> {
  const facts = orderMailFacts(context, order);
  if (!isGuestOrder(order)) return facts;
  return { ...facts, what: `${platformLabels[order.platform]} ${order.serviceType}` };
}

/** A number of units in words: `1,000 followers`. */
export function unitsInWords(quantity: number, { serviceType }: Pick<Order, "serviceType">): string {
  return plural(quantity, serviceType.slice(0, -1));
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
