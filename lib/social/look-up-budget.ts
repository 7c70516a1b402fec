import { getConnection } from "@/lib/db/client";
import { hasCode } from "@/lib/errors";
import { consumeRateLimit } from "@/lib/rate-limit/consume-rate-limit";
import { ProviderError } from "./provider";

/** Who looks something up: pages for any visitor, or an order that is being placed. Each has a budget of its own. */
export type LookUpUse = "pages" | "checkout";

const all = "all";

/**
 * Counts one question that the cache does not answer, of all callers and processes together: each costs the shop money.
 * Throws ProviderError when the budget of this minute or day is used up.
 */
export async function spendLookUp(use: LookUpUse): Promise<void> {
  const { pool } = getConnection();
  try {
    if (use === "checkout") {
      await consumeRateLimit(pool, "checkoutLookUps", all);
      await consumeRateLimit(pool, "checkoutLookUpsOfDay", all);
    } else {
      await consumeRateLimit(pool, "lookUps", all);
      await consumeRateLimit(pool, "lookUpsOfDay", all);
    }
  } catch (error) {
    if (!hasCode(error, "rate_limited")) throw error;
    throw new ProviderError("rate_limited", "the shop's budget of look-ups is used up", { cause: error });
  }
}
