import { MailButton, MailHeading, MailNote, MailText } from "./blocks";
import { MailLayout, type MailShop } from "./layout";

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
      <MailNote>{kind}. One mail each time it begins; the admin pages show when it is over.</MailNote>
    </MailLayout>
  );
}

/** To an administrator who tests the way of mails. */
export function TestMail({ shop, goingLiveUrl }: { shop: MailShop; goingLiveUrl: string }) {
  return (
    <MailLayout shop={shop} preview="This test mail has arrived.">
      <MailHeading>Mail works</MailHeading>
      <MailText>
        {shop.name} sent this mail to you as a test. If it was in your spam folder, check the sender's domain:
        its SPF, DKIM and DMARC records decide where your customers find their receipts.
      </MailText>
      <MailButton href={goingLiveUrl}>Confirm that it arrived</MailButton>
    </MailLayout>
  );
}
