import type { Pool } from "pg";
import { logSecurity } from "@/lib/auth/log-security";
import { AppError } from "@/lib/errors";
import { sha256 } from "@/lib/ids";
import { addressKey } from "@/lib/rate-limit/address-key";
import { consumeRateLimit } from "@/lib/rate-limit/consume-rate-limit";
import type { LimitName } from "@/lib/rate-limit/limits";
import { refundRateLimit, resetRateLimit } from "@/lib/rate-limit/refund-rate-limit";

export type SignInAttempt = {
  email: string;
  /** The client's network address. */
  address: string;
  /** The browser's name, if the account has signed in with it before (lib/auth/known-device.ts). */
  device: string | null;
};

type Bucket = { limit: LimitName; key: string };

/**
 * The limits of an attempt. A browser known to the account has its own, so that strangers can't lock the owner out.
 * Accounts are counted under a hash, whether or not they exist.
 */
function bucketsOf({ email, address, device }: SignInAttempt): { own: Bucket; shared: Bucket[] } {
  const from = addressKey(address);
  const account = sha256(email).slice(0, 32);
  const ofAddress: Bucket = { limit: "signInAddress", key: from };
  if (device) return { own: { limit: "signInDevice", key: device }, shared: [ofAddress] };
  const own: Bucket = { limit: "signIn", key: `${account}:${from}` };
  return { own, shared: [ofAddress, { limit: "signInAccount", key: account }] };
}

/** Counts an attempt before its password is checked. Errors: rate_limited, which names the reset mail. */
export async function countSignIn(pool: Pool, attempt: SignInAttempt): Promise<void> {
  const { own, shared } = bucketsOf(attempt);
  try {
    for (const { limit, key } of [own, ...shared]) await consumeRateLimit(pool, limit, key);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "rate_limited") throw error;
    logSecurity("sign_in_limited", { address: attempt.address });
    throw new AppError("rate_limited", {
      userMessage:
        "Too many attempts. Please wait a few minutes, or choose a new password by email: that works at once.",
      ...(error.retryAfterSeconds !== undefined && { retryAfterSeconds: error.retryAfterSeconds }),
    });
  }
}

/** After a right password: refunds this attempt, and resets its browser's or network's failures. */
export async function forgiveSignIn(pool: Pool, attempt: SignInAttempt): Promise<void> {
  const { own, shared } = bucketsOf(attempt);
  await resetRateLimit(pool, own.limit, own.key);
  for (const { limit, key } of shared) await refundRateLimit(pool, limit, key);
}

/** Refunds an attempt whose password was never compared. */
export async function refundSignIn(pool: Pool, attempt: SignInAttempt): Promise<void> {
  const { own, shared } = bucketsOf(attempt);
  for (const { limit, key } of [own, ...shared]) await refundRateLimit(pool, limit, key);
}
