import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import type { Pool } from "pg";
import type { Database, Db } from "@/lib/base/db/client";
import { AppError, conflict, forbidden, hasCode, invalidField, notFound } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { addressKey } from "@/lib/base/rate-limit/address-key";
import { consumeRateLimit, refundRateLimit } from "@/lib/base/rate-limit/consume-rate-limit";
import { logSecurity } from "@/lib/people/auth/log-security";
import type { RelyingParty } from "@/lib/people/auth/passkeys/relying-party";
import {
  beginRegistration,
  verifyPasskey,
  verifyRegistration,
} from "@/lib/people/auth/passkeys/verify-passkey";
import { type SecondFactorCode, spendCode } from "@/lib/people/auth/second-factor-code";
import type { Authenticated } from "@/lib/people/auth/session-token";
import { recordSignInChange } from "./record-sign-in-change";
import { endOtherSessions, type RenewedSession } from "./sessions";

const mostPasskeys = 20;

export type PasskeyRow = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null };

/** A customer's passkeys, the newest first. */
export function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db.passkey.findMany({
    where: { userId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true, name: true, createdAt: true, lastUsedAt: true },
  });
}

type PasskeyInput = { shop: RelyingParty; userId: string; sessionId: string; now: Date };

/**
 * The browser's options for creating a passkey in a freshly re-authenticated session. A passkey counts as both factors,
 * so an administrator, or an account with a second factor, must have given that factor in this session, and an account
 * with an authenticator app gives another code (`factor`). Errors: forbidden without that factor; conflict at the limit
 * of passkeys; those of spendCode.
 */
export async function beginPasskey(db: Database, input: PasskeyInput & { factor?: SecondFactorCode }) {
  const { userId, sessionId } = input;
  const session = await db.userSession.findUniqueOrThrow({
    where: { id: sessionId, userId },
    include: {
      user: { include: { roles: { where: { role: "admin" } }, _count: { select: { passkeys: true } } } },
    },
  });
  const { user } = session;
  if ((user.totpConfirmedAt || user.roles.length > 0) && !session.secondFactorAt) {
    throw forbidden("Please sign in again with your second factor. Then you can add a passkey.");
  }
  if (user._count.passkeys >= mostPasskeys) {
    throw conflict(
      `You have ${mostPasskeys} passkeys, as many as an account can have. Remove one you don't use first.`,
    );
  }
  if (user.totpConfirmedAt) {
    if (!input.factor) throw invalidField("code", "Please enter a code.");
    await spendCode(db, input.factor);
  }
  return beginRegistration(db, input, user);
}

/**
 * Adds the browser's new passkey under the name that the account holder gave it, and mails the account holder. Errors:
 * those of verifyRegistration; unauthorized for an ended session; conflict for a known passkey.
 */
export async function addPasskey(
  db: Database,
  input: PasskeyInput & { name: string; response: RegistrationResponseJSON },
): Promise<void> {
  const { userId, sessionId, name } = input;
  const passkey = await verifyRegistration(db, input, input.response);
  await db.$transaction(async (tx) => {
    // Conflicts with a transaction that ends all sessions and removes the passkeys: if that one commits first, this
    // session has ended and adds nothing; otherwise it removes the new passkey too.
    const live = await tx.$queryRaw<unknown[]>`
      SELECT id FROM user_sessions
      WHERE id = ${sessionId}::uuid AND user_id = ${userId}::uuid AND revoked_at IS NULL FOR SHARE`;
    if (live.length === 0) throw new AppError("unauthorized");
    const { count } = await tx.passkey.createMany({
      data: [{ ...passkey, id: newId(), userId, name }],
      skipDuplicates: true,
    });
    if (count === 0) throw conflict("This passkey has already been added.");
    await recordSignInChange(tx, userId, "passkey-added");
  });
  logSecurity("passkey_added", { userId, sessionId });
}

/**
 * Removes a passkey, renews the session, ends all others, which the passkey may have opened, and mails the account
 * holder. Errors: not_found; conflict when it is the only way to sign in; unauthorized for an ended session.
 */
export async function removePasskey(
  db: Database,
  { userId, sessionId, passkeyId, now }: { userId: string; sessionId: string; passkeyId: string; now: Date },
): Promise<RenewedSession> {
  const renewed = await db.$transaction(async (tx) => {
    // Locked, so that no other way to sign in is removed between check and change.
    await tx.$queryRaw`SELECT id FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
    const user = await tx.user.findUniqueOrThrow({
      where: { id: userId },
      select: { passwordHash: true, _count: { select: { passkeys: true, accounts: true } } },
    });
    const { count } = await tx.passkey.deleteMany({ where: { id: passkeyId, userId } });
    if (count === 0) throw notFound("This passkey is already gone.");
    if (user.passwordHash === null && user._count.accounts === 0 && user._count.passkeys === 1) {
      throw conflict("This is your only way to sign in. Set a password first, then remove it.");
    }
    const own = await endOtherSessions(tx, { userId, sessionId }, now);
    await recordSignInChange(tx, userId, "passkey-removed");
    return own;
  });
  logSecurity("passkey_removed", { userId, sessionId: renewed.sessionId });
  return renewed;
}

/**
 * The account whose passkey signed this browser's challenge. Failures count apart from the network's wrong passwords.
 * Errors: those of verifyPasskey; rate_limited.
 */
export async function signInWithPasskey(
  { db, pool, now }: { db: Database; pool: Pool; now: Date },
  input: {
    shop: RelyingParty;
    /** The token in the browser's cookie; null without one. */
    browser: string | null;
    response: AuthenticationResponseJSON;
    /** The client's network address. */
    address: string;
  },
): Promise<Authenticated> {
  const key = addressKey(input.address);
  await consumeRateLimit(pool, "passkeySignIn", key).catch((error: unknown) => {
    if (hasCode(error, "rate_limited")) logSecurity("sign_in_limited", { address: input.address });
    throw error;
  });
  const { shop, response } = input;
  const signedIn = await verifyPasskey(db, { shop, browser: input.browser ?? "", now }, response);
  await refundRateLimit(pool, "passkeySignIn", key);
  return signedIn;
}
