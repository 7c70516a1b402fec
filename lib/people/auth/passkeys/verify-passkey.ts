import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import type { Db } from "@/lib/base/db/client";
import type { Passkey } from "@/lib/base/db/generated/client";
import { AppError, conflict } from "@/lib/base/errors";
import { sha256 } from "@/lib/base/ids";
import { addMs, minute } from "@/lib/base/time/time";
import { logSecurity } from "@/lib/people/auth/log-security";
import type { Authenticated } from "@/lib/people/auth/session-token";
import type { RelyingParty } from "./relying-party";

/** How long a challenge is valid: a page may be open for a while before a passkey is picked. */
const challengeMs = 10 * minute;

/** Who may answer a challenge: to sign in, the browser with the cookie's token; to add a passkey, a session. */
type ChallengeHolder = { browser: string } | { sessionId: string };

function hashOf(holder: ChallengeHolder): string {
  return sha256("browser" in holder ? `sign-in:${holder.browser}` : `register:${holder.sessionId}`);
}

/** Stores the holder's challenge in place of an earlier one. Deletes expired ones. */
async function keepChallenge(db: Db, holder: ChallengeHolder, challenge: string, now: Date): Promise<void> {
  await db.$executeRaw`
    WITH expired AS (DELETE FROM passkey_challenges WHERE expires_at < ${now} AND holder_hash <> ${hashOf(holder)})
    INSERT INTO passkey_challenges (holder_hash, challenge, expires_at)
    VALUES (${hashOf(holder)}, ${challenge}, ${addMs(now, challengeMs)})
    ON CONFLICT (holder_hash) DO UPDATE SET challenge = excluded.challenge, expires_at = excluded.expires_at`;
}

/**
 * Consumes the holder's challenge; when two requests race, only one gets it. Errors: conflict if it is missing, used or
 * expired.
 */
async function takeChallenge(db: Db, holder: ChallengeHolder, now: Date): Promise<string> {
  const [row] = await db.$queryRaw<{ challenge: string; expiresAt: Date }[]>`
    DELETE FROM passkey_challenges WHERE holder_hash = ${hashOf(holder)}
    RETURNING challenge, expires_at AS "expiresAt"`;
  if (row && row.expiresAt > now) return row.challenge;
  throw conflict("That took too long. Please try your passkey again.");
}

/** A valid answer must match all of these: the holder's challenge (consumed here), this shop, and user verification. */
async function expected(db: Db, shop: RelyingParty, holder: ChallengeHolder, now: Date) {
  return {
    expectedChallenge: await takeChallenge(db, holder, now),
    expectedOrigin: shop.origin,
    expectedRPID: shop.id,
    requireUserVerification: true,
  };
}

type Registrant = { shop: RelyingParty; sessionId: string; now: Date };

/**
 * The browser's options for creating a passkey for the session's account: discoverable, with user verification.
 * Authenticators that already hold one of the account's passkeys are excluded.
 */
export async function beginRegistration(
  db: Db,
  { shop, sessionId, now }: Registrant,
  user: { id: string; email: string; name: string | null },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const known = await db.passkey.findMany({
    where: { userId: user.id },
    select: { credentialId: true, transports: true },
  });
  const options = await generateRegistrationOptions({
    rpID: shop.id,
    rpName: shop.name,
    userID: Buffer.from(user.id),
    userName: user.email,
    userDisplayName: user.name ?? user.email,
    timeout: challengeMs,
    attestationType: "none",
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await keepChallenge(db, { sessionId }, options.challenge, now);
  return options;
}

type NewPasskey = Pick<Passkey, "credentialId" | "publicKey" | "counter" | "transports">;

/**
 * Verifies the browser's new passkey. Errors: conflict like takeChallenge; invalid_input for an answer that comes from
 * elsewhere, lacks user verification, or is no passkey.
 */
export async function verifyRegistration(
  db: Db,
  { shop, sessionId, now }: Registrant,
  response: RegistrationResponseJSON,
): Promise<NewPasskey> {
  const expectation = await expected(db, shop, { sessionId }, now);
  const refused = (cause?: unknown) =>
    new AppError("invalid_input", {
      userMessage: "This passkey could not be checked. Nothing was changed. Please try again.",
      cause,
    });
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    ...expectation,
  }).catch((cause: unknown) => {
    throw refused(cause);
  });
  if (!verified) throw refused();
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  return { credentialId: id, publicKey: new Uint8Array(publicKey), counter: BigInt(counter), transports };
}

/** The browser that is signing in; `browser` is the token in its cookie. */
type Visitor = { shop: RelyingParty; browser: string; now: Date };

/** The browser's options for signing in with any passkey of this shop; they name no account. */
export async function beginAuthentication(
  db: Db,
  { shop, browser, now }: Visitor,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const options = await generateAuthenticationOptions({
    rpID: shop.id,
    timeout: challengeMs,
    userVerification: "required",
  });
  await keepChallenge(db, { browser }, options.challenge, now);
  return options;
}

/**
 * The account whose passkey signed this browser's challenge with user verification. Errors: conflict like
 * takeChallenge; unauthorized, the same for an unknown passkey, a deleted account, and a wrong signature, origin or
 * counter.
 */
export async function verifyPasskey(
  db: Db,
  { shop, browser, now }: Visitor,
  response: AuthenticationResponseJSON,
): Promise<Authenticated> {
  const expectation = await expected(db, shop, { browser }, now);
  const passkey = await db.passkey.findUnique({
    where: { credentialId: response.id },
    include: { user: { select: { emailVerifiedAt: true, anonymizedAt: true, sessionVersion: true } } },
  });
  if (!passkey?.user.emailVerifiedAt || passkey.user.anonymizedAt) throw refusal();
  const { id, userId, counter, user } = passkey;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    ...expectation,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: Number(counter),
    },
  }).catch((cause: unknown) => {
    throw refusal(userId, cause);
  });
  const named = response.response.userHandle;
  const isTheirs = !named || Buffer.from(named, "base64url").toString() === userId;
  if (!verified || !isTheirs) throw refusal(userId);
  // A counter changed by another request means a replayed answer or a copied passkey.
  const { count } = await db.passkey.updateMany({
    where: { id, counter },
    data: { counter: BigInt(authenticationInfo.newCounter), lastUsedAt: now },
  });
  if (count === 0) throw refusal(userId);
  return { userId, version: user.sessionVersion };
}

function refusal(userId?: string, cause?: unknown): AppError {
  logSecurity("passkey_refused", userId === undefined ? {} : { userId });
  return new AppError("unauthorized", {
    userMessage: "This passkey didn't work here. Please try another one, or sign in with your email.",
    cause,
  });
}
