"use client";

import { Lock } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Progress } from "@/components/ui/progress";
import { Spinner } from "@/components/ui/spinner";
import { amountLabel } from "@/lib/catalog/catalog";
import type { PricedOrder } from "@/lib/catalog/price-order";
import { unitsGiven } from "@/lib/checkout/allocation";
import { formatCents } from "@/lib/money";
import { serviceLabels } from "@/lib/platforms";
import { ActionBar } from "../action-bar";
import { addOnsTitle } from "../add-on-choices";
import { AddOnOffers } from "../add-on-offers";
import { BeforePaying, type Consent } from "../before-paying";
import type { CallError } from "../call-function";
import { OrderError } from "../order-error";
import { OrderLines } from "../order-lines";
import { detailsPath } from "../purchase-steps";
import { type SelectionPlan, selectionTexts } from "./selection-plan";
import type { Selection } from "./use-selection";

type SelectionPanelProps = {
  plan: SelectionPlan;
  selection: Selection;
  priced: PricedOrder;
  error: CallError | null;
  consent: Consent;
  isProcessing: boolean;
  onProceed: () => void;
};

/** The order, its allocation, the add-ons of this page and the payment button. */
export function SelectionPanel(props: SelectionPanelProps) {
  const { plan, selection, priced, error, consent, isProcessing, onProceed } = props;
  const { platform, service, kind, catalog } = plan;
  const { chosen, details } = selection;
  const { one, many } = selectionTexts[kind];
  return (
    <aside aria-label="Your order" className="flex flex-col gap-5 lg:sticky lg:top-24">
      <Card>
        <CardHeader>
          <CardTitle>Your order</CardTitle>
        </CardHeader>
        <CardContent className="flex flex-col gap-5">
          <OrderLines
            priced={priced}
            service={service}
            onLess={selection.lessBundle}
            onRemove={selection.removeBundle}
          />
          <div className="flex flex-col gap-1 border-t border-border pt-4">
            <p className="flex flex-wrap justify-between gap-x-3 text-sm tabular-nums">
              <span>
                {chosen.length} {chosen.length === 1 ? one : many} selected
              </span>
              <span className="text-muted-foreground">
                {unitsGiven(chosen).toLocaleString("en-US")} of {priced.quantity.toLocaleString("en-US")}{" "}
                allocated
              </span>
            </p>
            <Progress
              aria-label={`${serviceLabels[service]} allocated`}
              value={(unitsGiven(chosen) / priced.quantity) * 100}
            />
          </div>
        </CardContent>
      </Card>
      {error ? (
        <OrderError error={error} editPath={detailsPath(platform, service, details.packageId)} />
      ) : null}
      <ActionBar>
        <UnitsLeft plan={plan} selection={selection} />
        <BeforePaying {...consent} />
        <Button size="lg" className="w-full" disabled={isProcessing} onClick={onProceed}>
          {isProcessing ? (
            <>
              <Spinner /> Processing...
            </>
          ) : (
            <>
              <Lock aria-hidden="true" /> Proceed to Payment · {formatCents(priced.totalCents)}
            </>
          )}
        </Button>
        <p role="status" className="sr-only">
          {isProcessing ? "Opening the payment page" : ""}
        </p>
      </ActionBar>
      {catalog.addOns.length > 0 ? (
        <section aria-labelledby="add-ons" className="flex flex-col gap-3">
          <h2 id="add-ons" className="text-lg font-semibold tracking-tight">
            {addOnsTitle(catalog)}
          </h2>
          <AddOnOffers
            offers={catalog.addOns}
            chosen={details.addOns}
            onAdd={selection.addBundle}
            className="lg:grid-cols-1"
          />
        </section>
      ) : null}
    </aside>
  );
}

/** The remaining units, announced on each change; above the total, the excess. */
function UnitsLeft({ plan, selection }: { plan: SelectionPlan; selection: Selection }) {
  const { left, isEven } = selection;
  return (
    <div className="flex min-h-11 items-center justify-between gap-3">
      <p role="status" className="tabular-nums">
        {left < 0 ? (
          <span className="font-semibold text-destructive">{amountLabel(-left, plan.service)} too many</span>
        ) : (
          <>
            <span className="font-semibold">{left.toLocaleString("en-US")} left</span>
            <span className="sr-only">
              {" "}
              of {selection.rules.total.toLocaleString("en-US")} {plan.service}
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
