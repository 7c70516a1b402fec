import { MailButton, MailHeading, MailLinkText, MailNote, MailText } from "./blocks";
import { MailLayout, type MailShop } from "./layout";

type AdminInvitedProps = {
  shop: MailShop;
  url: string;
  invitedBy: string;
  role: string;
  roleDetail: string;
  days: number;
};

/** To someone who is to work in the admin pages: the link with which they choose a password. */
export function AdminInvitedMail({ shop, url, invitedBy, role, roleDetail, days }: AdminInvitedProps) {
  return (
    <MailLayout shop={shop} preview={`${invitedBy} invites you as ${role}.`}>
      <MailHeading>Welcome aboard</MailHeading>
      <MailText>
        {invitedBy} invites you to the pages on which {shop.name} is run. Your role is {role}: {roleDetail}.
      </MailText>
      <MailText>
        Choose a password first, then connect an authenticator app on your phone. After these two steps you
        are in.
      </MailText>
      <MailButton href={url}>Accept the invitation</MailButton>
      <MailLinkText href={url} />
      <MailNote>
        The link works once, for {days} days. If you don't know {invitedBy}, you can ignore this email:
        nothing will happen.
      </MailNote>
    </MailLayout>
  );
}
