import type { Rating } from "@/lib/reviews/rating";

/** How many reviews there are and, once there are enough, their average. */
export function RatingLine({ rating: { count, average } }: { rating: Rating }) {
  const reviews = `${count.toLocaleString("en-US")} ${count === 1 ? "review" : "reviews"}`;
  if (average === null) return <>{reviews}</>;
  return (
    <>
      {average.toFixed(1)} of 5 from {reviews}
    </>
  );
}
