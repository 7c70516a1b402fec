import { Button } from "@/components/ui/button";
import { amountLabel } from "@/lib/shop/catalog/catalog";
import type { SelectionPlan } from "./selection-plan";
import type { Selection } from "./use-selection";

/** The remaining units, announced on each change; above the total, the excess. */
export function UnitsLeft({ plan, selection }: { plan: SelectionPlan; selection: Selection }) {
  const { left, isEven } = selection;
  return (
    <div className="flex min-w-0 flex-1 items-center justify-between gap-2">
      <p role="status" className="min-w-0 text-sm leading-tight tabular-nums">
        {left < 0 ? (
          <span className="font-semibold text-destructive">
            {amountLabel(-left, plan.service.unit)} too many
          </span>
        ) : (
          <>
            <span className="font-semibold">{left.toLocaleString("en-US")} left</span>
            <span className="sr-only">
              {" "}
              of {selection.rules.total.toLocaleString("en-US")} {plan.service.unit.many}
            </span>
          </>
        )}
      </p>
      <Button
        type="button"
        variant="outline"
        size="sm"
        aria-disabled={isEven || undefined}
        onClick={() => {
          if (!isEven) selection.splitEvenly();
        }}
        className="aria-disabled:cursor-default aria-disabled:border-border aria-disabled:text-muted-foreground aria-disabled:opacity-60"
      >
        Split evenly
      </Button>
    </div>
  );
}
