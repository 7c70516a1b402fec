import Link from "next/link";
import { plural } from "@/lib/base/text/plural";
import { longDate } from "@/lib/base/time/time";
import { soldService } from "@/lib/orders/order/sold-names";
import type { PublicReview } from "@/lib/people/reviews/list-reviews";
import type { Rating } from "@/lib/shop/content/rating";
import { Stars } from "./stars";

/** Published reviews, in the order given. */
export function ReviewList({ reviews }: { reviews: PublicReview[] }) {
  return (
    <ul className="grid gap-x-10 border-t border-border sm:grid-cols-2">
      {reviews.map((review) => (
        <li
          key={`${review.writtenAt} ${review.text}`}
          className="flex flex-col gap-2 border-b border-border py-6"
        >
          <Stars stars={review.stars} />
          {review.text ? <p className="whitespace-pre-line wrap-anywhere">{review.text}</p> : null}
          <p className="text-sm text-muted-foreground">
            {review.name ?? "A buyer"}, {soldService(review)},{" "}
            <time dateTime={review.writtenAt}>{longDate(new Date(review.writtenAt))}</time>
            {review.isEdited ? ", edited" : null}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Where reviews would be: who can write the first one. */
export function NoReviews({ className }: { className?: string }) {
  return (
    <p className={className}>
      Was your order delivered? You can review it on its page.{" "}
      <Link href="/track" prefetch={false} className="text-primary underline underline-offset-4">
        Find your order
      </Link>
    </p>
  );
}

/** How many reviews there are and, once there are enough, their average. */
export function RatingLine({ rating: { count, average } }: { rating: Rating }) {
  const reviews = plural(count, "review");
  return average === null ? reviews : `${average.toFixed(1)} of 5 from ${reviews}`;
}
