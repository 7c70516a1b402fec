import { z } from "zod";

/** What can change about signing in beside the password. */
export const signInChanges = [
  "passkey-added",
  "passkey-removed",
  "second-factor-on",
  "second-factor-off",
  "recovery-codes-renewed",
] as const;
export type SignInChange = (typeof signInChanges)[number];

const nothing = z.object({});
const byToken = z.object({
  /** What the link carries, sealed (lib/secret-box.ts): a copy of the database opens no account. */
  sealedToken: z.string(),
});

/** Every kind of mail, with what its row carries beside the order it is about. */
export const mailPropsSchemas = {
  // Accounts
  "verify-email": byToken,
  /** Somebody signed up with an address that has an account: its owner is told, the form says nothing. */
  "account-exists": nothing,
  "reset-password": byToken,
  "password-changed": nothing,
  /** Another way to sign in was added, taken away or changed. */
  "sign-in-changed": z.object({ change: z.enum(signInChanges) }),
  /** To the new address, with the link that makes it the account's. */
  "confirm-new-email": byToken,
  /** To the old address. */
  "email-changed": z.object({ newEmailMasked: z.string() }),
  "orders-linked": z.object({ count: z.number().int() }),
  "account-deleted": nothing,
  // Orders
  "order-confirmed": nothing,
  "payment-failed": nothing,
  "delivery-started": nothing,
  "delivery-completed": nothing,
  /** Cancelled or partly delivered: what arrived, and what goes back to the card. */
  "order-refunded": z.object({ refundId: z.uuid() }),
  "target-unreachable": z.object({ itemId: z.uuid(), fixBy: z.iso.datetime() }),
  "tracking-link": nothing,
  // Support
  "ticket-received": z.object({ ticketId: z.uuid() }),
  "ticket-answered": z.object({ ticketId: z.uuid(), messageId: z.uuid() }),
  // The operator
  "operator-alert": z.object({ kind: z.string(), message: z.string() }),
} as const;

export type MailKind = keyof typeof mailPropsSchemas;
export type MailProps<Kind extends MailKind> = z.infer<(typeof mailPropsSchemas)[Kind]>;

/** True for a kind this version knows. */
export function isMailKind(kind: string): kind is MailKind {
  return Object.hasOwn(mailPropsSchemas, kind);
}

/** The `error` of a mail that isn't sent because its recipient's account is gone: nothing for an operator to see to. */
export const accountDeleted = "account_deleted";
