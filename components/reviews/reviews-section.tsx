import Link from "next/link";
import { Section } from "@/components/storefront/section";
import type { PublicReview } from "@/lib/people/reviews/list-reviews";
import type { Rating } from "@/lib/shop/content/rating";
import { NoReviews, RatingLine, ReviewList } from "./review-list";

/** How many of the newest reviews the home page shows. */
const shown = 6;

/** The target of the header's "Reviews": the newest reviews, whatever they say, or a note that there are none yet. */
export function ReviewsSection({ reviews, rating }: { reviews: PublicReview[]; rating: Rating }) {
  const isEmpty = reviews.length === 0;
  const lead = isEmpty
    ? "There are no reviews yet. Only a delivered order can be reviewed, so the first one will come from a buyer."
    : "From buyers whose order was delivered, newest first, the good and the bad.";
  return (
    <Section id="testimonials" title="Reviews" lead={lead}>
      {isEmpty ? (
        <NoReviews className="text-muted-foreground" />
      ) : (
        <>
          <p className="mb-6 text-lg font-semibold">
            <RatingLine rating={rating} />
          </p>
          <ReviewList reviews={reviews.slice(0, shown)} />
          <p className="mt-6">
            <Link href="/reviews" prefetch={false} className="text-primary underline underline-offset-4">
              All reviews, and how they work
            </Link>
          </p>
        </>
      )}
    </Section>
  );
}
