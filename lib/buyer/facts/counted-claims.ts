import { ratingOf, type StarCount } from "@/lib/shop/content/rating";
import type { CountedClaims } from "@/lib/shop/settings/claims";
import { type CountedFact, shareDelivered } from "./facts";

/** How many creators the specified claim names. */
const claimedCreators = 50_000;

/**
 * The claims for which the shop has counted something itself: its figure, or null where the count is too small for one
 * but contradicts the claim. Where nothing was counted, the claim stays as it is. Pure.
 */
export function countedClaims(
  facts: readonly CountedFact[],
  stars: readonly Pick<StarCount, "stars" | "count">[],
): CountedClaims {
  const counted: CountedClaims = {};
  const { count, average } = ratingOf(stars);
  if (count > 0) counted.rating = average === null ? null : `${average.toFixed(1)}/5`;
  const share = shareDelivered(facts);
  if (share === null) return counted;
  counted.successRate = share;
  const mostOrders = Math.max(...facts.map(({ n }) => n));
  if (mostOrders < claimedCreators) counted.trustedBy = null;
  return counted;
}
