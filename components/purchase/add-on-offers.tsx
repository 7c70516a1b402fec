import { Plus } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Price } from "@/components/ui/price";
import { toast } from "@/components/ui/toast";
import { amountLabel, type Catalog, type CatalogAddOn, type UnitWords } from "@/lib/shop/catalog/catalog";
import type { AddOnChoice } from "@/lib/shop/catalog/price-order";
import { addOnCount, addOnsTitle, isAtEnd } from "./add-on-choices";

type AddOnSectionProps = {
  /** Only the packages and add-ons of this page. */
  catalog: Catalog;
  unit: UnitWords;
  chosen: AddOnChoice[];
  onCount: (id: string, count: number) => void;
};

/** The add-ons of this step under their title; nothing when none is on sale. */
export function AddOnSection({ catalog, unit, chosen, onCount }: AddOnSectionProps) {
  if (catalog.addOns.length === 0) return null;
  const add = ({ id, quantity, extra }: CatalogAddOn, count: number) => {
    onCount(id, count);
    toast.success("Added to Order", { description: `+${amountLabel(quantity, extra?.unit ?? unit)} added!` });
  };
  return (
    <section aria-labelledby="add-ons" className="flex flex-col gap-3">
      <h2 id="add-ons" className="text-lg font-semibold tracking-tight">
        {addOnsTitle(catalog)}
      </h2>
      <AddOnOffers offers={catalog.addOns} unit={unit} chosen={chosen} onAdd={add} />
    </section>
  );
}

type OnAdd = (addOn: CatalogAddOn, count: number) => void;

type AddOnOffersProps = {
  offers: CatalogAddOn[];
  unit: UnitWords;
  chosen: AddOnChoice[];
  onAdd: OnAdd;
};

/** The list of add-ons; each can be added up to ten times. */
export function AddOnOffers({ offers, unit, chosen, onAdd }: AddOnOffersProps) {
  return (
    <ul className="divide-y divide-border rounded-xl border border-border bg-card px-4">
      {offers.map((addOn) => (
        <AddOnOffer
          key={addOn.id}
          addOn={addOn}
          unit={unit}
          isAtEnd={isAtEnd(addOn, offers, chosen)}
          count={addOnCount(chosen, addOn.id)}
          onAdd={onAdd}
        />
      ))}
    </ul>
  );
}

type AddOnOfferProps = {
  addOn: CatalogAddOn;
  unit: UnitWords;
  count: number;
  isAtEnd: boolean;
  onAdd: OnAdd;
};

function AddOnOffer({ addOn, unit, count, isAtEnd, onAdd }: AddOnOfferProps) {
  const { priceCents, originalCents, extra } = addOn;
  const amount = amountLabel(addOn.quantity, extra?.unit ?? unit);
  return (
    <li className="flex flex-col gap-1 py-3">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3">
        <div className="flex min-w-0 flex-col">
          <p className="flex flex-wrap items-center gap-x-3 font-semibold tabular-nums">
            +{amount}
            {originalCents > priceCents ? (
              <Badge>{Math.round((1 - priceCents / originalCents) * 100)}% OFF</Badge>
            ) : null}
          </p>
          <Price cents={priceCents} originalCents={originalCents} />
        </div>
        <Button
          type="button"
          variant="outline"
          // Not `disabled`, which would drop the focus.
          aria-disabled={isAtEnd || undefined}
          aria-label={`Add ${amount} to the order`}
          onClick={() => {
            if (!isAtEnd) onAdd(addOn, count + 1);
          }}
          className="aria-disabled:bg-muted aria-disabled:text-muted-foreground"
        >
          <Plus aria-hidden="true" /> Add
        </Button>
      </div>
      {isAtEnd ? (
        <p className="text-sm text-muted-foreground">You can't add more of this bundle to one order.</p>
      ) : null}
    </li>
  );
}
