import { plural } from "@/lib/base/text/plural";
import { MailButton, MailHeading, MailLink, MailLinkText, MailNote, MailText } from "./blocks";
import { MailLayout, type MailShop } from "./layout";

type ShopProps = { shop: MailShop };
type LinkProps = ShopProps & { url: string };

const resetUrl = ({ origin }: MailShop) => `${origin}/auth/reset`;

/** To the address of a new account: the link that verifies it. */
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
        The link works once, for 24 hours. If you open it in a different browser from the one you signed up
        in, it asks for the password you chose, or lets you set a new one. If you did not sign up, you can
        ignore this email: nothing will happen.
      </MailNote>
    </MailLayout>
  );
}

/** To an account's owner, after a sign-up with its address; the form itself does not reveal that the account exists. */
export function AccountExistsMail({ shop }: ShopProps) {
  return (
    <MailLayout shop={shop} preview="This address already has an account.">
      <MailHeading>You already have an account</MailHeading>
      <MailText>
        Someone, probably you, just tried to sign up at {shop.name} with this address. You already have an
        account, so you can simply sign in.
      </MailText>
      <MailButton href={`${shop.origin}/auth`}>Sign in</MailButton>
      <MailNote>
        If you have forgotten your password, <MailLink href={resetUrl(shop)}>choose a new one</MailLink>. If
        it was not you, you can ignore this email: nothing has changed.
      </MailNote>
    </MailLayout>
  );
}

export function ResetPasswordMail({ shop, url }: LinkProps) {
  return (
    <MailLayout shop={shop} preview="The link to choose a new password.">
      <MailHeading>Choose a new password</MailHeading>
      <MailText>
        Someone, probably you, asked to set a new password for your {shop.name} account. You can choose it
        here.
      </MailText>
      <MailButton href={url}>Choose a new password</MailButton>
      <MailLinkText href={url} />
      <MailNote>
        The link works once, for an hour. If it was not you, you can ignore this email: your password stays as
        it is.
      </MailNote>
    </MailLayout>
  );
}

/** To a new administrator: the role, the link to choose a password, and where to sign in. */
export function AdministratorMail({ shop, url, role }: LinkProps & { role: string }) {
  const signInUrl = `${shop.origin}/admin-auth`;
  return (
    <MailLayout shop={shop} preview={`Your role is ${role}. Choose a password to begin.`}>
      <MailHeading>You are now an administrator of {shop.name}</MailHeading>
      <MailText>
        Your role is {role}. Choose a new password first: your old one, and any other way to sign in, no
        longer works. Then sign in at <MailLink href={signInUrl}>{signInUrl}</MailLink>, where you set up an
        authenticator app.
      </MailText>
      <MailButton href={url}>Choose a password</MailButton>
      <MailLinkText href={url} />
      <MailNote>
        The link works once, for an hour. After that,{" "}
        <MailLink href={resetUrl(shop)}>ask for another</MailLink>. If you did not expect this role, please
        write to us.
      </MailNote>
    </MailLayout>
  );
}

/** After a change of the password, in case it was not the owner. */
export function PasswordChangedMail({ shop }: ShopProps) {
  return (
    <MailLayout shop={shop} preview="Your other devices have been signed out.">
      <MailHeading>Your password was changed</MailHeading>
      <MailText>
        The password of your {shop.name} account was changed, and your other devices have been signed out. If
        this was you, there is nothing to do.
      </MailText>
      <MailButton href={resetUrl(shop)}>This was not me</MailButton>
      <MailNote>The button lets you choose another password, which signs out every other device.</MailNote>
    </MailLayout>
  );
}

/** The change to the ways to sign in: the beginning of a message that ends with the account. */
export const signInChangeTitles = {
  "passkey-added": "A passkey was added to",
  "passkey-removed": "A passkey was removed from",
  "google-connected": "A Google account was connected to",
  "second-factor-on": "Two-step sign-in is now on for",
  "second-factor-off": "Two-step sign-in was turned off for",
  "recovery-codes-renewed": "New recovery codes were made for",
} as const;

/** Changes to an account's ways to sign in, except to its password. */
export type SignInChange = keyof typeof signInChangeTitles;

const signInChangeDetails: Record<SignInChange, string> = {
  "passkey-added": "From now on, this passkey can sign in to your account.",
  "passkey-removed":
    "That passkey can no longer sign in to your account. All other devices have been signed out.",
  "google-connected": "From now on, a Google account with your email address can sign in to your account.",
  "second-factor-on": "From now on, we ask for a code from your authenticator app after your password.",
  "second-factor-off": "From now on, your password alone is enough to sign in to your account.",
  "recovery-codes-renewed": "The recovery codes you had before no longer work.",
};

/** After a change to the ways to sign in, in case it was not the owner. */
export function SignInChangedMail({ shop, change }: ShopProps & { change: SignInChange }) {
  const detail = signInChangeDetails[change];
  return (
    <MailLayout shop={shop} preview={detail}>
      <MailHeading>{signInChangeTitles[change]} your account</MailHeading>
      <MailText>{detail} If this was you, there is nothing to do.</MailText>
      <MailButton href={resetUrl(shop)}>This was not me</MailButton>
      <MailNote>
        The button lets you choose another password, which signs out every other device. Then check your
        settings, and write to us if you find something there that you did not add.
      </MailNote>
    </MailLayout>
  );
}

/** After too many wrong codes in browsers that the account holder has not used before. */
export function CodesGuessedMail({ shop }: ShopProps) {
  return (
    <MailLayout shop={shop} preview="Someone has entered too many wrong sign-in codes.">
      <MailHeading>Someone tried to sign in to your account</MailHeading>
      <MailText>
        Someone passed the first step of signing in to your {shop.name} account, usually with your password,
        and then entered too many wrong codes. We stopped them, and they did not get in. Browsers you have
        used before still work.
      </MailText>
      <MailButton href={resetUrl(shop)}>Choose a new password</MailButton>
      <MailNote>
        A new password signs out every other device. If it was you, wait an hour and try again, or use a
        browser you have signed in with before. If codes are still refused then, a new password helps.
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
        You asked to use this address for your {shop.name} account. Until you confirm it, your account keeps
        the old one.
      </MailText>
      <MailButton href={url}>Use this address</MailButton>
      <MailLinkText href={url} />
      <MailNote>
        The link works once, for 24 hours. If it was not you, you can ignore this email: nothing will change.
      </MailNote>
    </MailLayout>
  );
}

/** To the old address of an account. */
export function EmailChangedMail({ shop, newEmailMasked }: ShopProps & { newEmailMasked: string }) {
  return (
    <MailLayout shop={shop} preview="Your account has a new address.">
      <MailHeading>Your email address was changed</MailHeading>
      <MailText>
        Your {shop.name} account now uses {newEmailMasked}, and our emails go there.
      </MailText>
      <MailButton href={`${shop.origin}/contact`}>This was not me</MailButton>
      <MailNote>If this was you, there is nothing to do. If not, please write to us at once.</MailNote>
    </MailLayout>
  );
}

/** Orders that were placed with this address as a guest have joined its account. */
export function OrdersLinkedMail({ shop, count }: ShopProps & { count: number }) {
  const ordersWere = count === 1 ? "An order was" : `${plural(count, "order")} were`;
  return (
    <MailLayout shop={shop} preview={`${ordersWere} added to your account.`}>
      <MailHeading>{ordersWere} added to your account</MailHeading>
      <MailText>
        You placed {count === 1 ? "it" : "them"} with this address as a guest. The links in earlier emails
        keep working.
      </MailText>
      <MailButton href={`${shop.origin}/orders`}>See my orders</MailButton>
    </MailLayout>
  );
}

export function AccountDeletedMail({ shop }: ShopProps) {
  return (
    <MailLayout shop={shop} preview="Your personal data is gone. Only the amounts of your orders are kept.">
      <MailHeading>Your account was deleted</MailHeading>
      <MailText>
        Your name, your email address and the accounts you ordered for have been removed from {shop.name}. The
        law requires us to keep the amounts of past orders, but they no longer carry your name.
      </MailText>
      <MailButton href={shop.origin}>Visit the shop</MailButton>
      <MailNote>If you did not ask for this, please write to us at once.</MailNote>
    </MailLayout>
  );
}
