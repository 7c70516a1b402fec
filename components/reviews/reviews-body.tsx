import Link from "next/link";
import { ProsePage } from "@/components/storefront/prose-page";
import type { PublicReview, ReviewTotals } from "@/lib/reviews/list-reviews";
import { ratingOf } from "@/lib/reviews/rating";
import { hidingReasons } from "@/lib/reviews/review-rules";
import { RatingLine } from "./rating-line";
import { ReviewList } from "./review-list";

type ReviewsBodyProps = {
  reviews: PublicReview[];
  totals: ReviewTotals;
  /** Where older ones are; null on the last page. */
  olderHref: string | null;
};

/** One page of all reviews, and how they come about. */
export function ReviewsBody({ reviews, totals, olderHref }: ReviewsBodyProps) {
  const rating = ratingOf(totals.stars);
  return (
    <ProsePage title="Reviews" lead="What buyers say about delivered orders. All of it, the newest first.">
      <h2>How reviews come about</h2>
      <p>
        Only an order that was delivered in full can be reviewed, once, through its private link: each review
        is from a buyer. We publish all of them, good and bad, after the same checks: no links, addresses or
        phone numbers. Nobody is paid for one. An average is shown from 10 reviews on, over all of them,
        rounded down. Buyers can change a review for 30 days and remove it at any time.
      </p>
      <Hidden hidden={totals.hidden} />
      <h2>{rating.count === 0 ? "No reviews yet" : <RatingLine rating={rating} />}</h2>
      {rating.count === 0 ? (
        <p>
          Was your order delivered? The review is on its page. <Link href="/track">Find your order</Link>
        </p>
      ) : (
        <ReviewList reviews={reviews} />
      )}
      {olderHref ? (
        <p>
          <Link href={olderHref} prefetch={false}>
            Older reviews
          </Link>
        </p>
      ) : null}
    </ProsePage>
  );
}

/** How many reviews are hidden, and why. */
function Hidden({ hidden }: Pick<ReviewTotals, "hidden">) {
  if (hidden.length === 0) return <p>No review is hidden.</p>;
  const total = hidden.reduce((sum, { count }) => sum + count, 0);
  const reasons = hidden.map(({ reason, count }) => `${hidingReasons[reason].toLowerCase()} ${count}`);
  return (
    <p>
      {total === 1 ? "1 review is hidden" : `${total} reviews are hidden`}: {reasons.join(", ")}. A review is
      hidden only for content that is illegal, shows personal data, insults or advertises, never for its
      stars.
    </p>
  );
}
