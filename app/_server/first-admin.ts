import { argon2Hasher } from "@/lib/auth/passwords";
import { databaseNow } from "@/lib/clock";
import { createAdmin } from "@/lib/customers/create-admin";
import { getDb } from "@/lib/db/client";
import { getEnv } from "@/lib/env";
import { logger } from "@/lib/logger";

/**
 * Makes the administrator that ADMIN_EMAIL and ADMIN_PASSWORD name, while there has never been one; later starts leave
 * everything as it is. A failure is logged and keeps nobody from shopping.
 */
export async function makeFirstAdmin(): Promise<void> {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = getEnv();
  if (!email || !password) return;
  try {
    const deps = { db: getDb(), hasher: argon2Hasher, now: databaseNow() };
    const isMade = await createAdmin(deps, { email, password, onlyTheFirst: true });
    if (isMade) logger.warn("the first administrator was made; ADMIN_PASSWORD is no longer needed");
  } catch (error) {
    logger.error({ err: error }, "the first administrator could not be made");
  }
}
