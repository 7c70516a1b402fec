"use client";

import { AddOnOffers } from "@/components/purchase/add-on-offers";
import { ClaimsProvider } from "@/components/purchase/claims-context";
import type { CatalogAddOn } from "@/lib/catalog/catalog";
import type { ClaimSwitches } from "@/lib/content/claims";

/** The add-ons as buyers see them, without function. */
export function AddOnPreview({ offers, claims }: { offers: CatalogAddOn[]; claims: ClaimSwitches }) {
  return (
    <ClaimsProvider claims={claims}>
      <AddOnOffers offers={offers} chosen={[]} onAdd={() => {}} />
    </ClaimsProvider>
  );
}
