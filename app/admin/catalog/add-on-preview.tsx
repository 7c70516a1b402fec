"use client";

import { AddOnOffers } from "@/components/purchase/add-on-offers";
import type { CatalogAddOn } from "@/lib/shop/catalog/catalog";

/** The add-ons as buyers see them, without working buttons. */
export function AddOnPreview({ offers }: { offers: CatalogAddOn[] }) {
  return <AddOnOffers offers={offers} chosen={[]} onAdd={() => {}} />;
}
