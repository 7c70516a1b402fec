import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { BackLink } from "@/components/layout/back-link";
import { LiveOrder } from "@/components/orders/live-order";
import { isOrderFinal } from "@/components/orders/read-order-view";
import { ReviewForm } from "@/components/reviews/review-form";
import { isPackageOnSale } from "@/lib/catalog/queries";
import { getDb } from "@/lib/db/client";
import { findOrderView } from "@/lib/orders/queries";
import { findOwnReview } from "@/lib/reviews/find-own-review";
import {
  fixTargetAction,
  payAgainAction,
  removeReviewAction,
  requestAction,
  saveReviewAction,
} from "./actions";

type OrderPageProps = {
  params: Promise<{ token: string }>;
  searchParams: Promise<{ canceled?: string | string[] }>;
};

export const dynamic = "force-dynamic";

/** The link is a secret: it is not indexed, and no referrer is sent. */
export const metadata: Metadata = {
  title: "Your order",
  robots: { index: false, follow: false },
  referrer: "same-origin",
};

const refreshSeconds = 15;

/** One order, opened by its private link. Complete without JavaScript; with it, updated live. */
export default async function OrderPage({ params, searchParams }: OrderPageProps) {
  const { token } = await params;
  const view = await findOrderView(getDb(), token);
  if (!view) notFound();
  const { canceled } = await searchParams;
  const canOrderAgain = view.paidAt !== null && (await isPackageOnSale(getDb(), view));
  const ownReview = await findOwnReview(getDb(), token);
  return (
    <>
      {isOrderFinal(view) ? null : (
        <noscript>
          <meta httpEquiv="refresh" content={String(refreshSeconds)} />
          <p className="mb-6 rounded-xl bg-muted px-4 py-3 text-sm">
            This page renews itself every {refreshSeconds} seconds.{" "}
            <a href={`/order/${token}`} className="underline underline-offset-4">
              Refresh now
            </a>
          </p>
        </noscript>
      )}
      <BackLink href="/orders" className="-mt-4 mb-3 hidden signed-in:inline-flex">
        My Orders
      </BackLink>
      <LiveOrder
        initial={view}
        isCanceled={canceled === "1"}
        canOrderAgain={canOrderAgain}
        payAgain={payAgainAction}
        request={requestAction}
        fixTarget={fixTargetAction}
        review={
          <ReviewForm token={token} own={ownReview} save={saveReviewAction} remove={removeReviewAction} />
        }
      />
    </>
  );
}
