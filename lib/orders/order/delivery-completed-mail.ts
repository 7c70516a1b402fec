import { z } from "zod";
import { DeliveryCompletedMail } from "@/emails/order-progress";
import { defineMail } from "@/lib/mail/queue/mail";
import { getMailedOrder, orderMailFacts, sampleOrderFacts, unitsInWords } from "./order-mail";

export const deliveryCompletedMail = defineMail({
  kind: "delivery-completed",
  props: z.object({}),
  async facts(context) {
    const order = await getMailedOrder(context);
    const [promised, fulfillment, owed] = await Promise.all([
      context.db.fulfillmentItem.aggregate({
        where: { orderId: order.id, replacesItemId: null },
        _min: { refillDays: true },
      }),
      context.db.orderFulfillment.findUnique({ where: { orderId: order.id } }),
      context.db.owedAmount.findUnique({ where: { orderId: order.id } }),
    ]);
    return {
      ...orderMailFacts(context, order),
      quantity: unitsInWords(order.quantity, order),
      delivered: order.status === "partial" ? (fulfillment?.delivered ?? 0) : null,
      isPaidBack: owed !== null && owed.cents > 0,
      refillDays: promised._min.refillDays ?? 0,
    };
  },
  subject: ({ what }) => `Delivered: ${what}`,
  template: DeliveryCompletedMail,
  sample: (shop) => ({
    ...sampleOrderFacts(shop),
    quantity: "2,000 followers",
    delivered: null,
    isPaidBack: false,
    refillDays: 5,
  }),
});
