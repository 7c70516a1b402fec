"use client";

import { useEffect } from "react";
import { forgetPaidOrder } from "@/components/purchase/forget-paid-order";
import { Alert, AlertDescription, AlertTitle } from "@/components/ui/alert";
import { Avatar } from "@/components/ui/avatar";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { amountLabel } from "@/lib/catalog/catalog";
import type { OrderView } from "@/lib/orders/order-view";
import { platformLabels } from "@/lib/platforms";
import { type FixTargetAction, FixTargetForm } from "./fix-target-form";
import { OrderAgain } from "./order-again";
import { OrderItems } from "./order-items";
import { OrderReceipt } from "./order-receipt";
import { OrderRequests, type RequestAction } from "./order-requests";
import { OrderStatusCard } from "./order-status-card";
import { OrderTimeline } from "./order-timeline";
import type { PayAgainAction } from "./pay-again-form";
import { isOrderPaid } from "./read-order-view";
import { useLiveOrder } from "./use-live-order";

type LiveOrderProps = {
  /** The order as it was when the page was made; the HTML shows it without JavaScript. */
  initial: OrderView;
  isCanceled: boolean;
  /** The same package can still be bought. */
  canOrderAgain: boolean;
  payAgain: PayAgainAction;
  request: RequestAction;
  fixTarget: FixTargetAction;
};

/** An order on its own page, renewed as it changes. */
export function LiveOrder({
  initial,
  isCanceled,
  canOrderAgain,
  payAgain,
  request,
  fixTarget,
}: LiveOrderProps) {
  const live = useLiveOrder(initial.token, initial);
  const view = live.view ?? initial;
  const isPaid = isOrderPaid(view);
  const showsCanceled = isCanceled && view.status === "pending";

  useEffect(() => {
    if (isPaid) forgetPaidOrder({ orderUrl: `/order/${initial.token}` });
  }, [isPaid, initial.token]);

  return (
    <div className="flex flex-col gap-6">
      <header className="flex items-center gap-4">
        <Avatar src={view.profile.pictureUrl} name={view.profile.fullName || view.username} size="lg" />
        <div className="min-w-0">
          <h1 className="text-2xl font-semibold tracking-tight text-balance">
            {amountLabel(view.quantity, view.service)}
          </h1>
          <p className="truncate text-muted-foreground">
            {platformLabels[view.platform]} · @{view.username}
          </p>
        </div>
      </header>
      {showsCanceled ? (
        <Alert variant="warning">
          <AlertTitle>Payment canceled, nothing was charged</AlertTitle>
          <AlertDescription>Your order is kept. You can pay again or edit the details.</AlertDescription>
        </Alert>
      ) : null}
      {live.isLive ? null : (
        <p role="status" className="text-sm text-muted-foreground">
          Live updates are interrupted and will go on by themselves.
        </p>
      )}
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-10">
        <div className="flex flex-col gap-6">
          <FixTargetForm view={view} action={fixTarget} />
          <OrderStatusCard view={view} isCanceled={showsCanceled} payAgain={payAgain} />
          {view.items.length > 0 ? (
            <Section title="Delivery">
              <OrderItems items={view.items} />
            </Section>
          ) : null}
          <Section title="What happened so far">
            <OrderTimeline events={view.timeline} />
          </Section>
        </div>
        <div className="flex flex-col gap-6">
          <Section title="Receipt">
            <OrderReceipt view={view} />
            {isPaid && canOrderAgain ? (
              <div className="mt-5 flex flex-col border-t border-border pt-5">
                <OrderAgain view={view} />
              </div>
            ) : null}
          </Section>
          <OrderRequests view={view} action={request} />
        </div>
      </div>
    </div>
  );
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
      </CardHeader>
      <CardContent>{children}</CardContent>
    </Card>
  );
}
