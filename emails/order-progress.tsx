import { MailButton, MailHeading, MailLinkText, MailNote, MailText } from "./blocks";
import { MailLayout, type MailShop } from "./layout";

export type OrderProgressProps = {
  shop: MailShop;
  orderUrl: string;
  shortId: string;
  /** `Instagram followers for @harbor` */
  what: string;
};

/** A payment that takes days (a bank debit) failed. */
export function PaymentFailedMail({ shop, orderUrl, shortId, what }: OrderProgressProps) {
  return (
    <MailLayout shop={shop} preview="Your bank did not make the payment. Nothing was charged.">
      <MailHeading>Your payment did not go through</MailHeading>
      <MailText>
        Your bank did not make the payment for {what}, so nothing was charged and nothing is being delivered.
        You can pay another way; the order is kept for you.
      </MailText>
      <MailButton href={orderUrl}>Pay again</MailButton>
      <MailNote>Order {shortId}</MailNote>
    </MailLayout>
  );
}

/** The first of an order is arriving. */
export function DeliveryStartedMail({ shop, orderUrl, shortId, what }: OrderProgressProps) {
  return (
    <MailLayout shop={shop} preview={`${what}: the first ones are arriving.`}>
      <MailHeading>Delivery has started</MailHeading>
      <MailText>
        {what}: the first ones are arriving, and the rest follows gradually. Please keep the account public
        and the username unchanged until it is done.
      </MailText>
      <MailButton href={orderUrl}>Watch the delivery</MailButton>
      <MailNote>Order {shortId}</MailNote>
    </MailLayout>
  );
}

/** All of an order has arrived. */
export function DeliveryCompletedMail({
  quantity,
  refillDays,
  ...props
}: OrderProgressProps & {
  /** `1,100 followers` */
  quantity: string;
  /** For so long a drop is made good; 0 promises nothing. */
  refillDays: number;
}) {
  return (
    <MailLayout shop={props.shop} preview={`All ${quantity} have arrived.`}>
      <MailHeading>Everything was delivered</MailHeading>
      <MailText>
        All {quantity} have arrived: {props.what}.{" "}
        {refillDays > 0
          ? `If the number drops within ${refillDays} days, we make it good: we count daily, and you can ask on the order's page.`
          : "If something is missing, say so on the order's page: we count at once."}
      </MailText>
      <MailButton href={props.orderUrl}>See the order</MailButton>
      <MailNote>Order {props.shortId}</MailNote>
    </MailLayout>
  );
}

/** A profile or post is unreachable: the customer can fix it, or gets a refund. */
export function TargetUnreachableMail({
  target,
  link,
  fixBy,
  ...props
}: OrderProgressProps & { target: "account" | "post"; link: string; fixBy: string }) {
  return (
    <MailLayout shop={props.shop} preview={`Your order is paused until we can reach your ${target}.`}>
      <MailHeading>We can't reach your {target}</MailHeading>
      <MailText>
        {props.what} is paused: {link} is private, {target === "account" ? "renamed" : "moved"} or gone.{" "}
        {target === "account"
          ? "Make it public again, or tell us its new name on the order's page, and delivery goes on."
          : "Make it public again, say so on the order's page, and delivery goes on."}
      </MailText>
      <MailButton href={props.orderUrl}>Fix it</MailButton>
      <MailNote>
        Order {props.shortId}. If nothing has changed by {fixBy}, we send back what was not delivered.
      </MailNote>
    </MailLayout>
  );
}

/** The link to an order's page, on request. */
export function TrackingLinkMail({ shop, orderUrl, shortId, what }: OrderProgressProps) {
  return (
    <MailLayout shop={shop} preview={`The link to your order ${shortId}.`}>
      <MailHeading>Here is your order</MailHeading>
      <MailText>You asked for the link to follow your order: {what}.</MailText>
      <MailButton href={orderUrl}>Open the order</MailButton>
      <MailLinkText href={orderUrl} />
      <MailNote>
        Order {shortId}. Anyone with this link can see the order, so keep it to yourself. If you did not ask
        for it, ignore this mail.
      </MailNote>
    </MailLayout>
  );
}
