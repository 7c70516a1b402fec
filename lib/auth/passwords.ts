import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { Semaphore } from "@/lib/semaphore";
import { second } from "@/lib/time";
import { normalizePassword } from "./password-length";

/** How passwords are hashed and compared: a use case takes it as it takes the database, so that its work can be counted. */
export type PasswordHasher = {
  hash(password: string): Promise<string>;
  verify(stored: string | null, password: string): Promise<boolean>;
};

// OWASP's recommendation for argon2id (algorithm 2): 19 MiB, two passes, one lane.
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Next evaluates modules once a bundle; what a process may hold only once hangs on globalThis.
const holder: { shopHashing?: Semaphore } = globalThis as typeof holder;

/**
 * Runs the work of one hash. Each takes a core and 19 MiB, so that a crowd that signs in would stop every page: one core
 * is left to the pages, at most two hashes are made at once, and whoever would wait for more than five seconds is told
 * to come again. Errors: busy.
 */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const atOnce = Math.max(1, Math.min(2, availableParallelism() - 1));
  holder.shopHashing ??= new Semaphore({ atOnce, waiting: 50, longestWaitMs: 5 * second });
  return holder.shopHashing.run(work);
}

/** The hash to store of a new password (argon2id with its own salt). Costs some 30 ms on another thread. Errors: busy. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normalizePassword(password), options));
}

/**
 * True when the password is the one that was hashed. Without a hash (no such account, or one that has no password) the
 * same work is done against a hash that nothing fits, so that the time says nothing about who has an account.
 * Errors: busy.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const isRight = await inTurn(() => verify(stored ?? unfittingHash, normalizePassword(password)));
  return stored !== null && isRight;
}

// A hash with the options above of 32 random bytes that nobody kept.
const unfittingHash =
  "$argon2id$v=19$m=19456,t=2,p=1$h3XXmuUzncLg8280eWc2tg$+I3hSh1k/Axyg0ZYck9mArbnZqiRjHF9AApXIFKVbL0";

/** The shop's hasher. */
export const argon2Hasher: PasswordHasher = { hash: hashPassword, verify: verifyPassword };
