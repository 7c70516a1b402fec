import type { CatalogAddOn } from "@/lib/catalog/catalog";
import { type AddOnChoice, maxAddOnCount } from "@/lib/catalog/price-order";

/** The chosen bundles that this page sells: a bundle of another page is kept, but has no price here. */
export function addOnsOnSale(choices: AddOnChoice[], offers: CatalogAddOn[]): AddOnChoice[] {
  return choices.filter((choice) => offers.some((offer) => offer.id === choice.id));
}

/** How often a bundle is chosen. */
export function addOnCount(choices: AddOnChoice[], id: string): number {
  return choices.find((choice) => choice.id === id)?.count ?? 0;
}

/** The choices with this bundle `count` times, at most ten; 0 takes it away. The others keep their places. */
export function withAddOnCount(choices: AddOnChoice[], id: string, count: number): AddOnChoice[] {
  const changed = { id, count: Math.min(count, maxAddOnCount) };
  const isNew = !choices.some((choice) => choice.id === id);
  const all = isNew ? [...choices, changed] : choices.map((choice) => (choice.id === id ? changed : choice));
  return all.filter((choice) => choice.count > 0);
}
