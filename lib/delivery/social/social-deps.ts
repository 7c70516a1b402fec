import { type Db, getConnection } from "@/lib/base/db/client";
import { getEnv } from "@/lib/base/env/env";
import { hasCode } from "@/lib/base/errors";
import { processWide } from "@/lib/base/process-wide";
import { consumeRateLimit } from "@/lib/base/rate-limit/consume-rate-limit";
import { databaseNow } from "@/lib/base/time/clock";
import { second } from "@/lib/base/time/time";
import type { AdapterName } from "@/lib/shop/catalog/document";
import { findPlatform } from "@/lib/shop/catalog/vocabulary";
import { defaultPauses, withBreaker } from "./breaker";
import { ProviderError, type SocialDataProvider } from "./provider";
import { openScrapeCreators } from "./scrapecreators/open-scrapecreators";

/**
 * The social use cases' dependencies. `provider` holds the circuit breaker and the requests in flight, so there is one
 * per process. It is null in a shop without a key: names count as typed, posts are named by their links, and no counters
 * are read.
 */
export type SocialDeps = {
  db: Db;
  provider: SocialDataProvider | null;
  now: Date;
  /** Counts a question that the cache does not answer (spendLookUp); jobs ask without a budget. */
  spend?: () => Promise<void>;
};

/**
 * The platform's adapter; null where nothing can be looked up: the shop has no key, or the platform no adapter.
 */
export function adapterOf({ provider }: Pick<SocialDeps, "provider">, platform: string): AdapterName | null {
  return provider && (findPlatform(platform)?.adapter ?? null);
}

export type ProviderDeps = SocialDeps & { provider: SocialDataProvider };

/** The dependencies of jobs from this process's configuration, at the present time. */
export function socialDeps(db: Db): SocialDeps {
  return { db, provider: processWide("social-provider", openConfiguredProvider), now: databaseNow() };
}

/** The dependencies of pages, within the shop's budget of look-ups. */
export function socialDepsOfPages(db: Db): SocialDeps {
  return { ...socialDeps(db), spend: spendLookUp };
}

/** The dependencies of an order: a budget and a circuit breaker that visitors' look-ups can't use up. */
export function socialDepsOfCheckout(db: Db): SocialDeps {
  const provider = processWide("social-provider-of-checkout", openConfiguredProvider);
  return { db, provider, now: databaseNow(), spend: spendCheckoutLookUp };
}

function openConfiguredProvider(): SocialDataProvider | null {
  const env = getEnv();
  if (!env.SCRAPECREATORS_API_KEY) return null;
  const provider = openScrapeCreators({
    baseUrl: env.SCRAPECREATORS_BASE_URL,
    apiKey: env.SCRAPECREATORS_API_KEY,
    timeoutMs: env.SOCIAL_TIMEOUT_MS,
    searchTimeoutMs: env.SOCIAL_SEARCH_TIMEOUT_MS,
  });
  // An emulator's refusal belongs to one reserved handle, not to an account that an operator must top up.
  const pauses = env.APP_MODE === "local" ? { rateLimitedMs: second, refusedMs: second } : defaultPauses;
  return withBreaker(provider, pauses);
}

const all = "all";

/**
 * Counts a page's question that the cache does not answer, of all callers and processes together: each costs the shop
 * money. Throws ProviderError when the budget of this minute or day is used up.
 */
export function spendLookUp(): Promise<void> {
  const { pool } = getConnection();
  return asProvider(async () => {
    await consumeRateLimit(pool, "lookUps", all);
    await consumeRateLimit(pool, "lookUpsOfDay", all);
  });
}

/** The same for an order that is being placed: visitors' look-ups can't use up its budget. */
export function spendCheckoutLookUp(): Promise<void> {
  const { pool } = getConnection();
  return asProvider(async () => {
    await consumeRateLimit(pool, "checkoutLookUps", all);
    await consumeRateLimit(pool, "checkoutLookUpsOfDay", all);
  });
}

async function asProvider(count: () => Promise<void>): Promise<void> {
  try {
    await count();
  } catch (error) {
    if (!hasCode(error, "rate_limited")) throw error;
    throw new ProviderError("rate_limited", "the shop's budget of look-ups is used up", { cause: error });
  }
}
