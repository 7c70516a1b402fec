import { plural } from "@/lib/base/text/plural";
import { MailButton, MailHeading, MailLinkText, MailNote, MailText, ReviewInvitation } from "./blocks";
import { MailLayout, type MailShop } from "./layout";

export type OrderMailProps = {
  shop: MailShop;
  orderUrl: string;
  shortId: string;
  /** `Instagram followers for @harbor` */
  what: string;
};

/** A payment that takes days (a bank debit) failed. */
export function PaymentFailedMail({ shop, orderUrl, shortId, what }: OrderMailProps) {
  return (
    <MailLayout shop={shop} preview="Your bank did not complete the payment. Nothing was charged.">
      <MailHeading>Your payment did not go through</MailHeading>
      <MailText>
        Your bank did not complete the payment for {what}, so nothing was charged and nothing is being
        delivered. We have kept the order, and you can pay for it another way.
      </MailText>
      <MailButton href={orderUrl}>Pay another way</MailButton>
      <MailNote>Order #{shortId}</MailNote>
    </MailLayout>
  );
}

/** The first units of an order are arriving. */
export function DeliveryStartedMail({ shop, orderUrl, shortId, what }: OrderMailProps) {
  return (
    <MailLayout shop={shop} preview={`${what}: the first ones are arriving.`}>
      <MailHeading>Delivery has started</MailHeading>
      <MailText>
        {what}: the first ones are arriving, and the rest will follow. Please keep the account public and the
        username unchanged until everything has arrived.
      </MailText>
      <MailButton href={orderUrl}>Watch the delivery</MailButton>
      <MailNote>Order #{shortId}</MailNote>
    </MailLayout>
  );
}

/** All of an order has arrived, or all but units whose price is less than half a cent. */
export function DeliveryCompletedMail({
  title,
  quantity,
  delivered,
  isPaidBack = false,
  refillDays,
  ...props
}: OrderMailProps & {
  /** The order's headline. */
  title: string;
  /** `1,100 followers` */
  quantity: string;
  /** The units that have arrived; null for all. */
  delivered: number | null;
  /** An earlier refund has paid for the rest; otherwise the rest costs too little. */
  isPaidBack?: boolean;
  /** For how many days a drop is made good; 0 for none. */
  refillDays: number;
}) {
  const rest = isPaidBack
    ? "An earlier refund covers the rest."
    : "The rest costs less than half a cent, so nothing goes back.";
  const arrived =
    delivered === null
      ? `All ${quantity} have arrived.`
      : `${delivered.toLocaleString("en-US")} of ${quantity} have arrived. ${rest}`;
  return (
    <MailLayout shop={props.shop} preview={arrived}>
      <MailHeading>{title}</MailHeading>
      <MailText>
        This is about your order of {props.what}. {arrived}{" "}
        {refillDays > 0
          ? `If the number drops within ${plural(refillDays, "day")}, we refill or refund what is missing. We count every day, and you can also ask on the order's page.`
          : "If something is missing, tell us on the order's page, and we count right away."}
      </MailText>
      <MailButton href={props.orderUrl}>See the order</MailButton>
      <ReviewInvitation orderUrl={props.orderUrl} />
      <MailNote>Order #{props.shortId}</MailNote>
    </MailLayout>
  );
}

/**
 * A profile is unreachable, and so are its posts and reels: the customer can fix it, or gets a refund. Only the profile
 * was looked up, so nothing is said about a post.
 */
export function TargetUnreachableMail({
  target,
  link,
  fixBy,
  ...props
}: OrderMailProps & { target: "account" | "post" | "reel"; link: string; fixBy: string }) {
  return (
    <MailLayout shop={props.shop} preview={`Your order is paused until we can reach your ${target}.`}>
      <MailHeading>We can't reach your {target}</MailHeading>
      <MailText>
        {target === "account"
          ? `The delivery of ${props.what} is paused: ${link} is private, renamed or gone. Make it public again, or tell us its new name on the order's page, and the delivery continues.`
          : `The delivery of ${props.what} is paused: the account is private, renamed or gone, so we can't reach ${link}. Make the account public again under the same name and confirm that on the order's page, and the delivery continues.`}
      </MailText>
      <MailButton href={props.orderUrl}>Fix it</MailButton>
      <MailNote>
        Order #{props.shortId}. If nothing has changed by {fixBy}, we cancel what was not delivered and refund
        its price.
      </MailNote>
    </MailLayout>
  );
}

/** The link to an order's page, on request. */
export function TrackingLinkMail({ shop, orderUrl, shortId, what }: OrderMailProps) {
  return (
    <MailLayout shop={shop} preview={`The link to your order #${shortId}.`}>
      <MailHeading>Here is your order</MailHeading>
      <MailText>You asked for the link to follow your order: {what}.</MailText>
      <MailButton href={orderUrl}>Open the order</MailButton>
      <MailLinkText href={orderUrl} />
      <MailNote>
        Order #{shortId}. Anyone with this link can see and change the order, so keep it to yourself. If you
        did not ask for it, you can ignore this email.
      </MailNote>
    </MailLayout>
  );
}

type OrderNumberProps = { shop: MailShop; shortId: string };

/** To the address that is to replace a guest order's: the link that confirms it. */
export function ConfirmOrderEmailMail({ shop, shortId, url }: OrderNumberProps & { url: string }) {
  return (
    <MailLayout shop={shop} preview={`One click, and emails about order #${shortId} come here.`}>
      <MailHeading>Is this the right address?</MailHeading>
      <MailText>
        On the page of order #{shortId}, this address was entered in place of the one given at checkout. Once
        you confirm it, we send the order confirmation and all other emails about the order here.
      </MailText>
      <MailButton href={url}>Use this address</MailButton>
      <MailLinkText href={url} />
      <MailNote>
        The link works once, for 24 hours. If you did not order at {shop.name}, please ignore this email:
        nothing will change.
      </MailNote>
    </MailLayout>
  );
}

/** To the address that a guest's order had before. */
export function OrderEmailChangedMail({
  shop,
  shortId,
  newEmailMasked,
}: OrderNumberProps & { newEmailMasked: string }) {
  return (
    <MailLayout shop={shop} preview={`Emails about order #${shortId} now go to another address.`}>
      <MailHeading>The address of your order was changed</MailHeading>
      <MailText>
        Emails about order #{shortId} now go to {newEmailMasked}. The change was asked for on the order&apos;s
        page and confirmed at that address.
      </MailText>
      <MailButton href={`${shop.origin}/contact`}>This was not me</MailButton>
      <MailNote>
        If this was you, or if you never ordered at {shop.name}, there is nothing to do. If it is your order
        and this was not you, please write to us at once with the order number. The link in our earlier emails
        still opens your order.
      </MailNote>
    </MailLayout>
  );
}

type RequestDecidedProps = OrderMailProps & {
  title: string;
  /** True when the buyer asked; otherwise the shop found something missing by itself. */
  isAsked: boolean;
  /** `target` names the post or reel where an order has several; `lookAgainAt` is when the shop looks again by itself. */
  decisions: { target: string | null; message: string; lookAgainAt: string | null }[];
};

/** A decision about an order: its reason, the next step and how to object. */
export function RequestDecidedMail({
  shop,
  orderUrl,
  shortId,
  what,
  title,
  isAsked,
  decisions,
}: RequestDecidedProps) {
  return (
    <MailLayout shop={shop} preview={decisions[0]?.message ?? what}>
      <MailHeading>{title}</MailHeading>
      <MailText>
        {isAsked ? `You asked us about your order of ${what}.` : `We checked your order of ${what}.`}
      </MailText>
      {decisions.map(({ target, message, lookAgainAt }) => (
        <MailText key={`${target} ${message}`}>
          {target ? `${target}: ` : ""}
          {message} {lookAgainAt ? `We'll check again by ${lookAgainAt}.` : ""}
        </MailText>
      ))}
      <MailButton href={orderUrl}>See the order</MailButton>
      <MailNote>
        Order #{shortId}. If you don't agree, press “I don't agree” on the order's page, and our team will
        look into it.
      </MailNote>
    </MailLayout>
  );
}
