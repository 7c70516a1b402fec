/** How many published reviews gave this number of stars, by what was bought. */
export type StarCount = { platform: string; service: string; stars: number; count: number };

/** With fewer reviews, no average is shown, nor put into the markup. */
export const minReviewsForAverage = 10;

export type Rating = {
  count: number;
  /** To one decimal, rounded down; null below the minimum. */
  average: number | null;
};

/** The rating over all of the counted reviews. Pure. */
export function ratingOf(counts: readonly Pick<StarCount, "stars" | "count">[]): Rating {
  const count = counts.reduce((sum, entry) => sum + entry.count, 0);
  const stars = counts.reduce((sum, entry) => sum + entry.stars * entry.count, 0);
  return { count, average: count < minReviewsForAverage ? null : Math.floor((stars * 10) / count) / 10 };
}
