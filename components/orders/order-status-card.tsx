import { useRouter } from "next/navigation";
import { FieldError } from "@/components/forms/field-error";
import { SubmitButton } from "@/components/forms/submit-button";
import { type FormAction, useSentForm } from "@/components/forms/use-sent-form";
import { BeforePaying, useConsent } from "@/components/purchase/before-paying";
import { isPageOutdated } from "@/components/purchase/order-error";
import { detailsPath } from "@/components/purchase/purchase-steps";
import { ButtonLink } from "@/components/ui/button-link";
import { buttonVariants } from "@/components/ui/button-variants";
import { Card, CardContent } from "@/components/ui/card";
import { Progress } from "@/components/ui/progress";
import type { OrderView } from "@/lib/orders/views/order-view";
import { DeliveryFigures } from "./delivery-figures";
import { orderStatusText, returnedPayment } from "./order-status-text";
import { isDeliveryOver } from "./read-order-view";
import { StatusBadge } from "./status-badge";

type OrderStatusCardProps = {
  view: OrderView;
  /** True when the buyer came back through the payment page's cancel link. */
  isCanceled: boolean;
  payAgain: FormAction | null;
};

/** The order's status and what the buyer can do next. */
export function OrderStatusCard({ view, isCanceled, payAgain }: OrderStatusCardProps) {
  const { title, detail } = orderStatusText(view);
  const isPaused = view.status === "processing" && view.items.some(({ progress }) => progress === "paused");
  const isUnpaid = view.status === "pending" || view.status === "expired";
  return (
    <Card>
      <CardContent className="flex flex-col gap-5">
        <div className="flex flex-col gap-2">
          <StatusBadge status={view.status} ending={view.ending} isPaused={isPaused} />
          <div role="status" className="flex flex-col gap-2 wrap-anywhere">
            <h2 className="text-xl font-semibold tracking-tight">{title}</h2>
            <p className="text-muted-foreground">{detail}</p>
          </div>
        </div>
        {isUnpaid ? (
          <div className="flex flex-wrap items-start gap-3">
            {view.status === "pending" && view.payUrl && !isCanceled ? (
              <a href={view.payUrl} className={buttonVariants({ size: "lg" })}>
                Pay now
              </a>
            ) : (
              payAgain && <PayForm view={view} action={payAgain} />
            )}
            <ButtonLink
              href={detailsPath(view.platform, view.service, view.packageId)}
              variant="outline"
              size="lg"
            >
              Edit
            </ButtonLink>
          </div>
        ) : null}
        {isUnpaid || view.status === "failed" ? null : <Delivery view={view} />}
      </CardContent>
    </Card>
  );
}

function Delivery({ view }: { view: OrderView }) {
  const { quantity } = view;
  const progress = view.progress ?? { percent: 0, delivered: 0, remains: quantity, lastCheckedAt: null };
  return (
    <div className="flex flex-col gap-4">
      <p className="text-2xl font-semibold tracking-tight tabular-nums">{progress.percent}%</p>
      <Progress value={progress.percent} aria-label="Progress" className="h-12" />
      <DeliveryForecast forecast={view.forecast} />
      {isDeliveryOver(view) ? null : <DeliveryFigures progress={progress} size="page" />}
    </div>
  );
}

/** How long most orders like this one take, which promises nothing about this one. */
function DeliveryForecast({ forecast }: Pick<OrderView, "forecast">) {
  if (!forecast) return null;
  const most = `delivered in full within ${forecast.within} of payment`;
  return (
    <p className="text-muted-foreground">
      {forecast.isLate
        ? `This order is taking longer than most like it: 8 in 10 are ${most}. It is still in progress, and this page shows every change.`
        : `Most orders like this one (8 in 10) are ${most}.`}
    </p>
  );
}

/** Opens a payment page for an unpaid order. Works without JavaScript. */
function PayForm({ view, action }: { view: OrderView; action: FormAction }) {
  const router = useRouter();
  const { formProps, isPending, error } = useSentForm(action, (answer) => {
    if (!answer.ok && isPageOutdated(answer.error)) router.refresh();
  });
  const consent = useConsent();
  return (
    <form
      {...formProps}
      onSubmit={(event) => {
        if (consent.accept()) formProps.onSubmit(event);
        else event.preventDefault();
      }}
      noValidate
      className="flex max-w-prose basis-full flex-col items-start gap-2"
    >
      <input type="hidden" name="token" value={view.token} />
      <BeforePaying {...consent} />
      <SubmitButton isPending={isPending} pendingLabel="Opening the payment page" size="lg">
        {returnedPayment(view) ? "Pay again" : "Pay now"}
      </SubmitButton>
      <FieldError error={error?.message} />
    </form>
  );
}
