import type { Catalog, CatalogAddOn } from "@/lib/shop/catalog/catalog";
import { type AddOnChoice, isSameService, maxAddOnCount } from "@/lib/shop/catalog/price-order";

/**
 * The chosen add-ons that this page sells, and of an extra as many as its suppliers take now. Add-ons of another page are
 * kept, but have no price here.
 */
export function addOnsOnSale(choices: AddOnChoice[], offers: CatalogAddOn[]): AddOnChoice[] {
  const kept: AddOnChoice[] = [];
  for (const choice of choices) {
    const offer = offers.find(({ id }) => id === choice.id);
    const count = offer ? Math.min(choice.count, mostMore(offer, offers, kept)) : 0;
    if (count > 0) kept.push({ ...choice, count });
  }
  return kept;
}

export function addOnCount(choices: AddOnChoice[], id: string): number {
  return choices.find((choice) => choice.id === id)?.count ?? 0;
}

/** True when no more of an add-on may be added. */
export function isAtEnd(addOn: CatalogAddOn, offers: CatalogAddOn[], choices: AddOnChoice[]): boolean {
  return mostMore(addOn, offers, choices) < 1;
}

/** How many more of an add-on may be added: ten in all, and of an extra no more than its suppliers take. */
function mostMore({ id, quantity, extra }: CatalogAddOn, offers: CatalogAddOn[], choices: AddOnChoice[]) {
  const left = maxAddOnCount - addOnCount(choices, id);
  if (!extra) return left;
  const chosen = offers
    .filter((offer) => offer.extra && isSameService(offer.extra, extra))
    .reduce((sum, offer) => sum + offer.quantity * addOnCount(choices, offer.id), 0);
  return Math.min(left, Math.floor((extra.max - chosen) / quantity));
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
