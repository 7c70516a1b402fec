import type { Metadata } from "next";
import { getNewestReviews, getReviewTotals } from "@/app/_server/page-data";
import { getSite } from "@/app/_server/site";
import { ReviewsBody } from "@/components/reviews/reviews-body";

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
  const [page, totals] = await Promise.all([getNewestReviews(), getReviewTotals()]);
  return <ReviewsBody page={page} totals={totals} />;
}
