import { decode, encode } from "next-auth/jwt";
import { z } from "zod";
import { sha256 } from "@/lib/ids";
import { secretKeys } from "@/lib/shop-secret";
import { day, second } from "@/lib/time";

/** What a session cookie says: whose it is, which row of user_sessions it is, and the version of the account then. */
export type SessionClaims = { userId: string; sessionId: string; version: number };

/** A session that is not used for so long ends; one that is used is issued again (`isDueForRenewal`). */
export const sessionSeconds = (30 * day) / second;

const payloadSchema = z.object({
  sub: z.uuid(),
  sid: z.uuid(),
  ver: z.int(),
  iat: z.int(),
});

/**
 * The keys that session cookies are encrypted under (the first) and opened with (all): derived, so that no other use of
 * the shop's secret can open one.
 */
export function sessionKey(shopSecret: string): string[] {
  return secretKeys(shopSecret).map((key) => sha256(`session-cookie:${key}`));
}

/** The claims as the token's payload: what next-auth's jwt callback returns, too. */
export function sessionPayload(claims: SessionClaims): { sub: string; sid: string; ver: number } {
  return { sub: claims.userId, sid: claims.sessionId, ver: claims.version };
}

/** A session cookie's value: an encrypted JWT, good for `sessionSeconds` in the cookie of this name alone. */
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
 * What a cookie's value says, or null when it is not ours: changed, expired, of another secret, unsigned. It says
 * nothing about whether the session still lives; the database knows that (find-signed-in-user.ts).
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

/** True for a cookie that is old enough to be issued again, so that a session in use never ends. */
export function isDueForRenewal(session: OpenedSession, now: Date): boolean {
  return now.getTime() - session.issuedAt.getTime() > day;
}
