import { unstable_rethrow } from "next/navigation";
import type { Result } from "@/lib/result";

type Refused = Extract<Result<never>, { ok: false }>;

const unreachable = {
  code: "upstream_failed",
  message: "The shop could not be reached. Please check your connection and try again.",
} as const;

/**
 * Awaits a server action. A failed connection becomes an error result, as does a refusal before the action
 * (app/_server/http/answer-request.ts); it only throws redirects.
 */
export async function askShop<T>(answer: Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await answer;
  } catch (error) {
    // Next throws redirects.
    unstable_rethrow(error);
    return refusalIn(error) ?? { ok: false, error: unreachable };
  }
}

/** The result that the server sent instead of the action's, which Next makes the error's text. */
function refusalIn(error: unknown): Refused | null {
  try {
    const sent: Refused | null = JSON.parse(error instanceof Error ? error.message : "");
    return sent?.ok === false ? sent : null;
  } catch {
    return null;
  }
}
