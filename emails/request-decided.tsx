import { MailButton, MailHeading, MailNote, MailText } from "./blocks";
import { MailLayout } from "./layout";
import type { OrderProgressProps } from "./order-progress";

type RequestDecidedProps = OrderProgressProps & {
  /** True when the buyer asked; otherwise the shop found something missing by itself. */
  isAsked: boolean;
  /** `target` names the post or reel where an order has several; `lookAgainAt` is when the shop looks again by itself. */
  decisions: { target: string | null; message: string; lookAgainAt: string | null }[];
};

/** What was decided about an order, why, what happens next, and how to object. */
export function RequestDecidedMail({
  shop,
  orderUrl,
  shortId,
  what,
  isAsked,
  decisions,
}: RequestDecidedProps) {
  return (
    <MailLayout shop={shop} preview={decisions[0]?.message ?? what}>
      <MailHeading>{isAsked ? "What we decided" : "We found something missing"}</MailHeading>
      <MailText>
        {isAsked
          ? `You told us that something is not right with your order of ${what}.`
          : `We checked your order of ${what}.`}
      </MailText>
      {decisions.map(({ target, message, lookAgainAt }) => (
        <MailText key={`${target} ${message}`}>
          {target ? `${target}: ` : ""}
          {message} {lookAgainAt ? `We look again by ${lookAgainAt}.` : ""}
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
