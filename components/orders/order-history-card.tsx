import { ArrowRight } from "lucide-react";
import { ButtonLink } from "@/components/ui/button-link";
import { Card, CardContent } from "@/components/ui/card";
import { Fact } from "@/components/ui/fact";
import { OutsideLink } from "@/components/ui/outside-link";
import { Price } from "@/components/ui/price";
import { shortOrderId } from "@/lib/base/order-id";
import type { OrderCard } from "@/lib/orders/views/order-card";
import { handleOf } from "@/lib/shop/catalog/catalog";
import { endedText } from "./card-texts";
import { LocalTime } from "./local-time";
import { StatusBadge } from "./status-badge";

/** One order of the history, with the link to its page. */
export function OrderHistoryCard({ order }: { order: OrderCard }) {
  const ended = endedText(order);
  const shortId = shortOrderId(order.id);
  const isUnpaid = order.status === "pending";
  return (
    <Card>
      <CardContent className="flex flex-col gap-4">
        <div>
          <div className="flex items-start justify-between gap-3">
            <h3 className="text-lg font-semibold tracking-tight first-letter:uppercase">
              {order.serviceLabel.toLowerCase()}
            </h3>
            <StatusBadge status={order.status} ending={order.ending} isPaused={order.isPaused} />
          </div>
          <p className="text-sm wrap-anywhere text-muted-foreground">
            {order.platformLabel} · {handleOf(order)}
          </p>
        </div>
        {ended ? <p className="text-sm">{ended}</p> : null}
        <dl className="grid grid-cols-2 gap-4 tabular-nums sm:grid-cols-3">
          <Fact label="Quantity" valueClass="font-medium">
            {order.quantity.toLocaleString("en-US")}
          </Fact>
          <Fact label="Amount" valueClass="font-medium">
            <Price cents={order.totalCents} />
          </Fact>
          <Fact label="Order Date" valueClass="font-medium" className="max-sm:col-span-2">
            <LocalTime at={order.createdAt} />
          </Fact>
        </dl>
        {order.posts.length > 0 ? <PostLinks order={order} /> : null}
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-border pt-3">
          <p className="text-sm wrap-anywhere text-muted-foreground">
            Order #{shortId}
            {order.providerOrderId ? ` · ID: #${order.providerOrderId}` : null}
          </p>
          <ButtonLink
            href={`/order/${order.token}`}
            prefetch={false}
            aria-label={`${isUnpaid ? "Pay now for" : "View"} order #${shortId}`}
            variant={isUnpaid ? "default" : "outline"}
            size="sm"
          >
            {isUnpaid ? "Pay now" : "View order"} <ArrowRight aria-hidden="true" />
          </ButtonLink>
        </div>
      </CardContent>
    </Card>
  );
}

function PostLinks({ order }: { order: OrderCard }) {
  return (
    <div>
      <p className="font-medium tabular-nums">Posts: {order.posts.length} selected</p>
      <ul aria-label="Selected posts" className="flex flex-wrap gap-x-5">
        {order.posts.map((post, index) => (
          <li key={post.postUrl} className="flex items-center gap-2 text-sm tabular-nums">
            <OutsideLink
              href={post.postUrl}
              className="inline-flex min-h-11 items-center font-medium text-primary underline underline-offset-4"
            >
              Post {index + 1}
            </OutsideLink>
            <span className="text-muted-foreground">
              +{post.quantity.toLocaleString("en-US")} {order.postUnit}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
