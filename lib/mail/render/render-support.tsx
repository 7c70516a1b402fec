import { OperatorAlertMail, TestMail, TicketAnsweredMail, TicketReceivedMail } from "@/emails/support";
import type { SupportTicket } from "@/lib/base/db/generated/client";
import { storable } from "@/lib/base/text/storable-text";
import type { ComposeContext, Composers } from "./render-composer";

/**
 * The mails about tickets, and those to the operator. A guest can type any address into the form, so a mail about a
 * guest's ticket holds nothing from the form, neither the message nor the order, also once the address's account has
 * got the ticket.
 */
export const supportMails = {
  "ticket-received": async (context, { ticketId }) => {
    const ticket = await context.db.supportTicket.findUniqueOrThrow({ where: { id: ticketId } });
    const facts = factsOf(context, ticket);
    return {
      subject: facts.subject
        ? `We've received your message: ${facts.subject}`
        : "We've received your message",
      body: <TicketReceivedMail {...facts} />,
    };
  },
  "ticket-answered": async (context, { ticketId, messageId }) => {
    const [ticket, answer] = await Promise.all([
      context.db.supportTicket.findUniqueOrThrow({ where: { id: ticketId } }),
      context.db.ticketMessage.findFirstOrThrow({ where: { id: messageId, ticketId } }),
    ]);
    const facts = factsOf(context, ticket);
    return {
      subject: facts.subject ? `Re: ${facts.subject}` : "We replied to your message",
      body: <TicketAnsweredMail {...facts} answer={answer.body} />,
    };
  },
  "operator-alert": ({ shop }, { kind, message, path }) => ({
    subject: `${shop.name}: ${storable(message, 120)}`,
    body: <OperatorAlertMail shop={shop} kind={kind} message={message} adminUrl={`${shop.origin}${path}`} />,
  }),
  "test-mail": ({ shop }) => ({
    subject: `${shop.name}: email works`,
    body: <TestMail shop={shop} />,
  }),
} satisfies Partial<Composers>;

function factsOf({ shop }: ComposeContext, ticket: SupportTicket) {
  const isGuest = ticket.isGuest || ticket.userId === null;
  const { subject, message } = isGuest ? { subject: null, message: null } : ticket;
  return { shop, subject, message, ticketUrl: ticket.userId && `${shop.origin}/tickets/${ticket.id}` };
}
