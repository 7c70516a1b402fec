"use client";

import { AddOnOffers } from "@/components/purchase/add-on-offers";
import type { CatalogAddOn, UnitWords } from "@/lib/shop/catalog/catalog";

/** The add-ons as buyers see them, without working buttons. */
export function AddOnPreview({ offers, unit }: { offers: CatalogAddOn[]; unit: UnitWords }) {
  return <AddOnOffers offers={offers} unit={unit} chosen={[]} onAdd={() => {}} />;
}
