import { visitorMay } from "@/app/_server/session";
import { AdminSection } from "@/components/admin/admin-section";
import { inWords, StateBadge } from "@/components/admin/state-badge";
import { LocalTime } from "@/components/orders/local-time";
import { buttonVariants } from "@/components/ui/button-variants";
import { formatCents } from "@/lib/money";
import type { OrderDetails } from "@/lib/reporting/find-order-details";

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
                download
                className={buttonVariants({ variant: "outline", size: "sm" })}
              >
                Evidence as {format.toUpperCase()}
              </a>
            ))
          : null
      }
    >
      {disputes.length === 0 ? <p className="text-muted-foreground">No payment was disputed.</p> : null}
      <ul className="flex flex-col gap-3 empty:hidden text-sm">
        {disputes.map((dispute) => (
          <li key={dispute.id} className="flex flex-wrap items-center gap-2 tabular-nums">
            <span className="font-medium">{formatCents(dispute.amountCents)}</span> {inWords(dispute.reason)}
            <StateBadge state={dispute.status} />
            <code className="text-xs wrap-anywhere">{dispute.stripeDisputeId}</code>
            {dispute.evidenceDueAt && !dispute.closedAt ? (
              <span className="text-destructive">
                Answer by <LocalTime at={dispute.evidenceDueAt} />
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </AdminSection>
  );
}
