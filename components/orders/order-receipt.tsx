import { formatCents } from "@/lib/money";
import type { OrderView } from "@/lib/orders/order-view";
import { LocalTime } from "./local-time";

/** What was bought, what it cost and what went back. */
export function OrderReceipt({ view }: { view: OrderView }) {
  return (
    <div className="flex flex-col gap-4 tabular-nums">
      <ul className="flex flex-col gap-2">
        {view.lines.map((line) => (
          <li key={line.label} className="flex justify-between gap-4">
            <span>
              {line.label}
              {line.count > 1 ? <span className="text-muted-foreground"> × {line.count}</span> : null}
            </span>
            <span>{formatCents(line.amountCents)}</span>
          </li>
        ))}
      </ul>
      <dl className="flex flex-col gap-2 border-t border-border pt-4">
        <Row label="Total" value={formatCents(view.totalCents)} isStrong />
        {view.refundedCents > 0 ? <Row label="Refunded" value={formatCents(view.refundedCents)} /> : null}
      </dl>
      <dl className="flex flex-col gap-2 border-t border-border pt-4 text-sm">
        <Row label="Order" value={view.orderId.slice(0, 8)} />
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
      <dd className={isStrong ? "text-lg font-semibold" : "text-right"}>{value}</dd>
    </div>
  );
}
