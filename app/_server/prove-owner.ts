import "server-only";
import { argon2Hasher } from "@/lib/auth/passwords";
import { databaseNow } from "@/lib/clock";
import { requireProof } from "@/lib/customers/require-proof";
import { getConnection } from "@/lib/db/client";
import { takePoint } from "@/lib/rate-limit/take-point";
import type { SignedInUser } from "./session";

/**
 * Makes sure that it is the owner who changes how the account is opened (requireProof). Each try costs the account a
 * point. Errors: as of requireProof, and rate_limited.
 */
export async function proveOwner({ id, provenAt }: SignedInUser, password: string): Promise<void> {
  const { db, pool } = getConnection();
  await takePoint(pool, "passwordProof", id);
  await requireProof({ db, hasher: argon2Hasher, now: databaseNow() }, { userId: id, provenAt, password });
}
