import { AdminSection } from "@/components/admin/admin-section";
import { StateBadge } from "@/components/admin/state-badge";
import { LocalTime } from "@/components/orders/local-time";
import { formatCents } from "@/lib/money";
import type { OrderFile } from "@/lib/reporting/find-order-file";

/** The order's payment pages. `isLinked` only in live mode: Stripe's dashboard has no data of the emulator. */
export function PaymentAttempts({
  attempts,
  isLinked,
}: {
  attempts: OrderFile["attempts"];
  isLinked: boolean;
}) {
  return (
    <AdminSection title="Payment attempts">
      {attempts.length === 0 ? <p className="text-muted-foreground">No payment page was opened.</p> : null}
      <ul className="flex flex-col gap-4 empty:hidden text-sm">
        {attempts.map((attempt) => (
          <li key={attempt.id} className="flex flex-col gap-1">
            <span className="flex flex-wrap items-center gap-2 font-medium">
              Attempt {attempt.number}, {formatCents(attempt.amountCents)}{" "}
              <StateBadge state={attempt.status} />
            </span>
            <span className="text-muted-foreground">
              <LocalTime at={attempt.paidAt ?? attempt.createdAt} />
            </span>
            <StripeId id={attempt.paymentIntentId} isLinked={isLinked} />
            <StripeId id={attempt.stripeSessionId} isLinked={false} />
          </li>
        ))}
      </ul>
    </AdminSection>
  );
}

function StripeId({ id, isLinked }: { id: string | null; isLinked: boolean }) {
  if (!id) return null;
  if (!isLinked) return <code className="text-xs wrap-anywhere">{id}</code>;
  return (
    <a
      href={`https://dashboard.stripe.com/payments/${encodeURIComponent(id)}`}
      target="_blank"
      rel="noreferrer noopener"
      className="inline-flex min-h-11 items-center text-xs wrap-anywhere underline underline-offset-4"
    >
      {id}
    </a>
  );
}
