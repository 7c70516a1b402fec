import { z } from "zod";
import { DeliveryCompletedMail } from "@/emails/order-progress";
import { defineMail } from "@/lib/mail/queue/mail";
import { endingOf, endTitle } from "./order-ending";
import { getMailedOrder, orderMailFacts, sampleOrderFacts, unitsInWords } from "./order-mail";

export const deliveryCompletedMail = defineMail({
  kind: "delivery-completed",
  props: z.object({}),
  async facts(context) {
    const order = await getMailedOrder(context);
    const where = { orderId: order.id };
    const items = await context.db.fulfillmentItem.findMany({
      where: { ...where, replacesItemId: null },
      select: { state: true, reason: true, replacesItemId: true, refillDays: true },
    });
    // A completed order owes nothing.
    const isCompleted = order.status === "completed";
    const fulfillment = isCompleted ? null : await context.db.orderFulfillment.findUnique({ where });
    const owed = isCompleted ? null : await context.db.owedAmount.findUnique({ where });
    const promised = items.flatMap(({ refillDays }) => refillDays ?? []);
    const status = order.status === "partial" ? "partial" : "completed";
    return {
      ...orderMailFacts(context, order),
      title: endTitle(status, endingOf(order, items)),
      quantity: unitsInWords(order.quantity, order),
      delivered: order.status === "partial" ? (fulfillment?.delivered ?? 0) : null,
      isPaidBack: owed !== null && owed.cents > 0,
      refillDays: promised.length > 0 ? Math.min(...promised) : 0,
    };
  },
  subject: ({ what }) => `Delivered: ${what}`,
  template: DeliveryCompletedMail,
  sample: (shop) => ({
    ...sampleOrderFacts(shop),
    title: endTitle("completed", null),
    quantity: "2,000 followers",
    delivered: null,
    isPaidBack: false,
    refillDays: 5,
  }),
});
