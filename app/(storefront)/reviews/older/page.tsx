import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { getReviewTotals, reviewsAPage } from "@/app/_server/page-data";
import { ReviewsBody } from "@/components/reviews/reviews-body";
import { getDb } from "@/lib/db/client";
import { listReviews } from "@/lib/reviews/list-reviews";
import { ratingOf } from "@/lib/reviews/rating";

export const metadata: Metadata = { title: "Older reviews", robots: { index: false } };

export const dynamic = "force-dynamic";

/** The last page that can be opened: every later page would make the database skip more rows. */
const lastPage = 500;

const searchSchema = z.object({ page: z.coerce.number().int().min(2).max(lastPage).catch(2) });

type OlderReviewsPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** The second page of reviews, and those after it. */
export default async function OlderReviewsPage({ searchParams }: OlderReviewsPageProps) {
  const { page } = searchSchema.parse(await searchParams);
  const [reviews, totals] = await Promise.all([
    listReviews(getDb(), { take: reviewsAPage, skip: (page - 1) * reviewsAPage }),
    getReviewTotals(),
  ]);
  if (reviews.length === 0) notFound();
  const hasOlder = page < lastPage && ratingOf(totals.stars).count > page * reviewsAPage;
  return (
    <ReviewsBody
      reviews={reviews}
      totals={totals}
      olderHref={hasOlder ? `/reviews/older?page=${page + 1}` : null}
    />
  );
}
