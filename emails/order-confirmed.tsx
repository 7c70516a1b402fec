import { Button, Column, Heading, Row, Section, Text } from "@react-email/components";
import { MailLayout, type MailShop } from "./layout";
import { colors } from "./style";

export type OrderConfirmedProps = {
  shop: MailShop;
  orderUrl: string;
  shortId: string;
  /** `Instagram followers for @harbor` */
  subjectLine: string;
  lines: { label: string; count: number; amount: string }[];
  total: string;
  paidAt: string;
};

/** Receipt and way back to the live order page, sent once when an order is paid. */
export function OrderConfirmedMail(props: OrderConfirmedProps) {
  return (
    <MailLayout shop={props.shop} preview={`Your order ${props.shortId} is paid and on its way.`}>
      <Heading as="h1" style={{ fontSize: 24, lineHeight: "30px", margin: "0 0 8px" }}>
        Thank you, your order is on its way
      </Heading>
      <Text style={{ fontSize: 16, lineHeight: "24px", margin: "0 0 20px" }}>
        {props.subjectLine}. Delivery starts within 1 to 24 hours and arrives gradually. Please keep the
        account public and the username unchanged until it is done.
      </Text>
      <Button
        href={props.orderUrl}
        style={{
          backgroundColor: colors.brand,
          color: colors.onBrand,
          borderRadius: 10,
          fontSize: 16,
          fontWeight: 600,
          padding: "13px 22px",
          textDecoration: "none",
        }}
      >
        Watch the delivery
      </Button>
      <Section style={{ marginTop: 28 }}>
        {props.lines.map((line) => (
          <ReceiptRow
            key={line.label}
            label={line.count > 1 ? `${line.label} × ${line.count}` : line.label}
            amount={line.amount}
          />
        ))}
        <ReceiptRow label="Total paid" amount={props.total} isTotal />
      </Section>
      <Text style={{ color: colors.quiet, fontSize: 13, lineHeight: "20px", margin: "16px 0 0" }}>
        Order {props.shortId} · {props.paidAt}
      </Text>
    </MailLayout>
  );
}

function ReceiptRow({
  label,
  amount,
  isTotal = false,
}: {
  label: string;
  amount: string;
  isTotal?: boolean;
}) {
  const cell = {
    borderTop: `1px solid ${colors.line}`,
    padding: "10px 0",
    fontSize: 15,
    fontWeight: isTotal ? 700 : 400,
  };
  return (
    <Row>
      <Column style={cell}>{label}</Column>
      <Column align="right" style={{ ...cell, fontVariantNumeric: "tabular-nums" }}>
        {amount}
      </Column>
    </Row>
  );
}
