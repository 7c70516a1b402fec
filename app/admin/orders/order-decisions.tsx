import { AdminSection } from "@/components/admin/admin-section";
import { inWords, StateBadge } from "@/components/admin/state-badge";
import { LocalTime } from "@/components/orders/local-time";
import { formatCents } from "@/lib/money";
import type { OrderFile } from "@/lib/reporting/find-order-file";

/** What was decided about the order's items, with the facts it was decided by. */
export function OrderDecisions({ decisions }: { decisions: OrderFile["decisions"] }) {
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
            <span className="wrap-anywhere">{decision.message}</span>
            <span className="text-muted-foreground tabular-nums">
              {decision.units.toLocaleString("en-US")} {decision.units === 1 ? "unit" : "units"},{" "}
              {formatCents(decision.cents)}
              {decision.lookAgainAt ? (
                <>
                  , looks again <LocalTime at={decision.lookAgainAt} />
                </>
              ) : null}
            </span>
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
