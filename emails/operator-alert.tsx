import { MailButton, MailHeading, MailNote, MailText } from "./blocks";
import { MailLayout, type MailShop } from "./layout";

/** To the operator when a condition begins that a person must see to. */
export function OperatorAlertMail({
  shop,
  kind,
  sentence,
  deskUrl,
}: {
  shop: MailShop;
  kind: string;
  sentence: string;
  deskUrl: string;
}) {
  return (
    <MailLayout shop={shop} preview={sentence}>
      <MailHeading>Something needs you</MailHeading>
      <MailText>{sentence}</MailText>
      <MailButton href={deskUrl}>Open the desk</MailButton>
      <MailNote>{kind}. One mail each time it begins; the desk shows when it is over.</MailNote>
    </MailLayout>
  );
}
