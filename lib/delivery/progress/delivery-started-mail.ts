import { z } from "zod";
import { DeliveryStartedMail } from "@/emails/order-progress";
import { defineMail } from "@/lib/mail/queue/mail";
import { getMailedOrder, orderMailFacts, sampleOrderFacts } from "@/lib/orders/order/order-mail";

export const deliveryStartedMail = defineMail({
  kind: "delivery-started",
  props: z.object({}),
  facts: async (context) => orderMailFacts(context, await getMailedOrder(context)),
  subject: ({ what }) => `Delivery has started: ${what}`,
  template: DeliveryStartedMail,
  sample: sampleOrderFacts,
});
