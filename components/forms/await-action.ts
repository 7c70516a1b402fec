import { unstable_isUnrecognizedActionError, unstable_rethrow } from "next/navigation";
import type { Result } from "@/lib/base/result";

type Refused = Extract<Result<never>, { ok: false }>;

const unreachable = {
  code: "upstream_failed",
  message: "The shop could not be reached. Please check your connection and try again.",
} as const;

// During an upgrade, one web server may have been replaced and another not yet, so trying again may help.
const updated = {
  code: "upstream_failed",
  message:
    "The shop was updated while this page was open. What you typed is still here: try again in a minute, or copy it, reload the page and send it again.",
} as const;

/**
 * Awaits a server action. A failed connection, a refusal before the action (app/_server/http/request-listener.ts) and
 * an action of another release become error results; only redirects are thrown.
 */
export async function awaitAction<T>(answer: Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await answer;
  } catch (error) {
    // Next throws redirects.
    unstable_rethrow(error);
    if (unstable_isUnrecognizedActionError(error)) return { ok: false, error: updated };
    return refusalIn(error) ?? { ok: false, error: unreachable };
  }
}

/** The result that the server sent in place of the action's; Next makes it the error's text. */
function refusalIn(error: unknown): Refused | null {
  try {
    const sent: Refused | null = JSON.parse(error instanceof Error ? error.message : "");
    return sent?.ok === false ? sent : null;
  } catch {
    return null;
  }
}
