import Link from "next/link";
import type { ListPage } from "@/lib/base/list-page";
import type { PublicReview, ReviewTotals } from "@/lib/people/reviews/list-reviews";
import { editableDays, hidingReasons } from "@/lib/people/reviews/review-rules";
import { minReviewsForAverage, ratingOf } from "@/lib/shop/content/rating";
import { NoReviews, RatingLine, ReviewList } from "./review-list";

type ReviewsBodyProps = {
  page: ListPage<PublicReview>;
  totals: ReviewTotals;
};

/** One page of all reviews, and how they work. */
export function ReviewsBody({ page, totals }: ReviewsBodyProps) {
  const rating = ratingOf(totals.stars);
  return (
    <div className="column flex flex-col gap-12 py-14 lg:py-24">
      <header className="flex max-w-prose flex-col gap-4">
        <h1 className="text-3xl font-semibold tracking-tight">Reviews</h1>
        <p className="text-lg text-muted-foreground">
          What buyers say about delivered orders. All of their reviews, newest first.
        </p>
      </header>
      <section aria-labelledby="all-title" className="flex flex-col gap-6">
        <h2 id="all-title" className="text-xl font-semibold tracking-tight">
          {rating.count === 0 ? "No reviews yet" : <RatingLine rating={rating} />}
        </h2>
        {rating.count === 0 ? <NoReviews /> : <ReviewList reviews={page.rows} />}
        {page.next ? (
          <p>
            <Link
              href={`/reviews/older?before=${page.next}`}
              prefetch={false}
              className="text-primary underline underline-offset-4"
            >
              Older reviews
            </Link>
          </p>
        ) : null}
      </section>
      <section aria-labelledby="rule-title" className="flex max-w-prose flex-col gap-4">
        <h2 id="rule-title" className="text-xl font-semibold tracking-tight">
          How our reviews work
        </h2>
        <p>
          Only an order that was delivered, in full or in part, can be reviewed. Each order can be reviewed
          once, through its private link, so every review is from a buyer. We publish all of them, good and
          bad, after the same checks: no links, addresses or phone numbers. We don&apos;t pay for reviews.
          Buyers can change a review for {editableDays} days and remove it at any time.
        </p>
        <p>
          We show an average once there are {minReviewsForAverage} reviews. It counts all of them and is
          rounded down.
        </p>
        <Hidden hidden={totals.hidden} />
      </section>
    </div>
  );
}

/** How many reviews are hidden, and why. */
function Hidden({ hidden }: Pick<ReviewTotals, "hidden">) {
  if (hidden.length === 0) return <p>No review is hidden.</p>;
  const total = hidden.reduce((sum, { count }) => sum + count, 0);
  const reasons = hidden.map(({ reason, count }) => `${hidingReasons[reason].toLowerCase()} (${count})`);
  return (
    <p>
      {total === 1 ? "1 review is hidden" : `${total} reviews are hidden`}: {reasons.join(", ")}. We hide a
      review only if it is illegal, shows personal data, insults someone or advertises, never for its stars.
    </p>
  );
}
