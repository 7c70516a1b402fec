import { Minus, X } from "lucide-react";
import { focusOn } from "@/components/forms/focus-on";
import { Button } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import { formatCents } from "@/lib/base/money";
import type { UnitWords } from "@/lib/shop/catalog/catalog";
import { orderedInWords, type PricedOrder } from "@/lib/shop/catalog/price-order";

type OrderCardProps = {
  priced: PricedOrder;
  unit: UnitWords;
  /** Changes how often an add-on is chosen; 0 removes it. */
  onCount: (addOnId: string, count: number) => void;
  /** Below the total. */
  children?: React.ReactNode;
};

/** The order's card: the package, each add-on with its count, and the total. */
export function OrderCard({ priced, unit, onCount, children }: OrderCardProps) {
  return (
    <TitledCard title="Your order" className="flex flex-col gap-5">
      <div className="flex flex-col">
        {/* Takes the focus when the line that had it is removed. */}
        <ul aria-label="Order lines" tabIndex={-1} className="flex flex-col">
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
                      onClick={({ currentTarget }) => {
                        // The last one is taken out by the button beside it.
                        if (line.count === 2) focusOn(currentTarget.nextElementSibling);
                        onCount(line.catalogId, line.count - 1);
                      }}
                    >
                      <Minus aria-hidden="true" />
                    </Button>
                  ) : null}
                  <Button
                    type="button"
                    variant="ghost"
                    size="icon"
                    aria-label={`Remove ${line.label}`}
                    onClick={({ currentTarget }) => {
                      focusOn(currentTarget.closest("ul"));
                      onCount(line.catalogId, 0);
                    }}
                  >
                    <X aria-hidden="true" />
                  </Button>
                </span>
              ) : null}
            </li>
          ))}
        </ul>
        <dl aria-live="polite" className="mt-3 flex flex-col gap-1 border-t border-border pt-3 tabular-nums">
          <div className="flex justify-between gap-3 text-sm text-muted-foreground">
            <dt>Total quantity</dt>
            <dd>{orderedInWords(priced, unit)}</dd>
          </div>
          <div className="flex items-baseline justify-between">
            <dt className="font-medium">Total price</dt>
            <dd className="text-2xl font-semibold tracking-tight">{formatCents(priced.totalCents)}</dd>
          </div>
        </dl>
      </div>
      {children}
    </TitledCard>
  );
}
