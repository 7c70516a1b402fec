import type { Metadata } from "next";
import type { SearchProps } from "@/app/_server/page-props";
import { requireAdmin } from "@/app/_server/session";
import { AllowedDialog } from "@/app/admin/allowed-action";
import { ActionSelect } from "@/components/admin/action-form";
import { AdminHeading } from "@/components/admin/admin-heading";
import { OrderLink } from "@/components/admin/admin-link";
import { AdminList } from "@/components/admin/admin-list";
import { AdminSection } from "@/components/admin/admin-section";
import { Pager } from "@/components/admin/pager";
import { LocalTime } from "@/components/orders/local-time";
import { Stars } from "@/components/reviews/stars";
import { Badge } from "@/components/ui/badge";
import { getDb } from "@/lib/base/db/client";
import { readCursor } from "@/lib/base/list-page";
import { shortOrderId } from "@/lib/base/order-id";
import { soldService } from "@/lib/orders/order/sold-names";
import { listAllReviews } from "@/lib/people/reviews/list-reviews";
import { type HidingReason, hidingReasons } from "@/lib/people/reviews/review-rules";
import { hideReviewAction, showReviewAction } from "./actions";

export const metadata: Metadata = { title: "Customer reviews" };

const pageSize = 50;

/** Buyers' reviews. All are published; those that are illegal, private, abusive or spam can be hidden. */
export default async function CustomerReviewsPage({ searchParams }: SearchProps) {
  await requireAdmin("reviews.read");
  const after = readCursor((await searchParams).after);
  const { rows, next } = await listAllReviews(getDb(), { size: pageSize, after });
  return (
    <>
      <AdminHeading
        title="Customer reviews"
        intro="All reviews are published. Hide one only for a listed reason, never for its stars. The reviews page says how many are hidden and why."
      />
      <AdminSection title="Newest first">
        <AdminList
          empty={after ? "There are no more reviews." : "No buyer has written a review yet."}
          className="divide-y divide-border"
        >
          {rows.map((review) => (
            <li key={review.orderId} className="flex flex-wrap items-start justify-between gap-3 py-3">
              <div className="flex min-w-0 flex-col gap-1">
                <p className="flex flex-wrap items-center gap-2">
                  <Stars stars={review.stars} />
                  {review.hiddenReason ? (
                    <Badge variant="failed">
                      Hidden: {hidingReasons[review.hiddenReason as HidingReason]}
                    </Badge>
                  ) : null}
                </p>
                <p className="whitespace-pre-line wrap-anywhere">{review.body ?? "No text."}</p>
                <p className="text-sm text-muted-foreground">
                  {review.name ?? "No name"}, {soldService(review.order)}, <LocalTime at={review.createdAt} />
                  , <OrderLink orderId={review.orderId} />
                </p>
              </div>
              {review.hiddenReason ? (
                <AllowedDialog
                  label="Show again"
                  ariaLabel={`Show again: the review of order #${shortOrderId(review.orderId)}`}
                  detail="The review is published and counted again."
                  hidden={{ orderId: review.orderId }}
                  reasons={["Hidden by mistake", "It was judged again"]}
                  isLight
                  action={showReviewAction}
                />
              ) : (
                <AllowedDialog
                  label="Hide"
                  ariaLabel={`Hide the review of order #${shortOrderId(review.orderId)}`}
                  title="Hide this review"
                  detail="Only for one of these reasons. The review no longer counts, and the reviews page says that one is hidden."
                  hidden={{ orderId: review.orderId }}
                  reasons={["A reader reported it", "Found while reading"]}
                  action={hideReviewAction}
                >
                  <ActionSelect
                    name="hiddenReason"
                    label="What is wrong"
                    options={Object.entries(hidingReasons)}
                  />
                </AllowedDialog>
              )}
            </li>
          ))}
        </AdminList>
        <Pager next={next} />
      </AdminSection>
    </>
  );
}
