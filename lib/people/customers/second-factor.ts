import { type AuditContext, recordAudit } from "@/lib/base/audit/record-audit";
import type { Database, Tx } from "@/lib/base/db/client";
import { forbidden, notFound } from "@/lib/base/errors";
import { logSecurity } from "@/lib/people/auth/log-security";
import { renewRecoveryCodes } from "@/lib/people/auth/recovery-codes";
import { type SecondFactorCode, spendCode } from "@/lib/people/auth/second-factor-code";
import { confirmTotp, dropTotp } from "@/lib/people/auth/totp";
import { recordSignInChange } from "./record-sign-in-change";
import { endAllSessions, endOtherSessions, type RenewedSession } from "./sessions";

type OfSession = SecondFactorCode & { sessionId: string };

/**
 * Turns the second factor on with the app's first code, which also counts as this session's second factor; every other
 * session ends, and a mail tells the account holder. Returns the renewed session and ten recovery codes, shown only
 * once. Errors: those of confirmTotp; unauthorized for an ended session.
 */
export async function turnOnSecondFactor(
  db: Database,
  input: OfSession,
): Promise<RenewedSession & { codes: string[] }> {
  const { userId, now } = input;
  const answer = await db.$transaction(async (tx) => {
    await confirmTotp(tx, input);
    const own = await endOtherSessions(tx, input, now, { secondFactorAt: now });
    const codes = await renewRecoveryCodes(tx, userId);
    await recordSignInChange(tx, userId, "second-factor-on");
    return { ...own, codes };
  });
  logSecurity("second_factor_on", { userId, sessionId: answer.sessionId });
  return answer;
}

/**
 * Turns a customer's second factor off with one of its codes, after re-authentication by the caller. Passkeys stay.
 * Errors: those of spendCode; forbidden for an administrator, who needs one.
 */
export async function turnOffSecondFactor(db: Database, input: OfSession): Promise<void> {
  const { userId, sessionId } = input;
  if ((await db.userRole.count({ where: { userId, role: "admin" } })) > 0) {
    throw forbidden("Administrators always sign in with a second factor. You can't turn it off.");
  }
  await spendCode(db, input);
  await db.$transaction(async (tx) => {
    await dropTotp(tx, userId);
    await recordSignInChange(tx, userId, "second-factor-off");
  });
  logSecurity("second_factor_off", { userId, sessionId });
}

/**
 * Replaces the recovery codes by ten new ones after checking a code; a mail tells the account holder. Errors: those of
 * spendCode.
 */
export async function replaceRecoveryCodes(db: Database, input: OfSession): Promise<string[]> {
  const { userId, sessionId } = input;
  await spendCode(db, input);
  const codes = await db.$transaction(async (tx) => {
    const fresh = await renewRecoveryCodes(tx, userId);
    await recordSignInChange(tx, userId, "recovery-codes-renewed");
    return fresh;
  });
  logSecurity("recovery_codes_renewed", { userId, sessionId });
  return codes;
}

/**
 * Removes the second factor and the passkeys of a customer who lost the app and the recovery codes, once an
 * administrator has verified them. Ends every session and mails the account holder. The password is kept. Errors:
 * not_found; forbidden for an administrator's account, whose role must be revoked first.
 */
export async function removeSecondFactor(
  db: Database,
  { userId, now, ...audit }: AuditContext & { userId: string; now: Date },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const user = await tx.user.findFirst({
      where: { id: userId, anonymizedAt: null },
      select: { roles: { where: { role: "admin" } } },
    });
    if (!user) throw notFound("There is no such account.");
    if (user.roles.length > 0) {
      throw forbidden(
        "This account belongs to an administrator. Remove its role, which also removes the second factor, then grant it again.",
      );
    }
    // First, so that no session adds a passkey after they are removed.
    await endAllSessions(tx, userId, now);
    await dropSecondFactors(tx, userId);
    await recordSignInChange(tx, userId, "second-factor-off");
    await recordAudit(tx, audit, "second_factor.removed", ["user", userId]);
  });
  logSecurity("second_factor_off", { userId });
}

/** Removes an account's second factors: app, recovery codes and passkeys, in the caller's transaction. */
export async function dropSecondFactors(tx: Tx, userId: string): Promise<void> {
  await tx.passkey.deleteMany({ where: { userId } });
  await dropTotp(tx, userId);
}
