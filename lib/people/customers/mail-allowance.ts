import type { Pool } from "pg";
import { AppError, hasCode } from "@/lib/base/errors";
import { sha256 } from "@/lib/base/ids";
import { addressKey } from "@/lib/base/rate-limit/address-key";
import { consumeRateLimit } from "@/lib/base/rate-limit/consume-rate-limit";
import { mailboxOf } from "@/lib/mail/address/address";

export type MailRequester = {
  /** The client's network address. */
  address: string;
  /**
   * Identifies a requester that strangers can't pass for: the name of a browser that the account knows
   * (lib/people/auth/known-device.ts), or the id of a signed-in account. Null for all others.
   */
  knownAs?: string | null;
};

/**
 * Counts a mail that any visitor can request, by mailbox and requester, whether or not the recipient has an account.
 * Each network has its own limit per mailbox, and all networks together one that bounds the inbox; a known requester
 * has a limit that strangers can't use up. Password resets count separately; otherwise requests that send no mail (an
 * invented order number) could silently use up the limit of the account holder and lock them out. Errors: rate_limited,
 * with what to do next.
 */
export async function countMailTo(
  pool: Pool,
  recipient: string,
  { address, knownAs }: MailRequester,
  { isReset = false } = {},
): Promise<void> {
  const inbox = `${isReset ? "reset:" : ""}${sha256(mailboxOf(recipient)).slice(0, 32)}`;
  try {
    await consumeRateLimit(pool, "mailToFrom", `${inbox}:${knownAs ?? addressKey(address)}`);
    if (!knownAs) await consumeRateLimit(pool, "mailTo", inbox);
  } catch (error) {
    if (!hasCode(error, "rate_limited")) throw error;
    throw new AppError("rate_limited", {
      userMessage:
        "Several emails to this address were asked for within the last hour, so we are not sending another one yet. Please look for the newest one in the inbox and the spam folder, or try again in an hour.",
      retryAfterSeconds: error.retryAfterSeconds,
    });
  }
}

/** countMailTo for a mail that goes along with something else; false when its limit is used up, so it is left out. */
export async function mayMail(pool: Pool, recipient: string, requester: MailRequester): Promise<boolean> {
  try {
    await countMailTo(pool, recipient, requester);
    return true;
  } catch (error) {
    if (hasCode(error, "rate_limited")) return false;
    throw error;
  }
}
