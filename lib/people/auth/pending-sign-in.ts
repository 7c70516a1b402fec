import { decode, encode } from "next-auth/jwt";
import { z } from "zod";
import { sha256 } from "@/lib/base/ids";
import { minute, second } from "@/lib/base/time/time";
import { sessionKey } from "./session-token";

/**
 * A sign-in that has passed its first factor, and the path it leads to. It is not a session and gives access to
 * nothing.
 */
type PendingSignIn = { userId: string; next: string; passwordHash: string | null; version: number };

/** How long the second factor may take. */
export const pendingSignInSeconds = (10 * minute) / second;

// The token's salt, so that it can't be used as a session cookie, nor the other way round.
const salt = "pending-sign-in";

const payloadSchema = z.object({ sub: z.uuid(), next: z.string(), stamp: z.string() });

/**
 * A stamp that changes with the password and when all sessions end; a pending sign-in with an older one is void.
 */
function stampOf({ passwordHash, version }: Pick<PendingSignIn, "passwordHash" | "version">): string {
  return sha256(`${salt}:${version}:${passwordHash ?? ""}`).slice(0, 32);
}

/** The cookie of a pending sign-in: encrypted, valid for ten minutes. */
export function sealPendingSignIn(shopSecret: string, pending: PendingSignIn): Promise<string> {
  return encode({
    token: { sub: pending.userId, next: pending.next, stamp: stampOf(pending) },
    secret: sessionKey(shopSecret),
    salt,
    maxAge: pendingSignInSeconds,
  });
}

type Account = { passwordHash: string | null; sessionVersion: number };

/**
 * A pending sign-in's account and path; null for an invalid or expired cookie, and when the account's password was
 * changed or its sessions ended since. `findAccount` reads the account.
 */
export async function openPendingSignIn<Found extends Account>(
  shopSecret: string,
  value: string,
  findAccount: (userId: string) => Promise<Found | null>,
): Promise<{ account: Found; next: string } | null> {
  const payload = await decode({ token: value, secret: sessionKey(shopSecret), salt }).catch(() => null);
  const parsed = payloadSchema.safeParse(payload);
  if (!parsed.success) return null;
  const account = await findAccount(parsed.data.sub);
  if (!account) return null;
  const stamp = stampOf({ passwordHash: account.passwordHash, version: account.sessionVersion });
  return stamp === parsed.data.stamp ? { account, next: parsed.data.next } : null;
}
