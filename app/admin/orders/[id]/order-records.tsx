import { visitorMay } from "@/app/_server/session";
import { AdminLink } from "@/components/admin/admin-link";
import { AdminList } from "@/components/admin/admin-list";
import { AdminSection } from "@/components/admin/admin-section";
import { StateBadge } from "@/components/admin/state-badge";
import { LocalTime } from "@/components/orders/local-time";
import { TicketBadge } from "@/components/support/ticket-badge";
import { Badge } from "@/components/ui/badge";
import { buttonVariants } from "@/components/ui/button-variants";
import { OutsideLink } from "@/components/ui/outside-link";
import { isLive } from "@/lib/base/env/env";
import { formatAmount, formatCents, formatMicros } from "@/lib/base/money";
import { plural } from "@/lib/base/text/plural";
import { inWords } from "@/lib/base/text/words";
import { isAnswered } from "@/lib/money/disputes/dispute-status";
import { mostListed, type OrderDetails } from "@/lib/operator/reporting/find-order-details";
import { orderStatusLabels } from "@/lib/orders/views/order-view";
import { amountLabel } from "@/lib/shop/catalog/catalog";

/** The order's revenue, cost and margin by currency, to a hundredth of a cent like suppliers' rates. */
export function OrderLedger({ ledger }: { ledger: OrderDetails["ledger"] }) {
  return (
    <AdminSection title="Ledger">
      {ledger.length === 0 ? <p className="text-muted-foreground">No entries yet.</p> : null}
      <dl className="flex flex-col gap-2 empty:hidden text-sm tabular-nums">
        {ledger.map(({ currency, label, micros }) => (
          <div key={`${currency} ${label}`} className="flex justify-between gap-4">
            <dt className="text-muted-foreground">{label}</dt>
            <dd className="font-medium">{formatMicros(micros, currency)}</dd>
          </div>
        ))}
      </dl>
    </AdminSection>
  );
}

export function OrderTickets({ tickets }: { tickets: OrderDetails["tickets"] }) {
  return (
    <AdminSection title="Tickets">
      <AdminList empty="No tickets about this order." most={["newest", mostListed]} className="gap-2 text-sm">
        {tickets.map((ticket) => (
          <li key={ticket.id} className="flex flex-wrap items-center gap-2">
            <AdminLink
              href={`/admin/tickets/${ticket.id}`}
              className="inline-flex min-h-11 items-center wrap-anywhere underline underline-offset-4"
            >
              {ticket.subject}
            </AdminLink>
            <TicketBadge status={ticket.status} />
            <LocalTime at={ticket.createdAt} className="text-muted-foreground" />
          </li>
        ))}
      </AdminList>
    </AdminSection>
  );
}

/** What else the buyer ordered: the account's orders, and those of the address. */
export function OtherOrders({ order: { email, buyer } }: { order: OrderDetails }) {
  return (
    <AdminSection
      title="The buyer's other orders"
      actions={
        <AdminLink
          href={`/admin?q=${encodeURIComponent(email)}`}
          className="inline-flex min-h-11 items-center text-sm text-primary underline underline-offset-4"
        >
          All of this address
        </AdminLink>
      }
    >
      <AdminList empty="This is the only one." className="gap-1 text-sm">
        {buyer.others.map((other) => (
          <li key={other.id} className="flex flex-wrap items-center gap-x-3">
            <AdminLink
              href={`/admin/orders/${other.id}`}
              className="inline-flex min-h-11 items-center underline underline-offset-4"
            >
              {other.platformLabel} {amountLabel(other.quantity, other.unit)},{" "}
              {formatCents(other.priceTotalCents)}
            </AdminLink>
            <Badge variant={other.status}>{orderStatusLabels[other.status]}</Badge>
            <LocalTime at={other.createdAt} className="text-muted-foreground" />
          </li>
        ))}
      </AdminList>
    </AdminSection>
  );
}

/** The decisions about the order's items, with the facts behind them. */
export function OrderDecisions({ order: { decisions, items } }: { order: OrderDetails }) {
  if (decisions.length === 0) return null;
  return (
    <AdminSection
      title="Decisions"
      detail="What the buyer asked for, and drops that the shop found by itself, with what the shop decided."
    >
      <ul className="flex flex-col gap-4 text-sm">
        {decisions.map((decision) => (
          <li key={decision.id} className="flex flex-col gap-1">
            <span className="flex flex-wrap items-center gap-2 font-medium">
              {inWords(decision.kind)} <StateBadge state={decision.outcome} />
              <span className="font-normal text-muted-foreground">
                {inWords(decision.reason)}, asked by the {decision.askedBy},{" "}
                <LocalTime at={decision.createdAt} />
              </span>
            </span>
            {items.length > 1 ? (
              <span className="wrap-anywhere">{items.find(({ id }) => id === decision.itemId)?.link}</span>
            ) : null}
            <span className="wrap-anywhere">{decision.message}</span>
            {decision.units > 0 ? (
              <span className="text-muted-foreground tabular-nums">
                {plural(decision.units, "unit")}, {formatCents(decision.cents)}
              </span>
            ) : null}
            {decision.lookAgainAt ? (
              <span className="text-muted-foreground">
                The shop looks again on <LocalTime at={decision.lookAgainAt} />
              </span>
            ) : null}
            <details>
              <summary className="flex min-h-11 cursor-pointer items-center underline underline-offset-4">
                Facts
              </summary>
              <pre className="overflow-x-auto rounded-lg bg-muted p-3 text-xs">{decision.facts}</pre>
            </details>
          </li>
        ))}
      </ul>
    </AdminSection>
  );
}

/** The buyer's withdrawal: who made it, when, and what the receipt says. Renders nothing without one. */
export function WithdrawalList({ withdrawals }: { withdrawals: OrderDetails["withdrawals"] }) {
  if (withdrawals.length === 0) return null;
  return (
    <AdminSection title="Withdrawal">
      <ul className="flex flex-col gap-4 text-sm">
        {withdrawals.map(({ id, name, statedAt, outcome, answer }) => (
          <li key={id} className="flex flex-col gap-1 wrap-anywhere">
            <span className="font-medium">
              {name || "(deleted)"}, <LocalTime at={statedAt} />: {inWords(outcome ?? "waiting")}
            </span>
            <span>{answer}</span>
          </li>
        ))}
      </ul>
    </AdminSection>
  );
}

export function PaymentAttempts({ attempts }: { attempts: OrderDetails["attempts"] }) {
  return (
    <AdminSection title="Payment attempts">
      <AdminList empty="No payment page was opened.">
        {attempts.map((attempt) => (
          <li key={attempt.id} className="flex flex-col gap-1">
            <span className="flex flex-wrap items-center gap-2 font-medium">
              Attempt {attempt.number}, {formatCents(attempt.amountCents)}{" "}
              <StateBadge state={attempt.status} />
            </span>
            <LocalTime at={attempt.paidAt ?? attempt.createdAt} className="text-muted-foreground" />
            <PaymentLink id={attempt.paymentIntentId} />
            <StripeId id={attempt.stripeSessionId} />
          </li>
        ))}
      </AdminList>
    </AdminSection>
  );
}

const StripeId = ({ id }: { id: string | null }) =>
  id ? <code className="text-xs wrap-anywhere">{id}</code> : null;

/** Stripe's dashboard has no data of the emulator. */
function PaymentLink({ id }: { id: string | null }) {
  if (!id || !isLive()) return <StripeId id={id} />;
  return (
    <OutsideLink
      href={`https://dashboard.stripe.com/payments/${encodeURIComponent(id)}`}
      className="inline-flex min-h-11 items-center text-xs wrap-anywhere underline underline-offset-4"
    >
      {id}
    </OutsideLink>
  );
}

/**
 * The order's disputes and the evidence for them. The evidence is offered without a dispute too, because a bank may ask
 * first.
 */
export async function DisputeList({ order: { id, disputes } }: { order: OrderDetails }) {
  const mayDownload = await visitorMay("evidence.download");
  return (
    <AdminSection
      title="Disputes and evidence"
      anchor="disputes"
      detail="The evidence shows what was bought, paid, delivered and emailed. Upload the PDF to Stripe."
      actions={
        mayDownload
          ? (["pdf", "json"] as const).map((format) => (
              <a
                key={format}
                href={`/admin/orders/${id}/evidence.${format}`}
                className={buttonVariants({ variant: "outline", size: "sm" })}
              >
                Evidence as {format.toUpperCase()}
              </a>
            ))
          : null
      }
    >
      <AdminList empty="No payment was disputed." className="gap-3 text-sm">
        {disputes.map((dispute) => (
          <li key={dispute.id} className="flex flex-wrap items-center gap-2 tabular-nums">
            <span className="font-medium">{formatAmount(dispute.amountCents, dispute.currency)}</span>{" "}
            {inWords(dispute.reason)}
            <StateBadge state={dispute.status.replace(/^warning_/, "inquiry_")} />
            <code className="text-xs wrap-anywhere">{dispute.stripeDisputeId}</code>
            {dispute.evidenceDueAt && !dispute.closedAt && !isAnswered(dispute.status) ? (
              <span className="text-destructive">
                Answer by <LocalTime at={dispute.evidenceDueAt} />
              </span>
            ) : null}
          </li>
        ))}
      </AdminList>
    </AdminSection>
  );
}
