import { z } from "zod";

/** Changes to an account's ways to sign in, except to its password. */
const signInChangeSchema = z.enum([
  "passkey-added",
  "passkey-removed",
  "google-connected",
  "second-factor-on",
  "second-factor-off",
  "recovery-codes-renewed",
]);
export type SignInChange = z.infer<typeof signInChangeSchema>;

const nothing = z.object({});
const byToken = z.object({
  /** The link's token, sealed (lib/base/secret-box.ts), so that a copy of the database gives access to no account. */
  sealedToken: z.string(),
});

/** Every kind of mail, with its row's props. */
export const mailPropsSchemas = {
  // Accounts
  "verify-email": byToken,
  /** To the owner, after a sign-up with the account's address; the form itself doesn't reveal it. */
  "account-exists": nothing,
  "reset-password": byToken,
  "password-changed": nothing,
  /** A way to sign in was added, removed or changed. */
  "sign-in-changed": z.object({ change: signInChangeSchema }),
  /** Wrong codes of the second factor have used up the attempts of unknown browsers. */
  "codes-guessed": nothing,
  /** To the new address, with the link that confirms it. */
  "confirm-new-email": byToken,
  /** To the old address. */
  "email-changed": z.object({ newEmailMasked: z.string() }),
  "orders-linked": z.object({ count: z.number().int() }),
  "account-deleted": nothing,
  // Orders
  "order-confirmed": nothing,
  /** To the address that replaces a guest order's, with the link that confirms it. */
  "confirm-order-email": byToken,
  /** To the address that the order had before. */
  "order-email-changed": z.object({ newEmailMasked: z.string() }),
  "payment-failed": nothing,
  "delivery-started": nothing,
  "delivery-completed": nothing,
  /** What arrived, and what goes back to the card. */
  "order-refunded": z.object({ refundId: z.uuid() }),
  /** `target` is absent in mails of releases before 1.1. */
  "target-unreachable": z.object({
    itemId: z.uuid(),
    fixBy: z.iso.datetime(),
    target: z.enum(["account", "post", "reel"]).optional(),
  }),
  /** What was decided about a request, or made good by the shop itself. */
  "request-decided": z.object({ decisionIds: z.array(z.uuid()).min(1) }),
  "tracking-link": nothing,
  /** The dated receipt of a statement of withdrawal. */
  "withdrawal-received": z.object({ withdrawalId: z.uuid() }),
  // Support
  "ticket-received": z.object({ ticketId: z.uuid() }),
  "ticket-answered": z.object({ ticketId: z.uuid(), messageId: z.uuid() }),
  // The operator
  /** To an administrator who tests that mails arrive. */
  "test-mail": nothing,
  /**
   * `path` is the page where the alert is dealt with; a mail of an earlier release without a path links to the list.
   */
  "operator-alert": z.object({
    kind: z.string(),
    message: z.string(),
    path: z.string().default("/admin/now"),
  }),
} as const;

export type MailKind = keyof typeof mailPropsSchemas;
export type MailProps<Kind extends MailKind> = z.infer<(typeof mailPropsSchemas)[Kind]>;

/** True for a kind that this version knows. */
export function isMailKind(kind: string): kind is MailKind {
  return Object.hasOwn(mailPropsSchemas, kind);
}

/** The tag that holds the id of a mail's row at Resend. */
export const mailTag = "mail";

/** The `error` of a mail to a deleted account: it is not sent, and needs no operator. */
export const accountDeleted = "account_deleted";

/** The `error` of a mail that was not sent because earlier ones to its address came back (suppression.ts). */
export const addressSuppressed = "address_suppressed";
