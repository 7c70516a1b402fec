import type { Db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { findEmailToken } from "./email-token";

/**
 * The address that a mailed link would make the account's, without using the link. Errors: link_used, link_expired,
 * link_unknown, also for the link of another account.
 */
export async function findEmailChange(
  db: Db,
  { userId, token, now }: { userId: string; token: string; now: Date },
): Promise<string> {
  const link = await findEmailToken(db, "change_email", token, now);
  if (link.userId === userId) return link.email;
  throw new AppError("link_unknown", {
    userMessage: "This link belongs to another account. Please sign in to that one and open it again.",
  });
}
