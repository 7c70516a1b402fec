import type { Catalog, CatalogAddOn } from "@/lib/shop/catalog/catalog";
import { type AddOnChoice, maxAddOnCount } from "@/lib/shop/catalog/price-order";

/** The chosen add-ons that this page sells. Add-ons of another page are kept, but have no price here. */
export function addOnsOnSale(choices: AddOnChoice[], offers: CatalogAddOn[]): AddOnChoice[] {
  return choices.filter((choice) => offers.some((offer) => offer.id === choice.id));
}

export function addOnCount(choices: AddOnChoice[], id: string): number {
  return choices.find((choice) => choice.id === id)?.count ?? 0;
}

/** True when no more of an add-on may be added: of ten, or of an extra of which no supplier takes more. */
export function isAtEnd(
  { id, quantity, extra }: CatalogAddOn,
  offers: CatalogAddOn[],
  choices: AddOnChoice[],
) {
  if (addOnCount(choices, id) >= maxAddOnCount) return true;
  if (!extra) return false;
  const isSame = (offer: CatalogAddOn) =>
    offer.extra?.service === extra.service && offer.extra.variant === extra.variant;
  const chosen = offers
    .filter(isSame)
    .reduce((sum, offer) => sum + offer.quantity * addOnCount(choices, offer.id), 0);
  return chosen + quantity > extra.max;
}

/** The choices with this add-on `count` times, at most ten; 0 removes it. The order of the others stays. */
export function withAddOnCount(choices: AddOnChoice[], id: string, count: number): AddOnChoice[] {
  const changed = { id, count: Math.min(count, maxAddOnCount) };
  const isNew = !choices.some((choice) => choice.id === id);
  const all = isNew ? [...choices, changed] : choices.map((choice) => (choice.id === id ? changed : choice));
  return all.filter((choice) => choice.count > 0);
}

/**
 * The title of a page's add-ons. It promises a lower price only where each costs less a unit than every package, and than
 * the cheapest unit of an amount that the buyer chooses; an extra has none to compare it with.
 */
export function addOnsTitle({ packages, addOns, amounts }: Catalog): string {
  const steps = amounts.flatMap(({ priceSteps }) => priceSteps);
  const isCheaper = addOns.every(
    (bundle) =>
      !bundle.extra &&
      packages.every((entry) => bundle.priceCents * entry.quantity < entry.priceCents * bundle.quantity) &&
      steps.every(({ microsPerUnit }) => bundle.priceCents * 10_000 < microsPerUnit * bundle.quantity),
  );
  return isCheaper ? "Add more, pay less" : "Add more";
}
