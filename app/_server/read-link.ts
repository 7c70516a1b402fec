import "server-only";
import { AppError } from "@/lib/base/errors";
import type { Result } from "@/lib/base/result";
import { publicErrorOf } from "./error-response";

/** A mailed link's result for its page: the record it opens, or why it doesn't work. */
export async function readLink<T>(found: Promise<T>): Promise<Result<T>> {
  try {
    return { ok: true, data: await found };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ok: false, error: publicErrorOf(error) };
  }
}
