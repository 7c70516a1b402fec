import { decode, encode } from "next-auth/jwt";
import { z } from "zod";
import { sha256 } from "@/lib/ids";
import { minute, second } from "@/lib/time";
import { sessionKey } from "./session-token";

/** Who has given the first factor, and where they were going. It is no session and opens nothing. */
export type PendingSignIn = { userId: string; next: string; passwordHash: string | null; version: number };

/** For so long the code may be given. */
export const pendingSignInSeconds = (10 * minute) / second;

// The token's salt: a session cookie opens none of these, and none of them is a session.
const salt = "pending-sign-in";

const payloadSchema = z.object({ sub: z.uuid(), next: z.string(), stamp: z.string() });

/** What changes with the password and when every session is ended: then a sign-in half way through ends, too. */
function stampOf({ passwordHash, version }: Pick<PendingSignIn, "passwordHash" | "version">): string {
  return sha256(`${salt}:${version}:${passwordHash ?? ""}`).slice(0, 32);
}

/** The cookie of a sign-in that waits for its second factor: encrypted, good for ten minutes. */
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
 * Whose sign-in waits, and where it leads to; null for a cookie that is not ours or too old, and when the account's
 * password was changed or its sessions were ended since. `findAccount` reads the account as it is now.
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
