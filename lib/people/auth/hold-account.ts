import type { Tx } from "@/lib/base/db/client";
import { AppError } from "@/lib/base/errors";

/** Keeps an account from being deleted until the transaction ends; false when it was deleted. */
export async function holdAccount(tx: Tx, userId: string): Promise<boolean> {
  const held = await tx.$queryRaw<unknown[]>`
    SELECT id FROM users WHERE id = ${userId}::uuid AND anonymized_at IS NULL FOR KEY SHARE`;
  return held.length > 0;
}

/**
 * The error for a caller that would write something in the name of a deleted account (`holdAccount` returned false):
 * the deletion is over, so nothing would erase it later.
 */
export const accountIsDeleted = () =>
  new AppError("unauthorized", {
    userMessage: "This account was deleted, so nothing was sent. Reload the page to continue as a guest.",
  });
