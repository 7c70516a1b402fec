import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import type { Db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { challengeMs, keepChallenge, takeChallenge } from "./challenges";
import type { RelyingParty } from "./relying-party";

/** A session that adds a passkey. */
type Registrant = { shop: RelyingParty; sessionId: string; now: Date };

/**
 * The browser's options to make a passkey for the session's account: discoverable, with user verification.
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

/** The stored part of a passkey. */
export type NewPasskey = {
  credentialId: string;
  publicKey: Uint8Array<ArrayBuffer>;
  counter: bigint;
  transports: string[];
};

/**
 * Verifies the browser's new passkey. Errors: conflict as of takeChallenge; invalid_input for an answer from elsewhere,
 * without user verification, or that is no passkey.
 */
export async function verifyRegistration(
  db: Db,
  { shop, sessionId, now }: Registrant,
  response: RegistrationResponseJSON,
): Promise<NewPasskey> {
  const expectedChallenge = await takeChallenge(db, { sessionId }, now);
  const refused = (cause?: unknown) =>
    new AppError("invalid_input", {
      userMessage: "This passkey could not be checked. Nothing was changed. Please try again.",
      cause,
    });
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin: shop.origin,
    expectedRPID: shop.id,
    requireUserVerification: true,
  }).catch((cause: unknown) => {
    throw refused(cause);
  });
  if (!verified) throw refused();
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  return { credentialId: id, publicKey: new Uint8Array(publicKey), counter: BigInt(counter), transports };
}
