import "server-only";
import { databaseNow } from "@/lib/clock";
import { findEmailToken } from "@/lib/customers/email-token";
import { getDb } from "@/lib/db/client";
import type { TokenKind } from "@/lib/db/generated/enums";
import { AppError } from "@/lib/errors";
import type { PublicError, Result } from "@/lib/result";

/** What a mailed link opens, or why it doesn't work, for its page. */
export async function readLink<T>(found: Promise<T>): Promise<Result<T>> {
  try {
    return { ok: true, data: await found };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ok: false, error: { code: error.code, message: error.userMessage } };
  }
}

/** Why a mailed link doesn't work; null when it does. Does not consume the link. */
export async function findLinkProblem(kind: TokenKind, token: string): Promise<PublicError | null> {
  const link = await readLink(findEmailToken(getDb(), kind, token, databaseNow()));
  return link.ok ? null : link.error;
}
