import { notFound } from "next/navigation";
import { visitorGuestKey } from "@/app/_server/caller";
import { secretLinkMetadata } from "@/app/_server/secret-link-metadata";
import { getSite } from "@/app/_server/site";
import { BackLink } from "@/components/layout/back-link";
import { chooserPath } from "@/components/layout/navigation";
import { CorrectEmail } from "@/components/orders/correct-email";
import { LiveOrder } from "@/components/orders/live-order";
import { ShopClock } from "@/components/orders/local-time";
import { isOrderFinal } from "@/components/orders/read-order-view";
import { StopNotice } from "@/components/purchase/stop-notice";
import { ReviewForm } from "@/components/reviews/review-form";
import { Alert } from "@/components/ui/alert";
import { ButtonLink } from "@/components/ui/button-link";
import { getDb } from "@/lib/base/db/client";
import { databaseNow } from "@/lib/base/time/clock";
import { findEmailOffer } from "@/lib/buyer/order-email/correct-order-email";
import { findWithdrawal } from "@/lib/buyer/withdrawal/take-statement";
import { findOrderView } from "@/lib/orders/views/find-order-view";
import { findOwnReview } from "@/lib/people/reviews/reviews";
import { isPackageOnSale } from "@/lib/shop/catalog/load-catalog";
import {
  correctEmailAction,
  fixTargetAction,
  objectAction,
  payAgainAction,
  removeReviewAction,
  requestAction,
  saveReviewAction,
} from "./actions";

type OrderPageProps = {
  params: Promise<{ token: string }>;
  searchParams: Promise<{ canceled?: string | string[]; changed?: string | string[] }>;
};

const actions = {
  payAgain: payAgainAction,
  request: requestAction,
  object: objectAction,
  fixTarget: fixTargetAction,
};

export const dynamic = "force-dynamic";

export const metadata = secretLinkMetadata("Your order");

/** One order, opened by its private link. Complete without JavaScript; with it, updated live. */
export default async function OrderPage({ params, searchParams }: OrderPageProps) {
  const { token } = await params;
  const [view, withdrawal, { takesWithdrawals, replyTime }, asked] = await Promise.all([
    findOrderView(getDb(), token),
    findWithdrawal(getDb(), token),
    getSite(),
    searchParams,
  ]);
  if (!view) notFound();
  if (withdrawal?.isVoid && withdrawal.receipt) {
    const { statedAt, answer } = withdrawal.receipt;
    return (
      <StopNotice
        level={1}
        title="You withdrew from this order"
        detail={`Withdrawal received on ${statedAt}. ${answer}`}
      >
        <ButtonLink href={chooserPath}>Return to Home</ButtonLink>
      </StopNotice>
    );
  }
  const isPaid = view.paidAt !== null;
  const [emailOffer, canOrderAgain, ownReview] = await Promise.all([
    isPaid ? findEmailOffer(getDb(), token, await visitorGuestKey()) : null,
    isPaid && isPackageOnSale(getDb(), view),
    // An order can be reviewed once its delivery has ended.
    view.finishedAt === null ? null : findOwnReview(getDb(), token),
  ]);
  const correction = emailOffer ? (
    <CorrectEmail token={token} comesBack={emailOffer.comesBack} action={correctEmailAction} />
  ) : null;
  return (
    <>
      <ShopClock now={databaseNow()} />
      {isOrderFinal(view) ? null : (
        <noscript>
          {/* No automatic refresh: it would drop what was typed into a form, and make a screen reader begin again. */}
          <p className="mb-6 rounded-xl bg-muted px-4 py-3 text-sm">
            Without JavaScript this page shows changes when you load it again.{" "}
            <a href={`/order/${token}`} className="underline underline-offset-4">
              Refresh now
            </a>
          </p>
        </noscript>
      )}
      <BackLink href="/orders" className="-mt-4 mb-3 hidden signed-in:inline-flex">
        My Orders
      </BackLink>
      {asked.changed === "email" ? (
        <Alert variant="success" title="Your new address is in use" className="mb-6">
          Emails about this order now go there. The confirmation is on its way to you.
        </Alert>
      ) : null}
      {emailOffer?.comesBack ? <div className="mb-6">{correction}</div> : null}
      <LiveOrder
        initial={view}
        isCanceled={asked.canceled === "1"}
        canOrderAgain={canOrderAgain}
        replyTime={replyTime}
        actions={actions}
        withdrawal={withdrawal && { ...withdrawal, isOffered: takesWithdrawals && withdrawal.isOffered }}
        review={
          <ReviewForm token={token} own={ownReview} save={saveReviewAction} remove={removeReviewAction} />
        }
      />
      {emailOffer && !emailOffer.comesBack ? <div className="mt-6">{correction}</div> : null}
    </>
  );
}
