import { z } from "zod";
import { TargetUnreachableMail } from "@/emails/order-progress";
import { defineMail } from "@/lib/mail/queue/mail";
import { mailTime } from "@/lib/mail/queue/mail-time";
import { getMailedOrder, orderMailFacts, sampleOrderFacts } from "@/lib/orders/order/order-mail";

export const targetUnreachableMail = defineMail({
  kind: "target-unreachable",
  props: z.object({
    itemId: z.uuid(),
    fixBy: z.iso.datetime(),
    /** Absent in mails of releases before 1.1. */
    target: z.enum(["account", "post", "reel"]).optional(),
  }),
  async facts(context, { itemId, fixBy, target }) {
    const order = await getMailedOrder(context);
    const item = await context.db.fulfillmentItem.findFirstOrThrow({
      where: { id: itemId, orderId: order.id },
    });
    const earlierTarget = item.postId === null ? "account" : "post";
    return {
      ...orderMailFacts(context, order),
      target: target ?? earlierTarget,
      link: item.link,
      fixBy: mailTime(new Date(fixBy)),
    };
  },
  subject: ({ target }) => `Your order is paused: we can't reach your ${target}`,
  template: TargetUnreachableMail,
  sample: (shop) => ({
    ...sampleOrderFacts(shop),
    target: "account" as const,
    link: "https://www.instagram.com/wanderwithmara/",
    fixBy: "Nov 23, 2026, 9:41 AM UTC",
  }),
});
