import type { Pool } from "pg";
import { logSecurity } from "@/lib/auth/log-security";
import { AppError } from "@/lib/errors";
import { addressKey } from "@/lib/rate-limit/address-key";
import { consumeRateLimit } from "@/lib/rate-limit/consume-rate-limit";
import type { LimitName } from "@/lib/rate-limit/limits";
import { refundRateLimit, resetRateLimit } from "@/lib/rate-limit/refund-rate-limit";

export type CodeAttempt = {
  userId: string;
  /** The client's network address. */
  address: string;
  /** The browser's own name, if a right code of this account was given in it before (lib/auth/known-device.ts). */
  device: string | null;
};

type Bucket = { limit: LimitName; key: string };

/**
 * A browser in which the second factor was given before is counted by itself. Somebody who knows the password alone
 * comes from another one, and can use up the tries of browsers like theirs, but never the owner's.
 */
function bucketsOf({ userId, address, device }: CodeAttempt): { own: Bucket; shared: Bucket[] } {
  if (device) return { own: { limit: "codeDevice", key: device }, shared: [] };
  const own: Bucket = { limit: "code", key: `${userId}:${addressKey(address)}` };
  return { own, shared: [{ limit: "codeOfAccount", key: userId }] };
}

/**
 * Runs `check`, which throws invalid_input for a wrong code, and counts what is wrong; a right code is forgiven the
 * wrong ones before it. Refusals are in the log with their address. Errors: those of `check`; rate_limited.
 */
export async function countCode<T>(pool: Pool, attempt: CodeAttempt, check: () => Promise<T>): Promise<T> {
  const { own, shared } = bucketsOf(attempt);
  const { userId, address } = attempt;
  try {
    for (const { limit, key } of [own, ...shared]) await consumeRateLimit(pool, limit, key);
    const checked = await check();
    await resetRateLimit(pool, own.limit, own.key);
    for (const { limit, key } of shared) await refundRateLimit(pool, limit, key);
    return checked;
  } catch (error) {
    if (error instanceof AppError && error.code === "invalid_input")
      logSecurity("code_refused", { userId, address });
    if (error instanceof AppError && error.code === "rate_limited")
      logSecurity("code_limited", { userId, address });
    throw error;
  }
}
