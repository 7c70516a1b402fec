import { z } from "zod";
import { OrderRefundedMail, type RefundCause } from "@/emails/order-payment";
import type { FulfillmentItem, Order } from "@/lib/base/db/generated/client";
import { formatCents } from "@/lib/base/money";
import { defineMail } from "@/lib/mail/queue/mail";
import { endingOf, endTitle } from "@/lib/orders/order/order-ending";
import {
  getMailedOrder,
  orderMailFacts,
  sampleOrderFacts,
  unitsInWords,
  unpaidMailFacts,
} from "@/lib/orders/order/order-mail";
import type { PaymentRefusal } from "./refund-reasons";

/** Tells the buyer what arrived and what goes back to the card. */
export const orderRefundedMail = defineMail({
  kind: "order-refunded",
  props: z.object({ refundId: z.uuid() }),
  async facts(context, { refundId }) {
    const order = await getMailedOrder(context);
    const [refund, fulfillment, items] = await Promise.all([
      context.db.refund.findFirstOrThrow({ where: { id: refundId, orderId: order.id } }),
      context.db.orderFulfillment.findUnique({ where: { orderId: order.id } }),
      context.db.fulfillmentItem.findMany({ where: { orderId: order.id } }),
    ]);
    const delivered = fulfillment?.delivered ?? 0;
    const cause = causeOf(refund.reason, order);
    return {
      ...(order.paidCents > 0 ? orderMailFacts(context, order) : unpaidMailFacts(context, order)),
      cause,
      endTitle: endTitles.includes(cause) ? endTitleOf(order, items) : null,
      amount: formatCents(refund.amountCents),
      delivered: `${delivered.toLocaleString("en-US")} of ${unitsInWords(order.quantity, order)}`,
    };
  },
  subject: ({ amount, what }) => `${amount} sent back to you: ${what}`,
  template: OrderRefundedMail,
  sample: (shop) => ({
    ...sampleOrderFacts(shop),
    cause: "partial" as const,
    endTitle: null,
    amount: "$2.12",
    delivered: "1,843 of 2,000 followers",
  }),
});

const endTitles: RefundCause[] = ["canceled", "partial", "withdrawn"];

/** Null while the order runs. */
function endTitleOf(order: Order, items: FulfillmentItem[]): string | null {
  const { status } = order;
  return status === "partial" || status === "failed" ? endTitle(status, endingOf(order, items)) : null;
}

/** The mail's reasons where the payment itself was refused. */
const refusals: Record<string, RefundCause | undefined> = {
  second_payment: "duplicate",
  wrong_amount: "duplicate",
  excluded_country: "country",
  blocked: "blocked",
  withdrawn: "withdrawn",
} satisfies Record<PaymentRefusal, RefundCause>;

/** A refund's cause for its recipient; an administrator's own reason is not mailed. */
function causeOf(reason: string, { status, withdrawnAt }: Order): RefundCause {
  const refused = refusals[reason];
  if (refused) return refused;
  if (withdrawnAt && reason === "undelivered") return "withdrawn";
  if (status === "failed") return "canceled";
  if (reason === "missing_units") return "missing";
  return status === "partial" && reason === "undelivered" ? "partial" : "goodwill";
}
