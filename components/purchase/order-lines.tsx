import { Minus, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { amountLabel } from "@/lib/catalog/catalog";
import type { PricedOrder } from "@/lib/catalog/price-order";
import { formatCents } from "@/lib/money";
import type { ServiceType } from "@/lib/platforms";

type OrderLinesProps = {
  priced: PricedOrder;
  service: ServiceType;
  /** Removes one of an add-on. */
  onLess: (addOnId: string) => void;
  /** Removes an add-on completely. */
  onRemove: (addOnId: string) => void;
};

/** The package, each add-on with its count, and the total. */
export function OrderLines({ priced, service, onLess, onRemove }: OrderLinesProps) {
  return (
    <div className="flex flex-col">
      <ul className="flex flex-col">
        {priced.lines.map((line) => (
          <li key={line.catalogId} className="flex min-h-11 items-center gap-2 tabular-nums">
            <span className="min-w-0 flex-1">
              {line.label}
              {line.count > 1 ? <span className="text-muted-foreground"> × {line.count}</span> : null}
            </span>
            <span>{formatCents(line.amountCents)}</span>
            {line.kind === "add_on" ? (
              <span className="-mr-3 flex">
                {line.count > 1 ? (
                  <Button
                    type="button"
                    variant="ghost"
                    size="icon"
                    aria-label={`One fewer of ${line.label}`}
                    onClick={() => onLess(line.catalogId)}
                  >
                    <Minus aria-hidden="true" />
                  </Button>
                ) : null}
                <Button
                  type="button"
                  variant="ghost"
                  size="icon"
                  aria-label={`Remove ${line.label}`}
                  onClick={() => onRemove(line.catalogId)}
                >
                  <X aria-hidden="true" />
                </Button>
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      <dl aria-live="polite" className="mt-3 flex flex-col gap-1 border-t border-border pt-3 tabular-nums">
        <div className="flex justify-between text-sm text-muted-foreground">
          <dt>Total quantity</dt>
          <dd>{amountLabel(priced.quantity, service)}</dd>
        </div>
        <div className="flex items-baseline justify-between">
          <dt className="font-medium">Total price</dt>
          <dd className="text-2xl font-semibold tracking-tight">{formatCents(priced.totalCents)}</dd>
        </div>
      </dl>
    </div>
  );
}
