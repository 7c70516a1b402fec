"use client";

import { useEffect } from "react";
import type { FormAction } from "@/components/forms/use-sent-form";
import { forgetPaidOrder } from "@/components/purchase/complete-purchase";
import { Alert } from "@/components/ui/alert";
import { Avatar } from "@/components/ui/avatar";
import { TitledCard } from "@/components/ui/card";
import { PartBoundary } from "@/components/ui/part-boundary";
import { changesByWithdrawal, WithdrawalReceived } from "@/components/withdrawal/withdrawal-received";
import { formatCents } from "@/lib/base/money";
import { shortOrderId } from "@/lib/base/order-id";
import type { OrderToWithdraw } from "@/lib/buyer/withdrawal/take-statement";
import type { OrderEventView, OrderView } from "@/lib/orders/views/order-view";
import { reviewable } from "@/lib/people/reviews/review-rules";
import { amountLabel, handleOf } from "@/lib/shop/catalog/catalog";
import { FixTargetForm } from "./fix-target-form";
import { LocalTime } from "./local-time";
import { OrderAgain } from "./order-again";
import { OrderItems } from "./order-items";
import { OrderLineList } from "./order-line-list";
import { OrderRequests } from "./order-requests";
import { OrderStatusCard } from "./order-status-card";
import { returnedPayment } from "./order-status-text";
import { useLiveOrder } from "./use-live-order";

type LiveOrderProps = {
  /** The order at render time; the HTML shows it without JavaScript. */
  initial: OrderView;
  isCanceled: boolean;
  /** The package is still on sale. */
  canOrderAgain: boolean;
  /** ` within 24 hours` where the shop promises when it answers, else empty. */
  replyTime: string;
  /** Paying again is null for a visitor who only looks at the page. */
  actions: Record<"request" | "object" | "fixTarget", FormAction> & { payAgain: FormAction | null };
  /** The form of its review, shown once it was delivered; null for none. */
  review: React.ReactNode;
  /** The withdrawal that was received, and whether the buyer may withdraw; null where the shop takes none. */
  withdrawal: Pick<OrderToWithdraw, "isOffered" | "receipt"> | null;
};

/** The order page, updated live. */
export function LiveOrder({
  initial,
  isCanceled,
  canOrderAgain,
  replyTime,
  actions,
  review,
  withdrawal,
}: LiveOrderProps) {
  const { payAgain, request, object, fixTarget } = actions;
  const live = useLiveOrder(initial.token, initial);
  // A process of the release before leaves out what it does not know.
  const view = { ...initial, ...live.view };
  const isPaid = view.paidAt !== null;
  const showsCanceled = isCanceled && view.status === "pending";

  useEffect(() => {
    if (isPaid) forgetPaidOrder({ orderUrl: `/order/${initial.token}` });
  }, [isPaid, initial.token]);

  return (
    <div className="flex flex-col gap-6">
      <header className="flex items-center gap-4">
        <Avatar src={view.profile.pictureUrl} name={view.profile.fullName || view.username} size="lg" />
        <div className="min-w-0">
          <h1 className="text-2xl font-semibold tracking-tight wrap-anywhere">
            {amountLabel(view.quantity, view.unit)}
          </h1>
          <p className="wrap-anywhere text-muted-foreground">
            {view.platformLabel} · {handleOf(view)}
          </p>
        </div>
      </header>
      {withdrawal?.receipt ? <WithdrawalReceived receipt={withdrawal.receipt} view={view} /> : null}
      {showsCanceled ? (
        <Alert
          variant="warning"
          title={returnedPayment(view) ? "Payment cancelled" : "Payment cancelled, nothing was charged"}
        >
          We have kept your order. You can pay for it now or edit the details.
        </Alert>
      ) : null}
      {live.isLive ? null : (
        <p role="status" className="text-sm text-muted-foreground">
          Live updates are interrupted and will resume shortly.
        </p>
      )}
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-10">
        <div className="flex flex-col gap-6">
          <PartBoundary>
            <FixTargetForm view={view} action={fixTarget} />
          </PartBoundary>
          <PartBoundary>
            <OrderStatusCard view={view} isCanceled={showsCanceled} payAgain={payAgain} />
          </PartBoundary>
          {view.items.length > 0 ? (
            <TitledCard title="Delivery">
              <OrderItems items={view.items} />
            </TitledCard>
          ) : null}
          <TitledCard title="What has happened so far">
            <OrderTimeline events={view.timeline} />
          </TitledCard>
        </div>
        <div className="flex flex-col gap-6">
          <TitledCard title={isPaid ? "Receipt" : "Your order"}>
            <OrderReceipt view={view} />
            {isPaid && canOrderAgain ? (
              <div className="mt-5 flex flex-col border-t border-border pt-5">
                <OrderAgain view={view} />
              </div>
            ) : null}
          </TitledCard>
          {review && reviewable.includes(view.status) ? (
            <div id="review">
              <TitledCard title="Your review">{review}</TitledCard>
            </div>
          ) : null}
          <PartBoundary>
            <OrderRequests view={view} replyTime={replyTime} request={request} object={object} />
          </PartBoundary>
        </div>
      </div>
      {withdrawal?.isOffered && changesByWithdrawal(view) ? (
        <p className="text-sm text-muted-foreground">
          <a
            href={`/order/${view.token}/withdraw`}
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            {withdrawal.receipt?.isUnconfirmed ? "Confirm the withdrawal" : "Withdraw from contract"}
          </a>
        </p>
      ) : null}
    </div>
  );
}

function OrderReceipt({ view }: { view: OrderView }) {
  return (
    <div className="flex flex-col gap-4 tabular-nums">
      <OrderLineList lines={view.lines} />
      <dl className="flex flex-col gap-2 border-t border-border pt-4">
        <Row label="Total" value={formatCents(view.totalCents)} isStrong />
        {view.refundedCents > 0 ? <Row label="Refunded" value={formatCents(view.refundedCents)} /> : null}
      </dl>
      <dl className="flex flex-col gap-2 border-t border-border pt-4 text-sm">
        <Row label="Order" value={`#${shortOrderId(view.orderId)}`} />
        <Row label="Email" value={view.emailMasked} />
        <Row label="Bought as" value={view.isGuest ? "Guest" : "Customer with an account"} />
        <Row label="Placed" value={<LocalTime at={view.createdAt} />} />
        {view.paidAt ? <Row label="Paid" value={<LocalTime at={view.paidAt} />} /> : null}
        {view.finishedAt ? <Row label="Finished" value={<LocalTime at={view.finishedAt} />} /> : null}
      </dl>
    </div>
  );
}

function Row({ label, value, isStrong }: { label: string; value: React.ReactNode; isStrong?: boolean }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted-foreground">{label}</dt>
      <dd className={isStrong ? "text-lg font-semibold" : "min-w-0 text-right wrap-anywhere"}>{value}</dd>
    </div>
  );
}

function OrderTimeline({ events }: { events: OrderEventView[] }) {
  return (
    <ol className="flex flex-col">
      {[...events].reverse().map((event, index) => (
        <li key={event.id} className="relative flex gap-4 pb-5 last:pb-0">
          {index < events.length - 1 ? (
            <span
              aria-hidden="true"
              className="absolute top-3 bottom-[-0.25rem] left-[0.3125rem] w-px bg-border"
            />
          ) : null}
          <span
            aria-hidden="true"
            className={`relative mt-1.5 size-2.75 shrink-0 rounded-full border-2 border-primary ${index === 0 ? "bg-primary" : "bg-card"}`}
          />
          <div className="min-w-0">
            <p>{event.label}</p>
            <LocalTime at={event.at} className="text-sm text-muted-foreground tabular-nums" />
          </div>
        </li>
      ))}
    </ol>
  );
}
