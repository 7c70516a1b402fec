import { z } from "zod";
import { WithdrawalReceivedMail } from "@/emails/order-payment";
import { defineMail } from "@/lib/mail/queue/mail";
import { getMailedOrder, unpaidMailFacts } from "@/lib/orders/order/order-mail";
import { loadReceipt } from "./withdrawal-receipt";

/** The dated receipt of a statement of withdrawal. */
export const withdrawalReceivedMail = defineMail({
  kind: "withdrawal-received",
  sentDespite: "complaints",
  props: z.object({ withdrawalId: z.uuid() }),
  async facts(context, { withdrawalId }) {
    const receipt = await loadReceipt(context.db, withdrawalId, context.shop.replyTime);
    const order = context.orderId === null ? null : unpaidMailFacts(context, await getMailedOrder(context));
    return {
      ...receipt,
      shop: context.shop,
      orderUrl: order && (receipt.isUnconfirmed ? `${order.orderUrl}/withdraw` : order.orderUrl),
      what: order?.what ?? null,
    };
  },
  subject: ({ orderNumber, statedAt }) => `Your withdrawal from order #${orderNumber}, received ${statedAt}`,
  template: WithdrawalReceivedMail,
  sample: (shop) => ({
    shop,
    orderNumber: "5f3c9a1e",
    orderUrl: `${shop.origin}/order/sample`,
    what: "Instagram followers for @wanderwithmara",
    name: "Mara Lindqvist",
    outcome: "withdrawn",
    isUnconfirmed: false,
    statedAt: "Nov 21, 2026, 6:02 PM UTC",
    answer:
      "1,240 of 2,000 followers had been delivered when you withdrew. That part stays paid, because you had agreed that we begin at once. $7.97 for the rest goes back to the card or account you paid with. We send it without delay, at the latest 14 days after your withdrawal, and banks show it within 7 to 10 business days.",
  }),
});
