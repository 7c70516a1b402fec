import {
  AccountDeletedMail,
  AccountExistsMail,
  CodesGuessedMail,
  ConfirmNewEmailMail,
  EmailChangedMail,
  OrdersLinkedMail,
  PasswordChangedMail,
  ResetPasswordMail,
  SignInChangedMail,
  signInChangeTitles,
  VerifyEmailMail,
} from "@/emails/account";
import { plural } from "@/lib/base/text/plural";
import { type Composers, linkWith } from "./render-composer";

export const accountMails = {
  "verify-email": (context, { sealedToken }) => ({
    subject: `Confirm your email address for ${context.shop.name}`,
    body: <VerifyEmailMail shop={context.shop} url={linkWith(context, "/auth/verify", sealedToken)} />,
  }),
  "account-exists": ({ shop }) => ({
    subject: `You already have a ${shop.name} account`,
    body: <AccountExistsMail shop={shop} />,
  }),
  "reset-password": (context, { sealedToken }) => ({
    subject: `Choose a new password for ${context.shop.name}`,
    body: <ResetPasswordMail shop={context.shop} url={linkWith(context, "/auth/reset", sealedToken)} />,
  }),
  "password-changed": ({ shop }) => ({
    subject: `Your ${shop.name} password was changed`,
    body: <PasswordChangedMail shop={shop} />,
  }),
  "sign-in-changed": ({ shop }, { change }) => ({
    subject: `${signInChangeTitles[change]} your ${shop.name} account`,
    body: <SignInChangedMail shop={shop} change={change} />,
  }),
  "codes-guessed": ({ shop }) => ({
    subject: `Someone tried to sign in to your ${shop.name} account`,
    body: <CodesGuessedMail shop={shop} />,
  }),
  "confirm-new-email": (context, { sealedToken }) => ({
    subject: `Confirm your new address for ${context.shop.name}`,
    body: (
      <ConfirmNewEmailMail
        shop={context.shop}
        url={linkWith(context, "/settings/confirm-email", sealedToken)}
      />
    ),
  }),
  "email-changed": ({ shop }, { newEmailMasked }) => ({
    subject: `Your ${shop.name} email address was changed`,
    body: <EmailChangedMail shop={shop} newEmailMasked={newEmailMasked} />,
  }),
  "orders-linked": ({ shop }, { count }) => ({
    subject:
      count === 1
        ? "An order was added to your account"
        : `${plural(count, "order")} were added to your account`,
    body: <OrdersLinkedMail shop={shop} count={count} />,
  }),
  "account-deleted": ({ shop }) => ({
    subject: `Your ${shop.name} account was deleted`,
    body: <AccountDeletedMail shop={shop} />,
  }),
} satisfies Partial<Composers>;
