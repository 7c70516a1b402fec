import { z } from "zod";
import {
  AccountDeletedMail,
  AccountExistsMail,
  AdministratorMail,
  CodesGuessedMail,
  ConfirmNewEmailMail,
  EmailChangedMail,
  OrdersLinkedMail,
  PasswordChangedMail,
  ResetPasswordMail,
  type SignInChange,
  SignInChangedMail,
  signInChangeTitles,
  VerifyEmailMail,
} from "@/emails/account";
import type { MailShop } from "@/emails/layout";
import { plural } from "@/lib/base/text/plural";
import { defineMail } from "@/lib/mail/queue/mail";
import { staffRoleLabels, staffRoles } from "@/lib/people/auth/roles";
import { byToken, linkTo, sampleLinkTo } from "./mailed-link";

const nothing = z.object({});
const onlyShop = ({ shop }: { shop: MailShop }) => ({ shop });
const sampleShop = (shop: MailShop) => ({ shop });

export const verifyEmailMail = defineMail({
  kind: "verify-email",
  sentDespite: "bounces",
  props: byToken,
  facts: linkTo("/auth/verify"),
  subject: ({ shop }) => `Confirm your email address for ${shop.name}`,
  template: VerifyEmailMail,
  sample: sampleLinkTo("/auth/verify"),
});

/** To the owner, after a sign-up with the account's address; the form itself doesn't reveal it. */
export const accountExistsMail = defineMail({
  kind: "account-exists",
  sentDespite: "bounces",
  props: nothing,
  facts: onlyShop,
  subject: ({ shop }) => `You already have a ${shop.name} account`,
  template: AccountExistsMail,
  sample: sampleShop,
});

export const resetPasswordMail = defineMail({
  kind: "reset-password",
  sentDespite: "bounces",
  props: byToken,
  facts: linkTo("/auth/reset"),
  subject: ({ shop }) => `Choose a new password for ${shop.name}`,
  template: ResetPasswordMail,
  sample: sampleLinkTo("/auth/reset"),
});

/** To an account that was made an administrator's. */
export const administratorMail = defineMail({
  kind: "administrator",
  sentDespite: "bounces",
  props: byToken.extend({ role: z.enum(staffRoles) }),
  facts: (context, { role, ...link }) => ({
    ...linkTo("/auth/reset")(context, link),
    role: staffRoleLabels[role],
  }),
  subject: ({ shop, role }) => `You are now an administrator of ${shop.name}: ${role}`,
  template: AdministratorMail,
  sample: (shop) => ({ ...sampleLinkTo("/auth/reset")(shop), role: staffRoleLabels.support }),
});

export const passwordChangedMail = defineMail({
  kind: "password-changed",
  props: nothing,
  facts: onlyShop,
  subject: ({ shop }) => `Your ${shop.name} password was changed`,
  template: PasswordChangedMail,
  sample: sampleShop,
});

export const signInChangedMail = defineMail({
  kind: "sign-in-changed",
  props: z.object({ change: z.enum(Object.keys(signInChangeTitles) as SignInChange[]) }),
  facts: ({ shop }, { change }) => ({ shop, change }),
  subject: ({ shop, change }) => `${signInChangeTitles[change]} your ${shop.name} account`,
  template: SignInChangedMail,
  sample: (shop) => ({ shop, change: "passkey-added" as const }),
});

/** Wrong codes of the second factor have used up the attempts of unknown browsers. */
export const codesGuessedMail = defineMail({
  kind: "codes-guessed",
  props: nothing,
  facts: onlyShop,
  subject: ({ shop }) => `Someone tried to sign in to your ${shop.name} account`,
  template: CodesGuessedMail,
  sample: sampleShop,
});

/** To the new address, with the link that confirms it. */
export const confirmNewEmailMail = defineMail({
  kind: "confirm-new-email",
  sentDespite: "bounces",
  props: byToken,
  facts: linkTo("/settings/confirm-email"),
  subject: ({ shop }) => `Confirm your new address for ${shop.name}`,
  template: ConfirmNewEmailMail,
  sample: sampleLinkTo("/settings/confirm-email"),
});

/** To the old address. */
export const emailChangedMail = defineMail({
  kind: "email-changed",
  props: z.object({ newEmailMasked: z.string() }),
  facts: ({ shop }, { newEmailMasked }) => ({ shop, newEmailMasked }),
  subject: ({ shop }) => `Your ${shop.name} email address was changed`,
  template: EmailChangedMail,
  sample: (shop) => ({ shop, newEmailMasked: "m•••@example.com" }),
});

export const ordersLinkedMail = defineMail({
  kind: "orders-linked",
  props: z.object({ count: z.number().int() }),
  facts: ({ shop }, { count }) => ({ shop, count }),
  subject: ({ count }) =>
    count === 1
      ? "An order was added to your account"
      : `${plural(count, "order")} were added to your account`,
  template: OrdersLinkedMail,
  sample: (shop) => ({ shop, count: 3 }),
});

export const accountDeletedMail = defineMail({
  kind: "account-deleted",
  sentDespite: "complaints",
  props: nothing,
  facts: onlyShop,
  subject: ({ shop }) => `Your ${shop.name} account was deleted`,
  template: AccountDeletedMail,
  sample: sampleShop,
});
