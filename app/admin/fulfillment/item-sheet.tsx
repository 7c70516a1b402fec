import { FactList, type Facts } from "@/components/admin/fact-list";
import { StateBadge } from "@/components/admin/state-badge";
import { LocalTime } from "@/components/orders/local-time";
import { Alert } from "@/components/ui/alert";
import { OutsideLink } from "@/components/ui/outside-link";
import type { ItemDetails } from "@/lib/operator/reporting/item-details";
import { reasonText } from "@/lib/operator/reporting/reason-text";
import { ItemEvidence } from "./item-evidence";
import { ItemSteps } from "./item-steps";

/** An item: its state and reason, the evidence and the next steps. */
export function ItemSheet({ item }: { item: ItemDetails }) {
  return (
    <article className="flex min-w-0 flex-col gap-4 border-t border-border pt-4 first:border-t-0 first:pt-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="min-w-0 font-semibold wrap-anywhere">
          <OutsideLink
            href={item.link}
            className="inline-flex min-h-11 items-center underline decoration-1 underline-offset-4 hover:decoration-2"
          >
            {item.link}
          </OutsideLink>
        </h3>
        <div className="flex flex-wrap items-center gap-3">
          {item.reviewSince ? (
            <span className="text-sm text-muted-foreground">
              Waiting since <LocalTime at={item.reviewSince} isRelative />
            </span>
          ) : null}
          <StateBadge state={item.state} />
        </div>
      </div>
      <FactList facts={factsOf(item)} />
      {item.advice ? (
        <Alert role="note" variant="warning">
          {item.advice}
        </Alert>
      ) : null}
      <ItemSteps item={item} />
      <ItemEvidence item={item} />
    </article>
  );
}

function factsOf(item: ItemDetails): Facts {
  return {
    Delivered: `${item.delivered.toLocaleString("en-US")} of ${item.quantity.toLocaleString("en-US")}`,
    Replaces: item.replacesItemId && "units that another item of this order lost",
    Supplier: item.supplierName,
    Service: item.serviceName,
    "Supplier's order number": item.orderNumber,
    "Supplier's status": item.providerStatus,
    Charge: item.charge,
    Reason: item.reason && reasonText(item.reason, item.calls[0]),
    "Start count": item.startCount?.toLocaleString("en-US") ?? null,
    Accepted: time(item.submittedAt),
    "Cancellation requested": time(item.cancelRequestedAt),
    "Not sent before": time(item.notBefore),
    "Paused until": time(item.pausedUntil),
    "Last checked": time(item.lastCheckedAt),
    Ended: time(item.finishedAt),
    "Supplier's balance": item.lostCall?.balance ?? null,
    "Its number would be": item.lostCall?.numbers ?? null,
    "Our other items there": item.lostCall?.open.toLocaleString("en-US") ?? null,
  };
}

const time = (at: string | null) => at && <LocalTime at={at} />;
