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
      <MailNote>
        Alert: {kind.replaceAll("_", " ")}. You get one email each time this begins. The admin pages show when
        it is over.
      </MailNote>
    </MailLayout>
  );
}

/** To an administrator who tests that mails arrive. */
export function TestMail({ shop }: { shop: MailShop }) {
  return (
    <MailLayout shop={shop} preview="This test email has arrived.">
      <MailHeading>Email works</MailHeading>
      <MailText>
        {shop.name} sent you this email as a test. If you found it in your spam folder, your customers'
        receipts land there too: check the SPF, DKIM and DMARC records of the sender's domain.
      </MailText>
      <MailButton href={`${shop.origin}/admin/going-live`}>Confirm that it arrived</MailButton>
    </MailLayout>
  );
}
