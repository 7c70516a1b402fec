import { platformLabels } from "@/lib/platforms";
import type { PublicReview } from "@/lib/reviews/list-reviews";
import { Stars } from "./stars";

const dateText = (iso: string) =>
  new Date(iso).toLocaleDateString("en-US", {
    month: "long",
    day: "numeric",
    year: "numeric",
    timeZone: "UTC",
  });

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
            {review.name ?? "A buyer"}, {platformLabels[review.platform]} {review.service},{" "}
            <time dateTime={review.writtenAt}>{dateText(review.writtenAt)}</time>
            {review.isEdited ? ", edited" : null}
          </p>
        </li>
      ))}
    </ul>
  );
}
