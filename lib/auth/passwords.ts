import { hash, verify } from "@node-rs/argon2";
import { normalizePassword } from "./password-length";

/** How passwords are hashed and compared: a use case takes it as it takes the database, so that its work can be counted. */
export type PasswordHasher = {
  hash(password: string): Promise<string>;
  verify(stored: string | null, password: string): Promise<boolean>;
};

// OWASP's recommendation for argon2id (algorithm 2): 19 MiB, two passes, one lane.
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash to store of a new password (argon2id with its own salt). Costs some 30 ms on another thread. */
export function hashPassword(password: string): Promise<string> {
  return hash(normalizePassword(password), options);
}

/**
 * True when the password is the one that was hashed. Without a hash (no such account, or one that has no password) the
 * same work is done against a hash that nothing fits, so that the time says nothing about who has an account.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const isRight = await verify(stored ?? unfittingHash, normalizePassword(password));
  return stored !== null && isRight;
}

// A hash with the options above of 32 random bytes that nobody kept.
const unfittingHash =
  "$argon2id$v=19$m=19456,t=2,p=1$h3XXmuUzncLg8280eWc2tg$+I3hSh1k/Axyg0ZYck9mArbnZqiRjHF9AApXIFKVbL0";

/** The shop's hasher. */
export const argon2Hasher: PasswordHasher = { hash: hashPassword, verify: verifyPassword };
