import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { Semaphore } from "@/lib/base/process/semaphore";
import { processWide } from "@/lib/base/process-wide";
import { second } from "@/lib/base/time/time";
import { normalizePassword } from "./password-length";

/** Hashes and compares passwords. A dependency of use cases, so that tests can count the work. */
export type PasswordHasher = {
  hash(password: string): Promise<string>;
  verify(stored: string | null, password: string): Promise<boolean>;
};

// OWASP's recommendation for argon2id (algorithm 2): 19 MiB, two passes, one lane.
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Runs one hash. Each takes a core and 19 MiB, and many at once would stop every page: at most two run at once, one core
 * is left to the pages, and a wait over five seconds is refused. Errors: busy.
 */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const atOnce = Math.max(1, Math.min(2, availableParallelism() - 1));
  const queue = () => new Semaphore({ atOnce, waiting: 50, longestWaitMs: 5 * second });
  return processWide("hashing", queue).run(work);
}

/** The hash to store of a new password (argon2id with its own salt); about 30 ms on another thread. Errors: busy. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normalizePassword(password), options));
}

/**
 * True when the password matches the hash. Without a hash (no account, or no password) the same work is done with a
 * hash that no password matches, so that the time doesn't reveal who has an account. Errors: busy.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const isRight = await inTurn(() => verify(stored ?? dummyHash, normalizePassword(password)));
  return stored !== null && isRight;
}

// Verified where there is no account or password, so that the answer takes as long: the hash, with the options above, of
// 32 discarded random bytes.
const dummyHash =
  "$argon2id$v=19$m=19456,t=2,p=1$h3XXmuUzncLg8280eWc2tg$+I3hSh1k/Axyg0ZYck9mArbnZqiRjHF9AApXIFKVbL0";

export const argon2Hasher: PasswordHasher = { hash: hashPassword, verify: verifyPassword };
