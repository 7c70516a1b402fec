import Link from "next/link";
import { AdminSection } from "@/components/admin/admin-section";
import { FactList, type Facts } from "@/components/admin/fact-list";
import { LocalTime } from "@/components/orders/local-time";
import { OrderLineList } from "@/components/orders/order-line-list";
import { OutsideLink } from "@/components/ui/outside-link";
import { formatCents } from "@/lib/base/money";
import { inWords } from "@/lib/base/text/words";
import type { OrderDetails } from "@/lib/operator/reporting/find-order-details";
import { handleOf } from "@/lib/shop/catalog/catalog";

/** What was bought, beside what the order's frame shows. */
export function OrderFacts({ order }: { order: OrderDetails }) {
  const { Delivered: _delivered, Paid: _paid, Refunded: _refunded, ...others } = orderFacts(order);
  const facts = {
    ...others,
    "Email given at checkout": order.emailAtPurchase,
    "Paid at": order.paidAt && <LocalTime at={order.paidAt} />,
    Ended: order.finishedAt && <LocalTime at={order.finishedAt} />,
    "Full order number": order.id,
  };
  return (
    <AdminSection title="The order">
      <FactList facts={facts} />
      <OrderLineList
        lines={order.lines}
        aria-label="Lines"
        className="border-t border-border pt-4 text-sm tabular-nums"
      >
        <li className="flex justify-between gap-4 border-t border-border pt-2 font-semibold">
          <span>Total</span>
          <span>{formatCents(order.totalCents)}</span>
        </li>
      </OrderLineList>
    </AdminSection>
  );
}

/** Facts that an order's page and its tickets' pages share. */
export function orderFacts(order: OrderDetails): Facts {
  return {
    Service: `${order.platformLabel} ${order.serviceLabel}`,
    Account: (
      <OutsideLink
        href={order.postUrl}
        className="inline-flex min-h-11 items-center underline underline-offset-4"
      >
        {handleOf(order)}
      </OutsideLink>
    ),
    Delivered: `${order.delivered.toLocaleString("en-US")} of ${order.quantity.toLocaleString("en-US")}`,
    Payment: inWords(order.paymentStatus),
    Paid: formatCents(order.paidCents),
    Refunded: formatCents(order.refundedCents),
    Placed: <LocalTime at={order.createdAt} />,
    ...(order.catalogVersion && {
      Catalogue: (
        <Link
          href="/admin/catalog/versions"
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          Version {order.catalogVersion}
        </Link>
      ),
    }),
  };
}
