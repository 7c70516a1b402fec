import { formatCents } from "@/lib/base/money";
import { day } from "@/lib/base/time/time";

/** An entry's price from a given time until the next change, and whether it was on sale. */
export type PriceChange = { priceCents: number; originalCents: number; isOnSale: boolean; since: Date };

/** The period before a reduction whose lowest price counts. */
const referenceMs = 30 * day;

/**
 * Says why an entry's original price may not be struck through, for the operator; null if it may. The original price
 * must be the lowest price of the thirty days before the current one (Directive 98/6/EC, Article 6a), have been asked
 * all that time, and be announced within thirty days of the reduction. How long the reduction lasts does not matter.
 * `history` is oldest first and ends with the current price. Pure.
 */
export function reductionProblem(
  { priceCents, originalCents }: { priceCents: number; originalCents: number },
  history: readonly PriceChange[],
): string | null {
  const sameSince = (isSame: (change: PriceChange) => boolean) =>
    history.slice(history.findLastIndex((change) => !isSame(change)) + 1);
  const atThisPrice = sameSince((change) => change.priceCents === priceCents);
  const announced = sameSince((change) => change.originalCents === originalCents)[0];
  const begin = (atThisPrice.find(({ isOnSale }) => isOnSale) ?? atThisPrice[0])?.since.getTime();
  if (begin === undefined || !announced) return "the price history lacks this price";
  if (announced.since.getTime() >= begin + referenceMs)
    return "it was announced more than 30 days after this price began";

  const from = begin - referenceMs;
  const before = history.filter(
    ({ since }, at) => since.getTime() < begin && (history[at + 1]?.since.getTime() ?? begin) > from,
  );
  const [first] = before;
  if (!first || first.since.getTime() > from) return "it was sold for less than 30 days before this price";
  if (before.some(({ isOnSale }) => !isOnSale))
    return "it was not on sale all of the 30 days before this price";
  const lowest = Math.min(...before.map((change) => change.priceCents));
  if (lowest < originalCents)
    return `it was sold for ${formatCents(lowest)} within the 30 days before this price`;
  if (lowest > originalCents)
    return `the lowest price of the 30 days before this one was ${formatCents(lowest)}; enter that one`;
  return null;
}
