import { sha256 } from "@/lib/base/ids";
import { ApiError } from "./api-error";
import { canonicalForm } from "./form";
import { type Answer, lookUp, type SavedAnswer, type StripeState } from "./state";

const keptMs = 24 * 60 * 60 * 1000;
const longestKey = 255;

/** A reserved key. `end` must follow, with the answer to save under it, or null to free it. */
export type Reservation = { end(answer: Answer | null): void };

/**
 * Idempotency keys (https://docs.stripe.com/api/idempotent_requests): a completed call's answer, good or bad, is stored
 * for 24 hours and repeated for the same call. The result reserves a key: it returns the saved answer, or a reservation
 * for the caller to produce it. It throws ApiError 400 when the key was used with another path or other parameters, 409
 * while its first call is in progress. Calls in progress are not stored, so a restart frees their keys.
 */
export function openIdempotencyKeys(state: StripeState) {
  const inProgress = new Set<string>();
  return (key: string, path: string, encodedParams: string): { saved: SavedAnswer } | Reservation => {
    if (key.length > longestKey)
      throw misuse(400, `Idempotency keys may have at most ${longestKey} characters.`);
    const fingerprint = sha256(canonicalForm(encodedParams));
    const remembered = lookUp(state.answers, key);
    const saved = remembered && isYoung(remembered) ? remembered : undefined;
    if (saved && saved.path !== path) {
      throw misuse(
        400,
        `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${saved.path}'). Try using a key other than '${key}' if you meant to execute a different request.`,
      );
    }
    if (saved && saved.fingerprint !== fingerprint) {
      throw misuse(
        400,
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      );
    }
    if (saved) return { saved };
    if (inProgress.has(key)) {
      throw misuse(
        409,
        `There is currently another in-progress request using this idempotent key: ${key}. Please try again later.`,
        "idempotency_key_in_use",
      );
    }
    inProgress.add(key);
    return {
      end(answer) {
        inProgress.delete(key);
        if (answer) state.answers[key] = { ...answer, path, fingerprint, savedAt: Date.now() };
      },
    };
  };
}

/** Drops expired answers. */
export function forgetOldAnswers(state: StripeState): void {
  for (const [key, saved] of Object.entries(state.answers)) {
    if (!isYoung(saved)) delete state.answers[key];
  }
}

function isYoung(saved: SavedAnswer): boolean {
  return saved.savedAt >= Date.now() - keptMs;
}

function misuse(status: number, message: string, code?: string): ApiError {
  return new ApiError(status, message, { type: "idempotency_error", ...(code && { code }) });
}
