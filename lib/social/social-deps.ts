import { databaseNow } from "@/lib/clock";
import type { Db } from "@/lib/db/client";
import { getEnv } from "@/lib/env";
import { second } from "@/lib/time";
import { defaultPauses, withBreaker } from "./breaker";
import type { SocialDataProvider } from "./provider";
import { openScrapeCreators } from "./scrapecreators/open-scrapecreators";

/** What the social use cases need. `provider` carries the breaker and the flights: share one a process. */
export type SocialDeps = { db: Db; provider: SocialDataProvider; now: Date };

// Next evaluates modules once a bundle; the breaker has to be the process's own all the same.
const holder: { shopSocialProvider?: SocialDataProvider } = globalThis as {
  shopSocialProvider?: SocialDataProvider;
};

/** The dependencies as this process is configured, at this moment. */
export function socialDeps(db: Db): SocialDeps {
  holder.shopSocialProvider ??= openConfiguredProvider();
  return { db, provider: holder.shopSocialProvider, now: databaseNow() };
}

function openConfiguredProvider(): SocialDataProvider {
  const env = getEnv();
  const provider = openScrapeCreators({
    baseUrl: env.SCRAPECREATORS_BASE_URL,
    apiKey: env.SCRAPECREATORS_API_KEY,
    timeoutMs: env.SOCIAL_TIMEOUT_MS,
    searchTimeoutMs: env.SOCIAL_SEARCH_TIMEOUT_MS,
  });
  // An emulator refuses one handle to show how that looks, not an account that somebody has to top up.
  const pauses = env.APP_MODE === "local" ? { rateLimitedMs: second, refusedMs: second } : defaultPauses;
  return withBreaker(provider, pauses);
}
