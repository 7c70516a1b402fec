import { getConnection } from "@/lib/base/db/client";
import { hasCode } from "@/lib/base/errors";
import { consumeRateLimit } from "@/lib/base/rate-limit/consume-rate-limit";
import { ProviderError } from "./provider";

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
