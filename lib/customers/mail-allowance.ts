import type { Pool } from "pg";
import { AppError } from "@/lib/errors";
import { sha256 } from "@/lib/ids";
import { addressKey } from "@/lib/rate-limit/address-key";
import { consumeRateLimit } from "@/lib/rate-limit/consume-rate-limit";

/** Who asks for a mail. */
export type MailRequester = {
  /** The client's network address. */
  address: string;
  /**
   * What proves that it is the address's owner who asks: the name of a browser that the account knows
   * (lib/auth/known-device.ts), or the id of the account that is signed in. Null for anybody else.
   */
  owner?: string | null;
};

/**
 * Counts a mail that anybody can ask for, by its recipient and by who asks; whether the recipient has an account makes
 * no difference. A network has a share of its own for each recipient, so one that asks too often takes nothing from
 * the recipient's, up to a sum that bounds the inbox. An owner who is known has a share that strangers can't use up.
 * Errors: rate_limited, which says what to do: nothing that was asked for is dropped in silence.
 */
export async function countMailTo(
  pool: Pool,
  recipient: string,
  { address, owner }: MailRequester,
): Promise<void> {
  const inbox = sha256(recipient).slice(0, 32);
  try {
    await consumeRateLimit(pool, "mailToFrom", `${inbox}:${owner ?? addressKey(address)}`);
    if (!owner) await consumeRateLimit(pool, "mailTo", inbox);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "rate_limited") throw error;
    throw new AppError("rate_limited", {
      userMessage:
        "Several emails to this address were asked for within the last hour, so we are not sending another one yet. Please look for the newest in the inbox and the junk folder, or try again in an hour.",
      ...(error.retryAfterSeconds !== undefined && { retryAfterSeconds: error.retryAfterSeconds }),
    });
  }
}
