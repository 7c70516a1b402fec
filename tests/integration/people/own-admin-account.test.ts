import { describe, expect, it } from "vitest";
import { changePassword } from "@/lib/people/customers/change-password";
import { disconnectGoogle } from "@/lib/people/customers/disconnect-google";
import { confirmEmailChange, requestEmailChange } from "@/lib/people/customers/email-change";
import { resetPassword } from "@/lib/people/customers/reset-password";
import { revokeSession } from "@/lib/people/customers/sessions";
import { signOutEverywhere } from "@/lib/people/customers/sign-out-everywhere";
import { startSession } from "@/lib/people/customers/start-session";
import { accountDeps, answerMails, lastLinkTo, newNetwork, resetAndMail } from "../../support/accounts";
import { useDatabase } from "../../support/database";
import { auditedActions, customerFactory } from "../../support/factories";

const { database } = useDatabase();
const password = "a phrase of the night";
const newPassword = "a phrase of the morning";

/**
 * Makes the changes of password, address, Google account and sessions that an account's settings and the links in its
 * mails allow, those that can be repeated twice.
 */
async function changeEverything(roles: string[]): Promise<string[]> {
  const deps = accountDeps(database.current);
  const { db, now } = deps;
  const user = await customerFactory(db, { roles, passwordHash: await deps.hasher.hash(password) });
  const own = { userId: user.id, reauthenticatedAt: now };
  const isAdmin = roles.includes("admin");
  const signIn = (userAgent: string) =>
    startSession(deps, { userId: user.id, version: user.sessionVersion, userAgent });
  const [{ sessionId }, other] = [await signIn("this"), await signIn("other")];
  for (const _ of [1, 2]) await revokeSession(db, { userId: user.id, sessionId: other.sessionId });
  const change = { ...own, sessionId, password, newPassword, email: user.email, isAdmin };
  const renewed = await changePassword(deps, change);
  await db.account.create({ data: { userId: user.id, provider: "google", providerAccountId: user.id } });
  await disconnectGoogle(db, { userId: user.id, sessionId: renewed.sessionId, now });
  await disconnectGoogle(db, { userId: user.id, sessionId: renewed.sessionId, now });
  const email = `moved-${user.email}`;
  const typed = { ...own, email, password: newPassword, address: newNetwork() };
  await requestEmailChange(deps, typed);
  await answerMails(deps);
  const token = await lastLinkTo(db, email, "confirm-new-email");
  await confirmEmailChange(deps, { userId: user.id, token });
  await signOutEverywhere(db, user.id);
  await resetAndMail(deps, email);
  await resetPassword(deps, { token: await lastLinkTo(db, email, "reset-password"), password });
  return auditedActions(db, user.id);
}

describe("a change of credentials by the account's own session or by links from its mails", () => {
  it("is in the audit log when the account is an administrator's", async () => {
    expect(await changeEverything(["user", "admin"])).toEqual([
      "session.ended",
      "password.changed",
      "google.disconnected",
      "email.change_requested",
      "email.changed",
      "user.signed_out",
      "password.reset",
    ]);
  });

  it("is not in the audit log when the account is a customer's", async () => {
    expect(await changeEverything(["user"])).toEqual([]);
  });
});
