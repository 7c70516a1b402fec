import { storable } from "@/lib/base/text/storable-text";
import { inWords } from "@/lib/base/text/words";
import { MailButton, MailHeading, MailNote, MailQuote, MailText } from "./blocks";
import { MailLayout, type MailShop } from "./layout";

type TicketProps = {
  shop: MailShop;
  /** The ticket's subject and message; null for a guest, whose address is unproven, so nothing is quoted. */
  subject: string | null;
  message: string | null;
  /** The ticket's page, for the signed-in owner of the address; null without an account. */
  ticketUrl: string | null;
};

export function TicketReceivedMail(props: TicketProps) {
  return (
    <MailLayout shop={props.shop} preview="We'll read it and reply to this address.">
      <MailHeading>We've received your message</MailHeading>
      <MailText>
        We read every message and will reply to this address.
        {props.subject === null ? "" : ` It is filed as "${props.subject}".`}
      </MailText>
      {props.message === null ? null : <MailQuote>{props.message}</MailQuote>}
      {props.ticketUrl === null ? null : <MailButton href={props.ticketUrl}>See the ticket</MailButton>}
      {props.message === null ? (
        <MailNote>
          {props.ticketUrl === null ? "" : "To see the ticket, sign in with this address. "}
          If you did not write to us, you can ignore this email.
        </MailNote>
      ) : null}
    </MailLayout>
  );
}

/** A message that our team sends first. A guest without an account replies by email. */
export function TicketOpenedMail(props: TicketProps & { subject: string; message: string }) {
  return (
    <MailLayout shop={props.shop} preview={beginningOf(props.message)}>
      <MailHeading>{props.subject}</MailHeading>
      <MailQuote>{props.message}</MailQuote>
      <MailButton href={props.ticketUrl ?? `mailto:${props.shop.supportEmail}`}>Reply</MailButton>
      <MailNote>You can also simply reply to this email.</MailNote>
    </MailLayout>
  );
}

/** The answer to a ticket, with the question. A guest without an account replies by email. */
export function TicketAnsweredMail(props: TicketProps & { answer: string }) {
  return (
    <MailLayout shop={props.shop} preview={beginningOf(props.answer)}>
      <MailHeading>We replied to your message</MailHeading>
      <MailQuote hasLinks>{props.answer}</MailQuote>
      <MailButton href={props.ticketUrl ?? `mailto:${props.shop.supportEmail}`}>Reply</MailButton>
      <MailNote>
        {props.message !== null
          ? `You wrote in "${props.subject}": ${beginningOf(props.message)}`
          : props.ticketUrl === null
            ? "You can also simply reply to this email."
            : "To see the ticket with your question, sign in with this address."}
      </MailNote>
    </MailLayout>
  );
}

function beginningOf(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > 140 ? `${storable(line, 139)}…` : line;
}

/** To the operator, when a condition begins that needs manual action. */
export function OperatorAlertMail({
  shop,
  kind,
  message,
  adminUrl,
}: {
  shop: MailShop;
  kind: string;
  message: string;
  adminUrl: string;
}) {
  return (
    <MailLayout shop={shop} preview={message}>
      <MailHeading>Something needs your attention</MailHeading>
      <MailText>{message}</MailText>
      <MailButton href={adminUrl}>See what to do</MailButton>
      <MailNote>
        Alert: {inWords(kind)}. You get one email each time this begins. The admin pages show when it is over.
      </MailNote>
    </MailLayout>
  );
}

/** To an administrator who tests that mails arrive. */
export function TestMail({ shop }: { shop: MailShop }) {
  return (
    <MailLayout shop={shop} preview="This test email has arrived.">
      <MailHeading>Email works</MailHeading>
      <MailText>
        {shop.name} sent you this email as a test. If you found it in your spam folder, your customers'
        receipts land there too: check the SPF, DKIM and DMARC records of the sender's domain.
      </MailText>
      <MailButton href={`${shop.origin}/admin/going-live`}>Confirm that it arrived</MailButton>
    </MailLayout>
  );
}
