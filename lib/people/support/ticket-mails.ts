import { z } from "zod";
import type { MailShop } from "@/emails/layout";
import { TicketAnsweredMail, TicketOpenedMail, TicketReceivedMail } from "@/emails/support";
import type { SupportTicket } from "@/lib/base/db/generated/client";
import { defineMail, type MailContext } from "@/lib/mail/queue/mail";

export const ticketReceivedMail = defineMail({
  kind: "ticket-received",
  props: z.object({ ticketId: z.uuid() }),
  async facts(context, { ticketId }) {
    return ticketFacts(context, await getTicket(context, ticketId));
  },
  subject: ({ subject }) =>
    subject ? `We've received your message: ${subject}` : "We've received your message",
  template: TicketReceivedMail,
  sample: sampleTicket,
});

export const ticketAnsweredMail = defineMail({
  kind: "ticket-answered",
  props: z.object({ ticketId: z.uuid(), messageId: z.uuid() }),
  async facts(context, { ticketId, messageId }) {
    const [ticket, answer] = await Promise.all([
      getTicket(context, ticketId),
      context.db.ticketMessage.findFirstOrThrow({ where: { id: messageId, ticketId } }),
    ]);
    return { ...ticketFacts(context, ticket), answer: answer.body };
  },
  subject: ({ subject }) => (subject ? `Re: ${subject}` : "We replied to your message"),
  template: TicketAnsweredMail,
  sample: (shop) => ({
    ...sampleTicket(shop),
    answer:
      "Hello Mara,\n\nthe rest arrives more slowly, so that it looks natural. It will be complete tomorrow. You can follow it here: https://shop.example/orders.",
  }),
});

/** What an administrator wrote first. It holds nothing from a form of the shop, so a guest's mail quotes it too. */
export const ticketOpenedMail = defineMail({
  kind: "ticket-opened",
  props: z.object({ ticketId: z.uuid() }),
  async facts(context, { ticketId }) {
    const { subject, message, userId } = await getTicket(context, ticketId);
    return {
      shop: context.shop,
      subject,
      message,
      ticketUrl: userId && `${context.shop.origin}/tickets/${ticketId}`,
    };
  },
  subject: ({ subject }) => subject,
  template: TicketOpenedMail,
  sample: (shop) => ({
    shop,
    subject: "About your order of 1,000 followers",
    message:
      "Hello Mara,\n\nyour account was private this morning. Is it all right if we start again tonight?",
    ticketUrl: `${shop.origin}/tickets/sample`,
  }),
});

function getTicket({ db }: MailContext, id: string): Promise<SupportTicket> {
  return db.supportTicket.findUniqueOrThrow({ where: { id } });
}

/**
 * A guest can type any address into the form, so a mail about a guest's ticket holds nothing from the form, neither the
 * message nor the order, also once the address's account has got the ticket.
 */
function ticketFacts({ shop }: MailContext, ticket: SupportTicket) {
  const isGuest = ticket.isGuest || ticket.userId === null;
  return {
    shop,
    subject: isGuest ? null : ticket.subject,
    message: isGuest ? null : ticket.message,
    ticketUrl: ticket.userId && `${shop.origin}/tickets/${ticket.id}`,
  };
}

function sampleTicket(shop: MailShop): ReturnType<typeof ticketFacts> {
  return {
    shop,
    subject: "Order Support: 5f3c9a1e",
    message: "Hello,\n\nmy order has been at 60 percent since this morning. Is everything all right?\n\nMara",
    ticketUrl: `${shop.origin}/tickets/sample`,
  };
}
