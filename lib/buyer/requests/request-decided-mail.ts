import { z } from "zod";
import { RequestDecidedMail } from "@/emails/order-progress";
import { defineMail } from "@/lib/mail/queue/mail";
import { mailTime } from "@/lib/mail/queue/mail-time";
import { itemTarget } from "@/lib/orders/order/item-target";
import { getMailedOrder, orderMailFacts, sampleOrderFacts } from "@/lib/orders/order/order-mail";

const targetNames = { account: "Account", post: "Post", reel: "Reel" } as const;

/** Tells the buyer of a decision about a request, or of a loss that the shop made good by itself. */
export const requestDecidedMail = defineMail({
  kind: "request-decided",
  props: z.object({ decisionIds: z.array(z.uuid()).min(1) }),
  async facts(context, { decisionIds }) {
    const order = await getMailedOrder(context);
    const [decisions, itemCount] = await Promise.all([
      context.db.requestDecision.findMany({
        where: { id: { in: decisionIds }, orderId: order.id },
        orderBy: [{ item: { position: "asc" } }, { id: "asc" }],
        include: { item: { select: { postId: true, position: true } } },
      }),
      context.db.fulfillmentItem.count({ where: { orderId: order.id, replacesItemId: null } }),
    ]);
    return {
      ...orderMailFacts(context, order),
      title: titleOf(decisions),
      isAsked: decisions.some(isAsked),
      decisions: decisions.map(({ item, message, lookAgainAt }) => ({
        target:
          itemCount === 1
            ? null
            : `${targetNames[itemTarget(item.postId, order.selectedPosts)]} ${item.position + 1}`,
        message,
        lookAgainAt: lookAgainAt && mailTime(lookAgainAt),
      })),
    };
  },
  subject: ({ title, what }) => `${title}: ${what}`,
  template: RequestDecidedMail,
  sample: (shop) => ({
    ...sampleOrderFacts(shop),
    title: "Our decision on your request",
    isAsked: true,
    decisions: [
      {
        target: null,
        message:
          "By our own count, 120 followers have dropped since the delivery. We have asked for them to be delivered again, at no cost to you.",
        lookAgainAt: "Nov 23, 2026, 9:41 AM UTC",
      },
    ],
  }),
});

type Decided = { askedBy: string; outcome: string };

const isAsked = ({ askedBy }: Decided) => askedBy === "customer";

function titleOf(decisions: Decided[]): string {
  if (decisions.some(isAsked)) return "Our decision on your request";
  if (decisions.some(({ outcome }) => outcome === "declined")) return "Our decision on your refund";
  const isMissing = decisions.some(({ outcome }) => outcome !== "nothing_missing");
  return isMissing ? "We found something missing" : "We counted again";
}
