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
      <MailButton href={adminUrl}>Open the admin pages</MailButton>
      <MailNote>{kind}. One mail each time it begins; the admin pages show when it is over.</MailNote>
    </MailLayout>
  );
}
