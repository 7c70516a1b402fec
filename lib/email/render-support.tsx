import { OperatorAlertMail } from "@/emails/operator-alert";
import { TicketAnsweredMail, TicketReceivedMail } from "@/emails/ticket";
import type { SupportTicket } from "@/lib/db/generated/client";
import { storable } from "@/lib/storable-text";
import { type ComposeContext, type Composers, composer } from "./render-composer";

/** The mails about tickets, and what the operator is told. */
export const supportMails = {
  "ticket-received": composer("ticket-received", async (context, { ticketId }) => {
    const ticket = await context.db.supportTicket.findUniqueOrThrow({ where: { id: ticketId } });
    const facts = factsOf(context, ticket);
    return {
      subject: `We have your message: ${ticket.subject}`,
      // Anybody can write anybody's address into a form: what they wrote is not sent on under the shop's name.
      body: <TicketReceivedMail {...facts} message={facts.isGuest ? null : ticket.message} />,
    };
  }),
  "ticket-answered": composer("ticket-answered", async (context, { ticketId, messageId }) => {
    const [ticket, answer] = await Promise.all([
      context.db.supportTicket.findUniqueOrThrow({ where: { id: ticketId } }),
      context.db.ticketMessage.findFirstOrThrow({ where: { id: messageId, ticketId } }),
    ]);
    return {
      subject: `Re: ${ticket.subject}`,
      body: (
        <TicketAnsweredMail {...factsOf(context, ticket)} answer={answer.body} message={ticket.message} />
      ),
    };
  }),
  "operator-alert": composer("operator-alert", ({ shop }, { kind, sentence }) => ({
    subject: `${shop.name}: ${storable(sentence, 120)}`,
    body: <OperatorAlertMail shop={shop} kind={kind} sentence={sentence} deskUrl={`${shop.origin}/admin`} />,
  })),
} satisfies Partial<Composers>;

function factsOf({ shop }: ComposeContext, ticket: SupportTicket) {
  return {
    shop,
    subject: ticket.subject,
    ticketUrl: `${shop.origin}/tickets/${ticket.id}`,
    isGuest: ticket.userId === null,
  };
}
