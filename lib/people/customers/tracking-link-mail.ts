import { z } from "zod";
import { TrackingLinkMail } from "@/emails/order-progress";
import { defineMail } from "@/lib/mail/queue/mail";
import { getMailedOrder, sampleOrderFacts, unpaidMailFacts } from "@/lib/orders/order/order-mail";

export const trackingLinkMail = defineMail({
  kind: "tracking-link",
  sentDespite: "bounces",
  props: z.object({}),
  facts: async (context) => unpaidMailFacts(context, await getMailedOrder(context)),
  subject: ({ shortId }) => `The link to your order #${shortId}`,
  template: TrackingLinkMail,
  sample: sampleOrderFacts,
});
