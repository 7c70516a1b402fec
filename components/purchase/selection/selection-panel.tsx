"use client";

import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import { plural } from "@/lib/base/text/plural";
import { allocatedUnits } from "@/lib/buyer/checkout/allocation";
import { amountLabel } from "@/lib/shop/catalog/catalog";
import { serviceLabels } from "@/lib/shop/catalog/platforms";
import type { PricedOrder } from "@/lib/shop/catalog/price-order";
import { ActionBar } from "../action-bar";
import { AddOnSection } from "../add-on-offers";
import { OrderCard } from "../order-card";
import { OrderError } from "../order-error";
import { PayButton } from "../pay-button";
import { detailsPath } from "../purchase-steps";
import type { Payment } from "../use-payment";
import type { SelectionPlan } from "./selection-plan";
import type { Selection } from "./use-selection";

type SelectionPanelProps = {
  plan: SelectionPlan;
  selection: Selection;
  priced: PricedOrder;
  payment: Payment;
  onProceed: () => void;
};

/** The order, its allocation, the add-ons of this page and the payment button. */
export function SelectionPanel({ plan, selection, priced, payment, onProceed }: SelectionPanelProps) {
  const { platform, service, kind, catalog } = plan;
  const { chosen, details } = selection;
  return (
    <aside aria-label="Your order" className="flex flex-col gap-5 lg:sticky lg:top-24">
      <fieldset disabled={payment.isPaying} className="contents">
        <OrderCard priced={priced} service={service} onCount={selection.setAddOn}>
          <div className="flex flex-col gap-1 border-t border-border pt-4">
            <p className="flex flex-wrap justify-between gap-x-3 text-sm tabular-nums">
              <span>{plural(chosen.length, kind)} selected</span>
              <span className="text-muted-foreground">
                {allocatedUnits(chosen).toLocaleString("en-US")} of {priced.quantity.toLocaleString("en-US")}{" "}
                allocated
              </span>
            </p>
            <Progress
              aria-label={`${serviceLabels[service]} allocated`}
              value={(allocatedUnits(chosen) / priced.quantity) * 100}
            />
          </div>
        </OrderCard>
      </fieldset>
      {payment.error ? (
        <OrderError error={payment.error} editPath={detailsPath(platform, service, details.packageId)} />
      ) : null}
      <ActionBar>
        <fieldset disabled={payment.isPaying} className="contents">
          <UnitsLeft plan={plan} selection={selection} />
        </fieldset>
        <PayButton
          payment={payment}
          label="Proceed to Payment"
          totalCents={priced.totalCents}
          isBlocked={selection.posts.kind !== "ready"}
          onPay={onProceed}
        />
      </ActionBar>
      <fieldset disabled={payment.isPaying} className="contents">
        <AddOnSection
          catalog={catalog}
          chosen={details.addOns}
          onCount={selection.setAddOn}
          className="lg:grid-cols-1"
        />
      </fieldset>
    </aside>
  );
}

/** The remaining units, announced on each change; above the total, the excess. */
function UnitsLeft({ plan, selection }: { plan: SelectionPlan; selection: Selection }) {
  const { left, isEven } = selection;
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
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
