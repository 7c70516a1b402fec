import { ExternalLink } from "lucide-react";
import Link from "next/link";
import { endedText } from "@/components/orders/card-texts";
import { DeliveryFigures } from "@/components/orders/delivery-figures";
import { LocalTime } from "@/components/orders/local-time";
import { StatusBadge } from "@/components/orders/status-badge";
import { ButtonLink } from "@/components/ui/button-link";
import { OutsideLink } from "@/components/ui/outside-link";
import { Price } from "@/components/ui/price";
import { Progress } from "@/components/ui/progress";
import { shortOrderId } from "@/lib/base/order-id";
import { type CardProgress, isActive, type OrderCard } from "@/lib/orders/views/order-card";

/** An order on the dashboard, with its progress while active. */
export function DashboardOrderCard({ order }: { order: OrderCard }) {
  const ended = endedText(order);
  const shortId = shortOrderId(order.id);
  return (
    <article
      aria-label={`Order #${shortId}`}
      data-accent={order.accent}
      className="flex h-full flex-col gap-4 rounded-xl border border-border bg-card p-5 text-card-foreground shadow-sm sm:p-6"
    >
      <div className="flex items-start justify-between gap-3">
        <h3 className="text-lg font-semibold tracking-wide uppercase">{order.serviceLabel.toLowerCase()}</h3>
        <StatusBadge status={order.status} ending={order.ending} isPaused={order.isPaused} />
      </div>
      <p className="flex items-baseline justify-between gap-3 tabular-nums">
        <span>
          <span className="text-sm text-muted-foreground">Quantity </span>
          <span className="font-medium">{order.quantity.toLocaleString("en-US")}</span>
        </span>
        <Price cents={order.totalCents} className="text-lg" />
      </p>
      <OutsideLink
        href={order.postUrl}
        className="-my-2 inline-flex min-h-11 min-w-0 items-center gap-1.5 text-sm text-primary underline-offset-4 hover:underline"
      >
        <span className="truncate">{order.postUrl}</span>
        <ExternalLink aria-hidden="true" className="size-3.5 shrink-0" />
      </OutsideLink>
      {ended ? <p className="text-sm">{ended}</p> : null}
      {order.progress && isActive(order.status) ? <Delivery progress={order.progress} /> : null}
      {order.status === "pending" ? (
        <ButtonLink
          href={`/order/${order.token}`}
          prefetch={false}
          aria-label={`Pay now for order #${shortId}`}
          className="self-start"
        >
          Pay now
        </ButtonLink>
      ) : null}
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-4 border-t border-border pt-2 text-sm text-muted-foreground tabular-nums">
        <Link
          href={`/order/${order.token}`}
          prefetch={false}
          className="inline-flex min-h-11 items-center font-medium text-foreground underline underline-offset-4"
        >
          <span className="sr-only">View order </span>#{shortId}
        </Link>
        <LocalTime at={order.createdAt} />
      </div>
    </article>
  );
}

function Delivery({ progress }: { progress: CardProgress }) {
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3 text-sm">
        <span className="text-muted-foreground">Progress</span>
        <span className="font-semibold tabular-nums">{progress.percent}%</span>
      </div>
      <Progress value={progress.percent} aria-label="Progress" className="h-8" />
      <DeliveryFigures progress={progress} size="card" />
    </div>
  );
}
