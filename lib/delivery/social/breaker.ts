import { logger } from "@/lib/base/logger";
import { measureCall } from "@/lib/base/telemetry/measure";
import { startStopwatch } from "@/lib/base/time/clock";
import { minute, second } from "@/lib/base/time/time";
import { ProviderError, type SocialDataProvider } from "./provider";

type BreakerPauses = {
  /** After a 429 without Retry-After. */
  rateLimitedMs: number;
  /** After a refused key or an empty account: only an operator can change that. */
  refusedMs: number;
};

export const defaultPauses: BreakerPauses = { rateLimitedMs: 30 * second, refusedMs: 15 * minute };

/**
 * A circuit breaker around a provider, one per process: after an answer about the whole account (429, no credits, bad
 * key) it pauses. Meanwhile every call throws the same kind of ProviderError at once, with the seconds left.
 */
export function withBreaker(
  provider: SocialDataProvider,
  pauses: BreakerPauses = defaultPauses,
  clock: () => number = startStopwatch(),
): SocialDataProvider {
  let openUntil = 0;
  let kind: ProviderError["kind"] = "upstream";

  async function guard<T>(action: keyof SocialDataProvider, call: () => Promise<T>): Promise<T> {
    const leftMs = openUntil - clock();
    if (leftMs > 0) {
      const retryAfterSeconds = Math.ceil(leftMs / second);
      throw new ProviderError(kind, "the social data provider is paused", { retryAfterSeconds });
    }
    try {
      return await measureCall({ service: "social", action }, call);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const pauseMs = pauseAfter(error, pauses);
      if (pauseMs === null) throw error;
      // Calls in flight together fail together; one log line is enough.
      if (openUntil <= clock()) {
        logger[error.kind === "rate_limited" ? "warn" : "error"](
          { reason: error.kind, pauseMs },
          "the social data provider refused the account",
        );
      }
      openUntil = clock() + pauseMs;
      kind = error.kind;
      const retryAfterSeconds = Math.ceil(pauseMs / second);
      throw new ProviderError(error.kind, error.message, { retryAfterSeconds, cause: error });
    }
  }

  return {
    lookupProfile: (...args) => guard("lookupProfile", () => provider.lookupProfile(...args)),
    searchProfiles: (...args) => guard("searchProfiles", () => provider.searchProfiles(...args)),
    listPosts: (...args) => guard("listPosts", () => provider.listPosts(...args)),
  };
}

function pauseAfter(error: ProviderError, pauses: BreakerPauses): number | null {
  switch (error.kind) {
    case "rate_limited": {
      const asked = (error.retryAfterSeconds ?? 0) * second;
      return asked > 0 ? Math.min(asked, pauses.refusedMs) : pauses.rateLimitedMs;
    }
    case "no_credits":
    case "bad_key":
      return pauses.refusedMs;
    default:
      return null;
  }
}
