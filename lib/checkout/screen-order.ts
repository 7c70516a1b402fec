import { issueChallenge, spendSolution } from "@/lib/abuse/challenge";
import { type Buyer, screenBuyer } from "@/lib/abuse/velocity";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { logger } from "@/lib/logger";

export type Screening = {
  /** SHOP_SECRET, which signs challenges. */
  secret: string;
  /** RATE_LIMIT_SCALE, which multiplies the velocity rules' limits. */
  scale: number;
};

type ScreeningDeps = { db: Database; screening: Screening; now: Date };

/**
 * Screens an order before it is created. Errors: blocked for a buyer on the block list; challenge_required, with the
 * challenge, for one whose recent orders or cards trip a velocity rule and who sends no valid solution.
 */
export async function screenOrder(deps: ScreeningDeps, buyer: Buyer, solution: string | null): Promise<void> {
  const { db, screening, now } = deps;
  const { isBlocked, tripped } = await screenBuyer(db, buyer, screening.scale);
  if (isBlocked) throw new AppError("blocked");
  if (tripped.length === 0) return;
  if (solution !== null && (await spendSolution(db, { secret: screening.secret, buyer, solution, now })))
    return;
  logger.warn({ rules: tripped }, "an order needs proof of work");
  const challenge = await issueChallenge(screening.secret, buyer, now);
  throw new AppError("challenge_required", { challenge });
}
