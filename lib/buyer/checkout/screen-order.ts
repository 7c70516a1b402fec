import type { Database } from "@/lib/base/db/client";
import { AppError } from "@/lib/base/errors";
import { logger } from "@/lib/base/logger";
import { issueChallenge, spendSolution } from "@/lib/people/abuse/challenge";
import { type Buyer, type BuyerFacts, screenBuyer } from "@/lib/people/abuse/velocity";
import { countryName } from "@/lib/shop/settings/countries";
import type { SiteSettings } from "@/lib/shop/settings/site-settings";

export type Screening = {
  /** SHOP_SECRET, which signs challenges. */
  secret: string;
  /** RATE_LIMIT_SCALE, which multiplies the velocity rules' limits. */
  scale: number;
  /** The caller's country, where a trusted proxy names it. */
  country?: string | null;
};

type ScreeningDeps = { db: Database; screening: Screening; now: Date };

type Screened = {
  buyer: Buyer;
  facts: BuyerFacts;
  settings: Pick<SiteSettings, "excludedCountries">;
  /** Of a challenge that an earlier answer asked for. */
  solution: string | undefined;
};

/**
 * Screens an order before it is created. Errors: country_excluded for a caller from a country that is not sold to;
 * blocked for a buyer on the block list, for one who called off too many paid orders, and for one at ten times the limit
 * of a velocity rule; challenge_required, with the challenge, for one whose recent orders or cards trip a velocity rule
 * and who sends no valid solution.
 */
export async function screenOrder(deps: ScreeningDeps, order: Screened): Promise<void> {
  const { db, screening, now } = deps;
  const { buyer, facts, settings, solution } = order;
  const { country } = screening;
  if (country && settings.excludedCountries.includes(country)) throw notSoldTo(country);
  const { isBlocked, callsOffTooOften, tripped, excess, isFarBeyond } = screenBuyer(facts, screening.scale);
  if (isBlocked) throw new AppError("blocked");
  if (isFarBeyond) throw new AppError("blocked", { userMessage: farBeyondMessage });
  if (callsOffTooOften) throw new AppError("blocked", { userMessage: calledOffMessage });
  if (tripped.length === 0) return;
  const { secret } = screening;
  if (solution !== undefined && (await spendSolution(db, { secret, buyer, solution, excess, now }))) return;
  logger.warn({ rules: tripped, excess }, "an order needs proof of work");
  const challenge = await issueChallenge({ secret, buyer, excess, now });
  throw new AppError("challenge_required", { challenge });
}

const farBeyondMessage =
  "Too many orders were placed from here, or too many cards were declined, so we can't take this one right now. Nothing was charged. Please try again tomorrow, or write to us and we will look into it.";

const calledOffMessage =
  "Several paid orders were withdrawn or cancelled this week, so we can't take another one right now. Nothing was charged, and refunds that are due still arrive. Please order again in a week, or write to us and we will look into it.";

function notSoldTo(country: string): AppError {
  const userMessage = `We don't sell to your country (${countryName(country)}), so we can't take this order. Nothing was charged.`;
  return new AppError("country_excluded", { userMessage });
}
