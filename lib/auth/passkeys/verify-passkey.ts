import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
} from "@simplewebauthn/server";
import type { Db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { logSecurity } from "../log-security";
import { challengeMs, keepChallenge, takeChallenge } from "./challenges";
import type { RelyingParty } from "./relying-party";

/** A passkey's account, and its version when the passkey was read. */
export type PasskeyOwner = { userId: string; email: string; version: number };

/** A browser that is to sign in: `browser` is the token in its cookie. */
type Visitor = { shop: RelyingParty; browser: string; now: Date };

/** The browser's options to use any passkey of this shop; they name no account. */
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
 * The account whose passkey signed this browser's challenge with user verification. Errors: conflict as of
 * takeChallenge; unauthorized, the same for an unknown passkey, a deleted account, and a wrong signature, origin or
 * counter.
 */
export async function verifyPasskey(
  db: Db,
  { shop, browser, now }: Visitor,
  response: AuthenticationResponseJSON,
): Promise<PasskeyOwner> {
  const expectedChallenge = await takeChallenge(db, { browser }, now);
  const passkey = await db.passkey.findUnique({
    where: { credentialId: response.id },
    include: {
      user: { select: { email: true, emailVerifiedAt: true, anonymizedAt: true, sessionVersion: true } },
    },
  });
  if (!passkey?.user.emailVerifiedAt || passkey.user.anonymizedAt) throw refusal();
  const { id, userId, counter, user } = passkey;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin: shop.origin,
    expectedRPID: shop.id,
    requireUserVerification: true,
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
  return { userId, email: user.email, version: user.sessionVersion };
}

function refusal(userId?: string, cause?: unknown): AppError {
  logSecurity("passkey_refused", userId === undefined ? {} : { userId });
  return new AppError("unauthorized", {
    userMessage: "This passkey didn't work here. Please try another one, or sign in with your email.",
    cause,
  });
}
