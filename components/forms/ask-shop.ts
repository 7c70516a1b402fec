import { unstable_isUnrecognizedActionError, unstable_rethrow } from "next/navigation";
import type { Result } from "@/lib/result";

const unreachable = {
  code: "upstream_failed",
  message: "The shop could not be reached. Please check your connection and try again.",
} as const;

// One web server may have been replaced already and another one not yet, so trying again may help.
const updated = {
  code: "upstream_failed",
  message:
    "The shop was updated while this page was open. What you typed is still here: try again in a minute, or copy it, reload the page and send it again.",
} as const;

/** Awaits a server action. A failed connection becomes an error result, as does an action of another release; it only throws redirects. */
export async function askShop<T>(answer: Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await answer;
  } catch (error) {
    // Next throws redirects.
    unstable_rethrow(error);
    return { ok: false, error: unstable_isUnrecognizedActionError(error) ? updated : unreachable };
  }
}
