import { decode, encode } from "next-auth/jwt";
import { z } from "zod";
import { secretKeys } from "@/lib/base/env/shop-secret";
import { sha256 } from "@/lib/base/ids";
import { day, second } from "@/lib/base/time/time";

/** A session cookie's claims: the user, the row of user_sessions, and the account's version when the session began. */
export type SessionClaims = { userId: string; sessionId: string; version: number };

/** An account whose holder has authenticated, and the account's version at that time (endAllSessions). */
export type Authenticated = Pick<SessionClaims, "userId" | "version">;

/** An unused session ends after this; a used one's cookie is renewed (`renewSession`). */
export const sessionSeconds = (30 * day) / second;

const payloadSchema = z.object({
  sub: z.uuid(),
  sid: z.uuid(),
  ver: z.int(),
  iat: z.int(),
});

/**
 * The keys for session cookies: the first encrypts, all decrypt. They are derived, so that no other use of the shop's
 * secret can open a cookie.
 */
export function sessionKey(shopSecret: string): string[] {
  return secretKeys(shopSecret).map((key) => sha256(`session-cookie:${key}`));
}

/** The claims as the token's payload, also for next-auth's jwt callback. */
export function sessionPayload(claims: SessionClaims): { sub: string; sid: string; ver: number } {
  return { sub: claims.userId, sid: claims.sessionId, ver: claims.version };
}

/** A session cookie's value: an encrypted JWT, valid for `sessionSeconds` in the cookie of this name only. */
export function sealSession(shopSecret: string, cookieName: string, claims: SessionClaims): Promise<string> {
  return encode({
    token: sessionPayload(claims),
    secret: sessionKey(shopSecret),
    salt: cookieName,
    maxAge: sessionSeconds,
  });
}

export type OpenedSession = { claims: SessionClaims; issuedAt: Date };

/**
 * The session of a cookie's value; null when it was changed, has expired, is unsigned, or was made with another secret.
 * Only the database knows whether the session has ended (find-signed-in-user.ts).
 */
export async function openSession(
  shopSecret: string,
  cookieName: string,
  value: string,
): Promise<OpenedSession | null> {
  const payload = await decode({ token: value, secret: sessionKey(shopSecret), salt: cookieName }).catch(
    () => null,
  );
  const parsed = payloadSchema.safeParse(payload);
  if (!parsed.success) return null;
  const { sub, sid, ver, iat } = parsed.data;
  return {
    claims: { userId: sub, sessionId: sid, version: ver },
    issuedAt: new Date(iat * second),
  };
}
