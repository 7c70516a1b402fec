import { Section } from "@react-email/components";
import { MailButton, MailFigure, MailHeading, MailNote, MailText, ReviewInvitation } from "./blocks";
import { MailLayout } from "./layout";
import type { OrderProgressProps } from "./order-progress";

/**
 * canceled: nothing arrived. partial: some arrived. missing: some is not there any more. duplicate: a second payment.
 * country: the shop does not sell there. blocked: the buyer or profile is on the block list. withdrawn: the buyer withdrew. goodwill: an administrator's decision.
 */
export type RefundCause =
  | "canceled"
  | "partial"
  | "missing"
  | "duplicate"
  | "country"
  | "blocked"
  | "withdrawn"
  | "goodwill";

type OrderRefundedProps = OrderProgressProps & {
  cause: RefundCause;
  amount: string;
  /** `157 of 1,000 followers` */
  delivered: string;
};

const headings: Record<RefundCause, string> = {
  canceled: "Your order was cancelled",
  partial: "Your order was delivered in part",
  missing: "We refunded what is missing",
  duplicate: "We sent a payment back",
  country: "We sent your payment back",
  blocked: "We sent your payment back",
  withdrawn: "Your money goes back to you",
  goodwill: "We sent money back to you",
};

/** Causes about which the number of delivered units says nothing. */
const withoutDelivered = new Set<RefundCause>(["duplicate", "country", "blocked", "missing"]);

/** Money is on its way back to the card: how much, why, and what arrived. */
export function OrderRefundedMail(props: OrderRefundedProps) {
  const { cause, amount } = props;
  return (
    <MailLayout shop={props.shop} preview={`${amount} is on its way back to you.`}>
      <MailHeading>{headings[cause]}</MailHeading>
      <MailText>
        {reasonOf(props)} {amount} was sent back to the card or account you paid with. Your bank shows it
        within 7 to 10 business days.
      </MailText>
      <MailButton href={props.orderUrl}>See the order</MailButton>
      <Section style={{ marginTop: 28 }}>
        {withoutDelivered.has(cause) ? null : <MailFigure label="Delivered" figure={props.delivered} />}
        <MailFigure label="Sent back" figure={amount} isTotal />
      </Section>
      {cause === "partial" ? <ReviewInvitation orderUrl={props.orderUrl} /> : null}
      <MailNote>Order #{props.shortId}</MailNote>
    </MailLayout>
  );
}

function reasonOf({ cause, what }: OrderRefundedProps): string {
  switch (cause) {
    case "canceled":
      return `We could not deliver ${what}.`;
    case "partial":
      return `We could not deliver your whole order of ${what}, so you get back the price of what is missing.`;
    case "missing":
      return `By our own count, part of your order of ${what} is missing, and we can't deliver it again.`;
    case "duplicate":
      return `We received a payment for ${what} that was not needed.`;
    case "country":
      return `We do not sell to the country of the card or billing address you used to pay for ${what}, so we deliver nothing for this payment.`;
    case "blocked":
      return `We can't take your order of ${what}, so we deliver nothing for this payment. If you think that is a mistake, please write to us.`;
    case "withdrawn":
      return `You withdrew from your order of ${what}, so you get back the price of what was not delivered.`;
    case "goodwill":
      return `This is for your order of ${what}.`;
  }
}
