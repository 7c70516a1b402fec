import { z } from "zod";
import { RequestDecidedMail } from "@/emails/order-progress";
import { defineMail } from "@/lib/mail/queue/mail";
import { mailTime } from "@/lib/mail/queue/mail-time";
import { getMailedOrder, orderMailFacts, sampleOrderFacts } from "@/lib/orders/order/order-mail";
import { findDecided } from "@/lib/orders/views/find-order-view";

/**
 * Tells the buyer of a decision about a request, or of a loss that the shop made good by itself; equal decisions about
 * several posts once.
 */
export const requestDecidedMail = defineMail({
  kind: "request-decided",
  props: z.object({ decisionIds: z.array(z.uuid()).min(1) }),
  async facts(context, { decisionIds }) {
    const order = await getMailedOrder(context);
    const decisions = await context.db.requestDecision.findMany({
      where: { id: { in: decisionIds }, orderId: order.id },
    });
    // The texts of now: what was promised may have come about while the mail waited to be sent.
    const said = await findDecided(context.db, order.id, decisions);
    return {
      ...orderMailFacts(context, order),
      title: titleOf(decisions),
      isAsked: decisions.some(isAsked),
      decisions: said.map(({ message, targets, lookAgainAt }) => ({
        message,
        target: targets,
        lookAgainAt: lookAgainAt && mailTime(new Date(lookAgainAt)),
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
