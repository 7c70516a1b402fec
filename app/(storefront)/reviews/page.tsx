import type { Metadata } from "next";
import { getNewestReviews, getReviewTotals, reviewsAPage } from "@/app/_server/page-data";
import { getSite } from "@/app/_server/site";
import { ReviewsBody } from "@/components/reviews/reviews-body";
import { ratingOf } from "@/lib/reviews/rating";

export async function generateMetadata(): Promise<Metadata> {
  const { name } = await getSite();
  return {
    title: "Reviews",
    description: `What buyers say about their delivered ${name} orders: every review, good or bad, and how our reviews work.`,
    alternates: { canonical: "/reviews" },
  };
}

/** The newest reviews. Static; regenerated when one changes. */
export default async function ReviewsPage() {
  const [reviews, totals] = await Promise.all([getNewestReviews(), getReviewTotals()]);
  const hasOlder = ratingOf(totals.stars).count > reviewsAPage;
  return <ReviewsBody reviews={reviews} totals={totals} olderHref={hasOlder ? "/reviews/older" : null} />;
}
