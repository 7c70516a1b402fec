import { Fragment } from "react";
import { bankShowsIt } from "@/lib/base/money";
import {
  MailButton,
  MailDivider,
  MailFact,
  MailFacts,
  MailFigure,
  MailHeading,
  MailLink,
  MailNote,
  MailText,
  ReviewInvitation,
} from "./blocks";
import { MailLayout, type MailShop } from "./layout";
import type { OrderMailProps } from "./order-progress";

/** The next step of a paid order. on_its_way: its delivery. held: our team's decision. stopped: no delivery. */
export type Outlook = "on_its_way" | "held" | "stopped";

type OrderConfirmedProps = OrderMailProps & {
  outlook: Outlook;
  lines: { label: string; count: number; amount: string }[];
  /** The chosen posts or reels, with what each gets; none for an account. */
  posts: { name: string; url: string; amount: string }[];
  total: string;
  paidAt: string;
  /** The terms that the buyer agreed to by paying, with the texts as they were then. */
  agreed: { statement: string; texts: { title: string; url: string; lines: string[] }[] } | null;
  /** Where the buyer withdraws from the contract; null where the shop has no such page. */
  withdrawUrl: string | null;
};

const outlooks: Record<Outlook, { preview: string; heading: string; text: string; button: string }> = {
  on_its_way: {
    preview: "is paid and on its way.",
    heading: "Thank you, your order is on its way",
    text: "The order's page shows when delivery starts and what has arrived. Please keep the account public and the username unchanged until everything has arrived.",
    button: "Watch the delivery",
  },
  held: {
    preview: "is paid, and we are checking it.",
    heading: "We have received your payment",
    text: "Our team is checking this order before we deliver it. There is nothing you need to do: it will be delivered, or the price of what does not arrive goes back to you.",
    button: "See the order",
  },
  stopped: {
    preview: "is paid, and will not be delivered.",
    heading: "We have received your payment",
    text: "Nothing is delivered for this order. Its page shows why, and what goes back to you.",
    button: "See the order",
  },
};

/** The receipt with the link to the live order page, sent once when an order is paid. */
export function OrderConfirmedMail(props: OrderConfirmedProps) {
  const { preview, heading, text, button } = outlooks[props.outlook];
  return (
    <MailLayout shop={props.shop} preview={`Your order #${props.shortId} ${preview}`}>
      <MailHeading>{heading}</MailHeading>
      <MailText>
        You ordered {props.what}. {text}
      </MailText>
      <MailButton href={props.orderUrl}>{button}</MailButton>
      <MailFacts>
        {props.lines.map((line) => (
          <MailFigure
            key={line.label}
            label={line.count > 1 ? `${line.label} × ${line.count}` : line.label}
            figure={line.amount}
          />
        ))}
        <MailFigure label="Total paid" figure={props.total} isTotal />
      </MailFacts>
      {props.posts.length > 0 ? (
        <MailFacts>
          {props.posts.map(({ name, url, amount }) => (
            <MailFigure key={url} label={<MailLink href={url}>{name}</MailLink>} figure={amount} />
          ))}
        </MailFacts>
      ) : null}
      <MailNote>
        Order #{props.shortId} · {props.paidAt}
      </MailNote>
      {props.withdrawUrl ? (
        <MailNote>
          You have 14 days to withdraw without giving a reason:{" "}
          <MailLink href={props.withdrawUrl}>Withdraw from contract</MailLink>
        </MailNote>
      ) : null}
      {props.agreed ? (
        <>
          <MailDivider>For your records: what you agreed to</MailDivider>
          <MailNote>“{props.agreed.statement}”</MailNote>
          {props.agreed.texts.map(({ title, url, lines }) => (
            <Fragment key={url}>
              <MailNote>
                <strong>{title}</strong>: <MailLink href={url}>{url}</MailLink>
              </MailNote>
              {lines.map((line, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text that is rendered once
                <MailNote key={index}>{line}</MailNote>
              ))}
            </Fragment>
          ))}
        </>
      ) : null}
    </MailLayout>
  );
}

/**
 * canceled: nothing arrived. partial: some arrived. missing: some has dropped or never arrived. duplicate: a second
 * payment, or one of another amount. country: the shop does not sell there. blocked: the buyer or profile is on the
 * block list. withdrawn: the buyer withdrew. goodwill: an administrator's decision.
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

type OrderRefundedProps = OrderMailProps & {
  cause: RefundCause;
  /** The order's headline where its end is the cause; null for any other cause. */
  endTitle: string | null;
  amount: string;
  /** `157 of 1,000 followers` */
  delivered: string;
};

const headings: Record<RefundCause, string> = {
  canceled: "Nothing was delivered",
  partial: "Delivery ended early",
  missing: "We refunded what is missing",
  duplicate: "We sent a payment back",
  country: "We sent your payment back",
  blocked: "We sent your payment back",
  withdrawn: "You withdrew from this order",
  goodwill: "We sent money back to you",
};

/** Causes about which the number of delivered units says nothing. */
const withoutDelivered = new Set<RefundCause>(["duplicate", "country", "blocked", "missing"]);

/** Money is on its way back to the card: how much, why, and what arrived. */
export function OrderRefundedMail(props: OrderRefundedProps) {
  const { cause, amount } = props;
  return (
    <MailLayout shop={props.shop} preview={`${amount} is on its way back to you.`}>
      <MailHeading>{props.endTitle ?? headings[cause]}</MailHeading>
      <MailText>
        {reasonOf(props)} {amount} was sent back to the card or account you paid with. {bankShowsIt}
      </MailText>
      <MailButton href={props.orderUrl}>See the order</MailButton>
      <MailFacts>
        {withoutDelivered.has(cause) ? null : <MailFigure label="Delivered" figure={props.delivered} />}
        <MailFigure label="Sent back" figure={amount} isTotal />
      </MailFacts>
      {cause === "partial" ? <ReviewInvitation orderUrl={props.orderUrl} /> : null}
      <MailNote>Order #{props.shortId}</MailNote>
    </MailLayout>
  );
}

function reasonOf({ cause, what }: OrderRefundedProps): string {
  switch (cause) {
    case "canceled":
      return `None of your order of ${what} was delivered.`;
    case "partial":
      return `Part of your order of ${what} was not delivered, so you get back the price of that part.`;
    case "missing":
      return `By our own count, part of your order of ${what} is missing, and we can't deliver it again.`;
    case "duplicate":
      return `We received a payment for ${what} that was not due. You don't have to do anything to get it back.`;
    case "country":
      return `We do not sell to the country of the card or billing address you used to pay for ${what}, so we deliver nothing for this payment.`;
    case "blocked":
      return `We can't take your order of ${what}, so we deliver nothing for this payment. If you think that is a mistake, please write to us.`;
    case "withdrawn":
      return `You withdrew from your order of ${what}, so you get back the price of what was not delivered.`;
    case "goodwill":
      return `This refund is for your order of ${what}.`;
  }
}

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
  /** True when `orderUrl` leads to the confirmation that the withdrawal waits for. */
  isUnconfirmed: boolean;
};

/** The dated receipt of a withdrawal, with the statement and what follows from it (Directive 2011/83, Art. 11a). */
export function WithdrawalReceivedMail(props: WithdrawalReceivedProps) {
  const { orderNumber, name, statedAt, what } = props;
  return (
    <MailLayout shop={props.shop} preview={`We received your withdrawal on ${statedAt}.`}>
      <MailHeading>We received your withdrawal</MailHeading>
      <MailText>{props.answer}</MailText>
      {props.orderUrl ? (
        <MailButton href={props.orderUrl}>
          {props.isUnconfirmed ? "Confirm the withdrawal" : "See the order"}
        </MailButton>
      ) : null}
      <MailFacts>
        <MailFact label="Your statement">I withdraw from the contract of order #{orderNumber}.</MailFact>
        {what ? <MailFact label="The order">{what}</MailFact> : null}
        {name ? <MailFact label="Name">{name}</MailFact> : null}
        <MailFact label="Received">{statedAt}</MailFact>
      </MailFacts>
      <MailNote>
        Please keep this email: it is your receipt. If you did not withdraw from an order, please tell us at{" "}
        <MailLink href={`mailto:${props.shop.supportEmail}`}>{props.shop.supportEmail}</MailLink>.
      </MailNote>
    </MailLayout>
  );
}
