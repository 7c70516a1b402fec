import { Section } from "@react-email/components";
import { Fragment } from "react";
import { MailButton, MailFigure, MailHeading, MailLink, MailNote, MailText } from "./blocks";
import { MailLayout, type MailShop } from "./layout";

type OrderConfirmedProps = {
  shop: MailShop;
  orderUrl: string;
  shortId: string;
  /** `Instagram followers for @harbor` */
  what: string;
  lines: { label: string; count: number; amount: string }[];
  total: string;
  paidAt: string;
  /** What the buyer agreed to by paying, and the texts as they were then. */
  agreed: { statement: string; texts: { title: string; url: string; lines: string[] }[] } | null;
  /** Where the buyer withdraws from the contract; null where the shop has no such page. */
  withdrawUrl: string | null;
};

/** The receipt with the link to the live order page, sent once when an order is paid. */
export function OrderConfirmedMail(props: OrderConfirmedProps) {
  return (
    <MailLayout shop={props.shop} preview={`Your order #${props.shortId} is paid and on its way.`}>
      <MailHeading>Thank you, your order is on its way</MailHeading>
      <MailText>
        You ordered {props.what}. The order's page shows when delivery starts and what has arrived. Please
        keep the account public and the username unchanged until everything is there.
      </MailText>
      <MailButton href={props.orderUrl}>Watch the delivery</MailButton>
      <Section style={{ marginTop: 28 }}>
        {props.lines.map((line) => (
          <MailFigure
            key={line.label}
            label={line.count > 1 ? `${line.label} × ${line.count}` : line.label}
            figure={line.amount}
          />
        ))}
        <MailFigure label="Total paid" figure={props.total} isTotal />
      </Section>
      <MailNote>
        Order #{props.shortId} · {props.paidAt}
      </MailNote>
      {props.agreed ? (
        <>
          <MailNote>When you paid, you agreed to this: “{props.agreed.statement}”</MailNote>
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
      {props.withdrawUrl ? (
        <MailNote>
          You have 14 days to withdraw without giving a reason:{" "}
          <MailLink href={props.withdrawUrl}>Withdraw from contract</MailLink>
        </MailNote>
      ) : null}
    </MailLayout>
  );
}
