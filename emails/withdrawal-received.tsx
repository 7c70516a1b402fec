import { Section } from "@react-email/components";
import { MailButton, MailFigure, MailHeading, MailNote, MailText } from "./blocks";
import { MailLayout, type MailShop } from "./layout";

type WithdrawalReceivedProps = {
  shop: MailShop;
  /** Null when no order matched the statement. */
  orderUrl: string | null;
  /** `Instagram followers for @harbor`; null when no order matched. */
  what: string | null;
  orderNumber: string;
  name: string | null;
  statedAt: string;
  answer: string;
};

/** The dated receipt of a withdrawal, with the statement and what follows from it (Directive 2011/83, Art. 11a). */
export function WithdrawalReceivedMail(props: WithdrawalReceivedProps) {
  const { orderNumber, name, statedAt, what } = props;
  return (
    <MailLayout shop={props.shop} preview={`We received your withdrawal on ${statedAt}.`}>
      <MailHeading>We received your withdrawal</MailHeading>
      <MailText>{props.answer}</MailText>
      {props.orderUrl ? <MailButton href={props.orderUrl}>See the order</MailButton> : null}
      <Section style={{ marginTop: 28 }}>
        <MailFigure
          label="Your statement"
          figure={`I withdraw from the contract of order #${orderNumber}.`}
        />
        {what ? <MailFigure label="The order" figure={what} /> : null}
        {name ? <MailFigure label="Name" figure={name} /> : null}
        <MailFigure label="Received" figure={statedAt} isTotal />
      </Section>
      <MailNote>
        Please keep this email: it is your receipt. If you did not withdraw from an order, please tell us at{" "}
        {props.shop.supportEmail}.
      </MailNote>
    </MailLayout>
  );
}
