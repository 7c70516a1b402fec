import type { Database, Db, Tx } from "@/lib/base/db/client";
import { AppError, conflict, forbidden } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { mailboxOf } from "@/lib/mail/address/address";
import { enqueueMail } from "@/lib/mail/queue/enqueue-mail";
import { logSecurity } from "@/lib/people/auth/log-security";
import type { Authenticated } from "@/lib/people/auth/session-token";
import { signInChangedMail } from "./account-mails";
import { dropEmailTokens } from "./email-token";
import { linkGuestOrders } from "./link-guest-orders";
import { endAllSessions } from "./sessions";
import { findOrAddUser } from "./sign-up";

const provider = "google";

export type GoogleIdentity = {
  /** Google's permanent id of the user (`sub`). */
  subject: string;
  /** Normalised (emailSchema). */
  email: string;
  isEmailVerified: boolean;
  /** The organisation whose mailboxes Google hosts, if the user belongs to one (`hd`). */
  hostedDomain: string | null;
  name: string | null;
};

/**
 * The account of a Google identity. A known identity signs in to its account, whatever its address is now. A new
 * identity joins the account with its address only if both Google and the shop have verified that address, and a mail
 * tells the account holder; an account that is unverified here is taken over, and its open sign-ups are void. If Google
 * does not host the mailbox, it joins only the account to which the browser is signed in already (`signedInTo`).
 * Repeating it changes nothing. Errors: forbidden when Google has not verified the address; unauthorized when it does
 * not host it and the browser is not signed in to its account; conflict when the account has another Google identity;
 * reauthentication_needed for an administrator's account.
 */
export async function signInWithGoogle(
  deps: { db: Database; now: Date },
  identity: GoogleIdentity,
  signedInTo: string | null = null,
): Promise<Authenticated> {
  const known = await findAccount(deps.db, identity.subject);
  if (known) return known;
  if (!identity.isEmailVerified) {
    logSecurity("google_refused");
    throw forbidden(
      "Google has not verified this email address. Please verify it there, or sign up with a password.",
    );
  }
  return deps.db.$transaction((tx) => join(tx, identity, signedInTo, deps.now));
}

/**
 * True for a mailbox at Google, whose user is also its present owner. Any other address was verified when the Google
 * account was made, and may have passed to somebody else
 * (https://developers.google.com/identity/gsi/web/guides/verify-google-id-token).
 */
function isHostedByGoogle({ email, hostedDomain }: GoogleIdentity): boolean {
  return hostedDomain !== null || mailboxOf(email).endsWith("@gmail.com");
}

async function join(
  tx: Tx,
  identity: GoogleIdentity,
  signedInTo: string | null,
  now: Date,
): Promise<Authenticated> {
  const user = await findOrAddUser(tx, identity.email);
  if (!isHostedByGoogle(identity) && user.id !== signedInTo) {
    logSecurity("google_refused");
    throw new AppError("unauthorized", { detail: "Google does not host the mailbox" });
  }
  if (await tx.userRole.findFirst({ where: { userId: user.id, role: "admin" } })) {
    logSecurity("google_refused", { userId: user.id });
    throw new AppError("reauthentication_needed", {
      userMessage: "An administrator's account can't be connected to Google. Please use its password.",
    });
  }
  if (!user.emailVerifiedAt) {
    await tx.user.update({
      where: { id: user.id },
      data: { emailVerifiedAt: now, passwordHash: null, name: identity.name },
    });
    await endAllSessions(tx, user.id, now);
    await dropEmailTokens(tx, user.id, ["verify_email", "reset_password"], now);
    await linkGuestOrders(tx, user.id, identity.email);
  }
  // Locks the account's row: when two first sign-ins race, the second finds the first one's identity.
  const count = await tx.$executeRaw`
    INSERT INTO accounts (id, user_id, provider, provider_account_id)
    VALUES (${newId()}::uuid, ${user.id}::uuid, ${provider}, ${identity.subject}) ON CONFLICT DO NOTHING`;
  const joined = await findAccount(tx, identity.subject);
  if (!joined) {
    logSecurity("google_refused", { userId: user.id });
    throw conflict("This account is connected to another Google account.");
  }
  if (user.emailVerifiedAt && count > 0) {
    // Without recordSignInChange: only administrators' changes are audited, and they were refused above.
    const props = { change: "google-connected" } as const;
    await enqueueMail(tx, signInChangedMail, { about: newId(), recipient: identity.email, props });
  }
  logSecurity("account_joined", { userId: joined.userId });
  return joined;
}

async function findAccount(db: Db, subject: string): Promise<Authenticated | null> {
  const account = await db.account.findUnique({
    where: { provider_providerAccountId: { provider, providerAccountId: subject } },
    select: { userId: true, user: { select: { sessionVersion: true } } },
  });
  return account && { userId: account.userId, version: account.user.sessionVersion };
}
