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
  /** The browser's name, if it gave a right code of this account before (lib/auth/known-device.ts). */
  device: string | null;
};

type Bucket = { limit: LimitName; key: string };

/**
 * A browser that gave the second factor before has its own limit. An attacker who knows only the password uses another
 * browser, and can exhaust the limits of unknown browsers, but not the owner's.
 */
function bucketsOf({ userId, address, device }: CodeAttempt): { own: Bucket; shared: Bucket[] } {
  if (device) return { own: { limit: "codeDevice", key: device }, shared: [] };
  const own: Bucket = { limit: "code", key: `${userId}:${addressKey(address)}` };
  return { own, shared: [{ limit: "codeOfAccount", key: userId }] };
}

/**
 * Runs `check`, which throws invalid_input for a wrong code, and counts wrong codes; a right code resets the count.
 * Refusals are logged with their address. Errors: as of `check`; rate_limited.
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
