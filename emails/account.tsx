import { Link } from "@react-email/components";
import type { SignInChange } from "@/lib/email/mails";
import { MailButton, MailHeading, MailLinkText, MailNote, MailText } from "./blocks";
import { MailLayout, type MailShop } from "./layout";
import { colors } from "./style";

type LinkProps = { shop: MailShop; url: string };

/** To a new account's address: the link that verifies it. */
export function VerifyEmailMail({ shop, url }: LinkProps) {
  return (
    <MailLayout shop={shop} preview="One click and your account is ready.">
      <MailHeading>Confirm your email address</MailHeading>
      <MailText>
        One click and your {shop.name} account is ready. Orders you have placed with this address will be in
        it.
      </MailText>
      <MailButton href={url}>Confirm my address</MailButton>
      <MailLinkText href={url} />
      <MailNote>
        The link works once, for 24 hours. In another browser than the one you signed up in, it asks for the
        password you chose, or lets you set a new one. If you did not sign up, ignore this mail: nothing
        happens.
      </MailNote>
    </MailLayout>
  );
}

/** To an account's owner, after a sign-up with its address; the form itself does not tell. */
export function AccountExistsMail({
  shop,
  signInUrl,
  resetUrl,
}: {
  shop: MailShop;
  signInUrl: string;
  resetUrl: string;
}) {
  return (
    <MailLayout shop={shop} preview="This address has an account already.">
      <MailHeading>You have an account already</MailHeading>
      <MailText>
        Someone, probably you, just tried to sign up at {shop.name} with this address. You already have an
        account, so you can simply sign in.
      </MailText>
      <MailButton href={signInUrl}>Sign in</MailButton>
      <MailNote>
        If you have forgotten your password,{" "}
        <Link href={resetUrl} className="link" style={{ color: colors.brand }}>
          choose a new one
        </Link>
        . If it was not you, nothing has changed.
      </MailNote>
    </MailLayout>
  );
}

/** The link to set a new password. */
export function ResetPasswordMail({ shop, url }: LinkProps) {
  return (
    <MailLayout shop={shop} preview="The link to choose a new password.">
      <MailHeading>Choose a new password</MailHeading>
      <MailText>
        We were asked for a new password for your {shop.name} account. If it was you, choose it here.
      </MailText>
      <MailButton href={url}>Choose a new password</MailButton>
      <MailLinkText href={url} />
      <MailNote>
        The link works once, for an hour. If it was not you, ignore this mail: your password stays as it is.
      </MailNote>
    </MailLayout>
  );
}

/** After a change of the password, in case the owner did not make it. */
export function PasswordChangedMail({ shop, resetUrl }: { shop: MailShop; resetUrl: string }) {
  return (
    <MailLayout shop={shop} preview="Your other devices have been signed out.">
      <MailHeading>Your password was changed</MailHeading>
      <MailText>
        The password of your {shop.name} account is a new one, and other devices have been signed out. If this
        was you, there is nothing to do.
      </MailText>
      <MailButton href={resetUrl}>It was not me</MailButton>
      <MailNote>The button lets you choose another password, which signs out every other device.</MailNote>
    </MailLayout>
  );
}

/** The change of signing in, as the beginning of a message that ends with the account. */
export const signInChangeTitles: Record<SignInChange, string> = {
  "passkey-added": "A passkey was added to",
  "passkey-removed": "A passkey was removed from",
  "second-factor-on": "Two-step sign-in is now on for",
  "second-factor-off": "Two-step sign-in was turned off for",
  "recovery-codes-renewed": "New recovery codes were made for",
};

const signInChangeDetails: Record<SignInChange, string> = {
  "passkey-added": "From now on it can sign in to your account.",
  "passkey-removed": "It no longer signs in to your account.",
  "second-factor-on": "From now on we ask for a code of your authenticator app after your password.",
  "second-factor-off": "From now on your password alone signs in to your account.",
  "recovery-codes-renewed": "The ones you had before no longer work.",
};

type SignInChangedProps = { shop: MailShop; change: SignInChange; resetUrl: string };

/** After a change of a way to sign in, in case the owner did not make it. */
export function SignInChangedMail({ shop, change, resetUrl }: SignInChangedProps) {
  const detail = signInChangeDetails[change];
  return (
    <MailLayout shop={shop} preview={detail}>
      <MailHeading>{signInChangeTitles[change]} your account</MailHeading>
      <MailText>{detail} If this was you, there is nothing to do.</MailText>
      <MailButton href={resetUrl}>It was not me</MailButton>
      <MailNote>
        The button lets you choose another password, which signs out every other device. Then check your
        settings, and write to us if something there is not yours.
      </MailNote>
    </MailLayout>
  );
}

/** To the new address of an account: the link that makes it the account's. */
export function ConfirmNewEmailMail({ shop, url }: LinkProps) {
  return (
    <MailLayout shop={shop} preview="One click and this is your account's address.">
      <MailHeading>Confirm your new address</MailHeading>
      <MailText>
        You asked to move your {shop.name} account to this address. Until you confirm it, the old one stays.
      </MailText>
      <MailButton href={url}>Use this address</MailButton>
      <MailLinkText href={url} />
      <MailNote>The link works once, for 24 hours. If it was not you, ignore this mail.</MailNote>
    </MailLayout>
  );
}

/** To the old address of an account. */
export function EmailChangedMail({
  shop,
  newEmailMasked,
  contactUrl,
}: {
  shop: MailShop;
  newEmailMasked: string;
  contactUrl: string;
}) {
  return (
    <MailLayout shop={shop} preview="Your account has a new address.">
      <MailHeading>Your email address was changed</MailHeading>
      <MailText>
        Your {shop.name} account now uses {newEmailMasked}, and our emails go there.
      </MailText>
      <MailButton href={contactUrl}>It was not me</MailButton>
      <MailNote>If you did this, there is nothing to do. If not, write to us at once.</MailNote>
    </MailLayout>
  );
}

/** Orders that were placed with this address as a guest have joined its account. */
export function OrdersLinkedMail({
  shop,
  count,
  ordersUrl,
}: {
  shop: MailShop;
  count: number;
  ordersUrl: string;
}) {
  const orders = count === 1 ? "An order" : `${count.toLocaleString("en-US")} orders`;
  return (
    <MailLayout shop={shop} preview={`${orders} joined your account.`}>
      <MailHeading>{orders} joined your account</MailHeading>
      <MailText>
        You placed {count === 1 ? "it" : "them"} with this address as a guest. The links in earlier mails keep
        working.
      </MailText>
      <MailButton href={ordersUrl}>See my orders</MailButton>
    </MailLayout>
  );
}

/** The last mail to an account. */
export function AccountDeletedMail({ shop }: { shop: MailShop }) {
  return (
    <MailLayout shop={shop} preview="Your data is gone; only order amounts are kept.">
      <MailHeading>Your account was deleted</MailHeading>
      <MailText>
        Your name, your address and what you ordered for whom are gone from {shop.name}. The law has us keep
        the amounts of past orders; they no longer name you.
      </MailText>
      <MailButton href={shop.origin}>Visit the shop</MailButton>
      <MailNote>If you did not ask for this, write to us at once.</MailNote>
    </MailLayout>
  );
}
