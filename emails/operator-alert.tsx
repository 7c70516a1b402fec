import { MailButton, MailHeading, MailNote, MailText } from "./blocks";
import { MailLayout, type MailShop } from "./layout";

/** To the operator when a condition begins that a person must see to. */
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
      <MailHeading>Something needs you</MailHeading>
      <MailText>{message}</MailText>
      <MailButton href={adminUrl}>Open the admin pages</MailButton>
      <MailNote>{kind}. One mail each time it begins; the admin pages shows when it is over.</MailNote>
    </MailLayout>
  );
}
