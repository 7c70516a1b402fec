import "server-only";
import { cache } from "react";
import { countReviews, listReviews, type PublicReview, type ReviewTotals } from "@/lib/reviews/list-reviews";
import { readForPages } from "./read-for-pages";

export const reviewsAPage = 30;

/** The newest reviews, for prerendered pages. */
export const getNewestReviews: () => Promise<PublicReview[]> = cache(() =>
  readForPages({
    name: "reviews",
    read: (db) => listReviews(db, { take: reviewsAPage }),
    otherwise: [],
  }),
);

/** How many reviews there are, for prerendered pages. */
export const getReviewTotals: () => Promise<ReviewTotals> = cache(() =>
  readForPages({ name: "review-totals", read: countReviews, otherwise: { stars: [], hidden: [] } }),
);
