import { rangeOf, type UnitRange } from "@/lib/buyer/checkout/delivery-limits";
import type { Catalog } from "@/lib/shop/catalog/catalog";
import { readCustomId } from "@/lib/shop/catalog/custom-amount";

/**
 * What one service sells in the quality of the chosen package or amount, and the units of one target in it. Until one is
 * chosen, in the first quality.
 */
export function chosenQuality(
  catalog: Catalog,
  packageId: string,
  limits: Record<string, UnitRange>,
): { catalog: Catalog; limits: UnitRange } {
  const variant = variantOf(catalog, packageId);
  const isOfIt = (entry: { variant: string }) => entry.variant === variant;
  return {
    catalog: {
      ...catalog,
      packages: catalog.packages.filter(isOfIt),
      addOns: catalog.addOns.filter(isOfIt),
      amounts: catalog.amounts.filter(isOfIt),
    },
    limits: rangeOf(limits, variant),
  };
}

function variantOf({ packages, amounts }: Catalog, packageId: string): string {
  const chosen = packages.find(({ id }) => id === packageId);
  const amount = amounts.find(
    ({ service, variant }) => readCustomId(packageId, service)?.variant === variant,
  );
  return (chosen ?? amount ?? packages[0] ?? amounts[0])?.variant ?? "standard";
}
