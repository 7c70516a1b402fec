import "server-only";
import { findEmailToken } from "@/lib/customers/email-token";
import { getDb } from "@/lib/db/client";
import type { TokenKind } from "@/lib/db/generated/enums";
import { AppError } from "@/lib/errors";
import type { PublicError } from "@/lib/result";

/** Why a link of a mail opens nothing, for its page; null when it opens something. It is not used up. */
export async function findLinkProblem(kind: TokenKind, token: string): Promise<PublicError | null> {
  try {
    await findEmailToken(getDb(), kind, token, new Date());
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { code: error.code, message: error.userMessage };
  }
}
