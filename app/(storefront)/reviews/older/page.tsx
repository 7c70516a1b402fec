import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { getReviewTotals, reviewsAPage } from "@/app/_server/page-data";
import type { SearchProps } from "@/app/_server/page-props";
import { ReviewsBody } from "@/components/reviews/reviews-body";
import { getDb } from "@/lib/base/db/client";
import { listReviews } from "@/lib/people/reviews/list-reviews";

export const metadata: Metadata = { title: "Older reviews", robots: { index: false } };

export const dynamic = "force-dynamic";

const searchSchema = z.object({ before: z.coerce.number().int().positive().pipe(z.coerce.date()) });

/** The second page of reviews, and those after it. */
export default async function OlderReviewsPage({ searchParams }: SearchProps) {
  const search = searchSchema.safeParse(await searchParams);
  if (!search.success) notFound();
  const [page, totals] = await Promise.all([
    listReviews(getDb(), { size: reviewsAPage, before: search.data.before }),
    getReviewTotals(),
  ]);
  if (page.rows.length === 0) notFound();
  return <ReviewsBody page={page} totals={totals} />;
}
