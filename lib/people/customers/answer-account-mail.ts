import type { Database, Tx } from "@/lib/base/db/client";
import { assertNever } from "@/lib/base/errors";
import { hour } from "@/lib/base/time/time";
import { enqueueMail } from "@/lib/mail/queue/enqueue-mail";
import { holdAccount } from "@/lib/people/auth/hold-account";
import { type AccountMail, openAccountMail } from "./account-mail";
import { accountExistsMail } from "./account-mails";
import { sendLink } from "./email-token";
import { sendTrackingLink } from "./send-tracking-link";
import { findOrAddUser } from "./sign-up";

type AccountMailDeps = { db: Database; secret: string; now: Date };

/**
 * Sends the requested mail (account-mail.ts) to the address, or none if there is no account or order. Its link has the
 * request's id, so that a job that runs twice mails once.
 */
export async function answerAccountMail(deps: AccountMailDeps, sealed: string): Promise<void> {
  const { id, mail } = openAccountMail(deps.secret, sealed);
  if (mail.kind === "tracking_link") return sendTrackingLink(deps.db, mail, deps.now);
  await deps.db.$transaction((tx) => answer(tx, deps, id, mail));
}

type AccountMailWithLink = Exclude<AccountMail, { kind: "tracking_link" }>;

async function answer(tx: Tx, deps: AccountMailDeps, id: string, mail: AccountMailWithLink): Promise<void> {
  switch (mail.kind) {
    case "sign_up": {
      const user = await findOrAddUser(tx, mail.email);
      if (user.emailVerifiedAt) return tellOwner(tx, { ...user, email: mail.email }, deps.now);
      return sendLink(tx, deps, { ...mail, id, userId: user.id, kind: "verify_email" });
    }
    case "reset_password": {
      const user = await tx.user.findUnique({ where: { email: mail.email } });
      if (!user || !(await holdAccount(tx, user.id))) return;
      return sendLink(tx, deps, { ...mail, id, userId: user.id });
    }
    case "change_email": {
      if (!(await holdAccount(tx, mail.userId))) return;
      const taken = await tx.user.findUnique({ where: { email: mail.email } });
      if (taken?.emailVerifiedAt) return tellOwner(tx, taken, deps.now);
      return sendLink(tx, deps, { ...mail, id });
    }
    default:
      return assertNever(mail);
  }
}

/** Tells the owner of the address, at most once in each hour of the clock, that there is an account already. */
async function tellOwner(tx: Tx, { id, email }: { id: string; email: string }, now: Date): Promise<void> {
  const about = `${id}:${Math.floor(now.getTime() / hour)}`;
  await enqueueMail(tx, accountExistsMail, { about, recipient: email });
}
