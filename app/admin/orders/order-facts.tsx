import Link from "next/link";
import { AdminSection } from "@/components/admin/admin-section";
import { FactList } from "@/components/admin/fact-list";
import { inWords } from "@/components/admin/state-badge";
import { LocalTime } from "@/components/orders/local-time";
import { formatCents } from "@/lib/money";
import { platformLabels, serviceLabels } from "@/lib/platforms";
import type { OrderDetails } from "@/lib/reporting/find-order-details";

/** The order's data and lines. */
export function OrderFacts({ order }: { order: OrderDetails }) {
  return (
    <AdminSection title="The order">
      <FactList facts={factsOf(order)} />
      <ul aria-label="Lines" className="flex flex-col gap-2 border-t border-border pt-4 text-sm tabular-nums">
        {order.lines.map((line) => (
          <li key={line.id} className="flex justify-between gap-4">
            <span>
              {line.label}
              {line.count > 1 ? <span className="text-muted-foreground"> × {line.count}</span> : null}
            </span>
            <span>{formatCents(line.amountCents)}</span>
          </li>
        ))}
        <li className="flex justify-between gap-4 border-t border-border pt-2 font-semibold">
          <span>Total</span>
          <span>{formatCents(order.totalCents)}</span>
        </li>
      </ul>
    </AdminSection>
  );
}

function factsOf(order: OrderDetails): { label: string; value: React.ReactNode }[] {
  const customer = order.userId ? (
    <Link
      href={`/admin/customers/${order.userId}`}
      prefetch={false}
      className="inline-flex min-h-11 items-center text-primary underline underline-offset-4"
    >
      {order.email}
    </Link>
  ) : (
    order.email
  );
  const units = order.quantity.toLocaleString("en-US");
  return [
    { label: order.userId ? "Customer" : "Guest", value: customer },
    { label: "Service", value: `${platformLabels[order.platform]} ${serviceLabels[order.service]}` },
    {
      label: "Account",
      value: (
        <a
          href={order.postUrl}
          target="_blank"
          rel="noreferrer noopener"
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          @{order.username}
        </a>
      ),
    },
    { label: "Delivered", value: `${order.delivered.toLocaleString("en-US")} of ${units}` },
    { label: "Payment", value: inWords(order.paymentStatus) },
    { label: "Paid", value: formatCents(order.paidCents) },
    { label: "Refunded", value: formatCents(order.refundedCents) },
    { label: "Placed", value: <LocalTime at={order.createdAt} /> },
    ...(order.paidAt ? [{ label: "Paid at", value: <LocalTime at={order.paidAt} /> }] : []),
    ...(order.finishedAt ? [{ label: "Ended", value: <LocalTime at={order.finishedAt} /> }] : []),
    { label: "Full order number", value: order.id },
  ];
}
