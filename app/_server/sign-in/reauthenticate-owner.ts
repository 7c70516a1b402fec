import "server-only";
import { argon2Hasher } from "@/lib/auth/passwords";
import { databaseNow } from "@/lib/clock";
import { reauthenticate } from "@/lib/customers/reauthenticate";
import { getConnection } from "@/lib/db/client";
import { consumeRateLimit } from "@/lib/rate-limit/consume-rate-limit";
import type { SignedInUser } from "../session";

/**
 * Re-authenticates the owner before a change of how the account is opened. Errors: those of reauthenticate;
 * rate_limited.
 */
export async function reauthenticateOwner(
  { id, reauthenticatedAt }: SignedInUser,
  password: string,
): Promise<void> {
  const { db, pool } = getConnection();
  await consumeRateLimit(pool, "reauthentication", id);
  await reauthenticate(
    { db, hasher: argon2Hasher, now: databaseNow() },
    { userId: id, reauthenticatedAt, password },
  );
}
