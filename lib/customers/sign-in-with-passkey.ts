import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import type { Pool } from "pg";
import { logSecurity } from "@/lib/auth/log-security";
import type { RelyingParty } from "@/lib/auth/passkeys/relying-party";
import { type PasskeyOwner, verifyPasskey } from "@/lib/auth/passkeys/verify-passkey";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { addressKey } from "@/lib/rate-limit/address-key";
import { consumeRateLimit } from "@/lib/rate-limit/consume-rate-limit";
import { refundRateLimit } from "@/lib/rate-limit/refund-rate-limit";

/**
 * The account whose passkey signed this browser's challenge. Failures count with the network's wrong passwords. Errors:
 * as of verifyPasskey; rate_limited.
 */
export async function signInWithPasskey(
  { db, pool, now }: { db: Database; pool: Pool; now: Date },
  input: {
    shop: RelyingParty;
    /** The token in the browser's cookie; null without one. */
    browser: string | null;
    response: AuthenticationResponseJSON;
    /** The client's network address. */
    address: string;
  },
): Promise<PasskeyOwner> {
  const key = addressKey(input.address);
  await consumeRateLimit(pool, "signInAddress", key).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "rate_limited") logSecurity("sign_in_limited");
    throw error;
  });
  const { shop, response } = input;
  const signedIn = await verifyPasskey(db, { shop, browser: input.browser ?? "", now }, response);
  await refundRateLimit(pool, "signInAddress", key);
  return signedIn;
}
