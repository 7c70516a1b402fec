"use client";

import { Progress } from "@/components/ui/progress";
import { plural } from "@/lib/base/text/plural";
import { allocatedUnits } from "@/lib/buyer/checkout/allocation";
import type { PricedOrder } from "@/lib/shop/catalog/price-order";
import { AddOnSection } from "../add-on-offers";
import { OrderCard } from "../order-card";
import { OrderError } from "../order-error";
import { OrderPanel } from "../order-panel";
import { PaidBefore } from "../paid-before";
import { PayButton } from "../pay-button";
import { detailsPath } from "../purchase-steps";
import type { Payment } from "../use-payment";
import { type SelectionPlan, wordsOf } from "./selection-plan";
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
  const { platform, service, catalog } = plan;
  const { one, many } = wordsOf(plan);
  const { chosen, details } = selection;
  return (
    <OrderPanel>
      <fieldset disabled={payment.isPaying} className="contents">
        <OrderCard priced={priced} unit={service.unit} onCount={selection.setAddOn}>
          <div className="flex flex-col gap-1 border-t border-border pt-4">
            <p className="flex flex-wrap justify-between gap-x-3 text-sm tabular-nums">
              <span>{plural(chosen.length, one, many)} selected</span>
              <span className="text-muted-foreground">
                {allocatedUnits(chosen).toLocaleString("en-US")} of{" "}
                {priced.ownQuantity.toLocaleString("en-US")} allocated
              </span>
            </p>
            <Progress
              aria-label={`${service.label} allocated`}
              value={(allocatedUnits(chosen) / priced.ownQuantity) * 100}
            />
          </div>
        </OrderCard>
      </fieldset>
      {payment.error ? (
        <OrderError
          error={payment.error}
          editPath={detailsPath(platform.slug, service.slug, details.packageId)}
        />
      ) : null}
      <PaidBefore orderUrl={details.paidOrderUrl} />
      <PayButton
        payment={payment}
        label="Proceed to Payment"
        totalCents={priced.totalCents}
        isBlocked={selection.posts.kind !== "ready"}
        onPay={onProceed}
      />
      <fieldset disabled={payment.isPaying} className="contents">
        <AddOnSection
          catalog={catalog}
          unit={service.unit}
          chosen={details.addOns}
          onCount={selection.setAddOn}
        />
      </fieldset>
    </OrderPanel>
  );
}
