import type { Pool } from "pg";
import type { Database } from "@/lib/base/db/client";
import { AppError, hasCode } from "@/lib/base/errors";
import { sha256 } from "@/lib/base/ids";
import { addressKey } from "@/lib/base/rate-limit/address-key";
import { consumeRateLimit, refundRateLimit, resetRateLimit } from "@/lib/base/rate-limit/consume-rate-limit";
import { type LimitName, limits } from "@/lib/base/rate-limit/limits";
import { databaseNow } from "@/lib/base/time/clock";
import { second } from "@/lib/base/time/time";
import { enqueueMail } from "@/lib/mail/queue/enqueue-mail";
import { logSecurity } from "@/lib/people/auth/log-security";
import { codesGuessedMail } from "./account-mails";

export type SignInAttempt = {
  email: string;
  /** The client's network address. */
  address: string;
  /** The browser's name, if the account has signed in with it before (lib/people/auth/known-device.ts). */
  device: string | null;
};

type Bucket = { limit: LimitName; key: string };
/** The limits that an attempt counts against: its browser's or network's own, and those that others share. */
type Buckets = { own: Bucket; shared: Bucket[] };

async function consume(pool: Pool, { own, shared }: Buckets): Promise<void> {
  for (const { limit, key } of [own, ...shared]) await consumeRateLimit(pool, limit, key);
}

async function forgive(pool: Pool, { own, shared }: Buckets): Promise<void> {
  await resetRateLimit(pool, own.limit, own.key);
  for (const { limit, key } of shared) await refundRateLimit(pool, limit, key);
}

/**
 * The limits of an attempt. A browser known to the account has only its own, so that strangers can't lock the account
 * holder out, not even from the account holder's network. Accounts are counted under a hash, whether or not they exist.
 */
function signInBuckets({ email, address, device }: SignInAttempt): Buckets {
  const from = addressKey(address);
  const account = sha256(email).slice(0, 32);
  if (device) return { own: { limit: "signInDevice", key: device }, shared: [] };
  return {
    own: { limit: "signIn", key: `${account}:${from}` },
    shared: [
      { limit: "signInAddress", key: from },
      { limit: "signInAccount", key: account },
    ],
  };
}

/** Counts an attempt before its password is checked. Errors: rate_limited, which names the reset mail. */
export async function countSignIn(pool: Pool, attempt: SignInAttempt): Promise<void> {
  try {
    await consume(pool, signInBuckets(attempt));
  } catch (error) {
    if (!hasCode(error, "rate_limited")) throw error;
    logSecurity("sign_in_limited", { address: attempt.address });
    throw new AppError("rate_limited", {
      userMessage:
        "Too many attempts. Please wait a few minutes, or choose a new password by email: that works at once.",
      retryAfterSeconds: error.retryAfterSeconds,
    });
  }
}

/** After a correct password: refunds this attempt, and resets the failures of its browser or network. */
export function resetSignInFailures(pool: Pool, attempt: SignInAttempt): Promise<void> {
  return forgive(pool, signInBuckets(attempt));
}

/** Refunds an attempt whose password was never compared. */
export async function refundSignIn(pool: Pool, attempt: SignInAttempt): Promise<void> {
  const { own, shared } = signInBuckets(attempt);
  for (const { limit, key } of [own, ...shared]) await refundRateLimit(pool, limit, key);
}

export type CodeAttempt = {
  userId: string;
  /** The account's version (sessionVersion in schema.prisma), which a new password raises. */
  version: number;
  /** The client's network address. */
  address: string;
  /** The browser's name, if it gave a right code of this account before (lib/people/auth/known-device.ts). */
  device: string | null;
};

/**
 * A browser that gave the second factor before has its own limit. An attacker who knows only the password uses another
 * browser, and can exhaust the limits of unknown browsers, but not the account holder's. A new password, which ends
 * what the attacker knows, begins the count of the password again.
 */
function codeBuckets({ userId, version, address, device }: CodeAttempt): Buckets {
  if (device) return { own: { limit: "codeDevice", key: device }, shared: [] };
  const own: Bucket = { limit: "code", key: `${userId}:${addressKey(address)}` };
  return {
    own,
    shared: [
      { limit: "codeOfAccount", key: userId },
      { limit: "codeOfPassword", key: `${userId}:${version}` },
    ],
  };
}

/**
 * Counts an attempt and runs `check`, which throws invalid_input for a wrong code. Success resets the count; after any
 * failure the attempt stays counted. Refusals are logged with their address. When an unknown browser has no more
 * attempts, the account holder is told. Errors: those of `check`; rate_limited.
 */
export async function countCode<T>(
  { db, pool }: { db: Database; pool: Pool },
  attempt: CodeAttempt,
  check: () => Promise<T>,
): Promise<T> {
  const buckets = codeBuckets(attempt);
  const { userId, address } = attempt;
  try {
    await consume(pool, buckets);
    const checked = await check();
    await forgive(pool, buckets);
    return checked;
  } catch (error) {
    if (hasCode(error, "invalid_input")) logSecurity("code_refused", { userId, address });
    if (hasCode(error, "rate_limited")) {
      logSecurity("code_limited", { userId, address });
      if (attempt.device === null) await tellOfGuessing(db, userId);
      if (isLong(error)) throw guessedTooOften(error);
    }
    throw error;
  }
}

/** True when the refusal outlasts an hour, so that only a new password ends it. */
function isLong({ retryAfterSeconds = 0 }: AppError): boolean {
  return retryAfterSeconds * second > limits.codeOfAccount.windowMs;
}

function guessedTooOften({ retryAfterSeconds }: AppError): AppError {
  return new AppError("rate_limited", {
    userMessage:
      "Too many wrong codes. Choose a new password by email, then sign in with it: that works at once.",
    retryAfterSeconds,
  });
}

/** Mails the account holder, at most once a day, that somebody who has the password guesses codes. */
async function tellOfGuessing(db: Database, userId: string): Promise<void> {
  const user = await db.user.findFirst({
    where: { id: userId, anonymizedAt: null },
    select: { email: true },
  });
  if (!user) return;
  const today = databaseNow().toISOString().slice(0, 10);
  await enqueueMail(db, codesGuessedMail, { about: `${userId}:${today}`, recipient: user.email });
}
