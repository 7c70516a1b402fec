import type { OrderLine } from "@/lib/base/db/generated/client";
import {
  addOnsFor,
  amountLabel,
  type Catalog,
  type CatalogPackage,
  type Quality,
  type Surface,
  type UnitWords,
} from "./catalog";
import { findSold } from "./custom-amount";

/** One line of an order: `quantity` units for `unitCents`, `count` times. */
export type PricedLine = Omit<OrderLine, "id" | "orderId" | "position">;

export type PricedOrder = { lines: PricedLine[]; quantity: number; totalCents: number };

export type AddOnChoice = { id: string; count: number };

/** How many of one add-on an order may have. */
export const maxAddOnCount = 10;

/**
 * Prices an order from the catalogue: units and cents of the package, or of the amount that its id names, and of each
 * add-on. Null when the package or amount is not on sale for this platform and service, or an add-on is not on sale with
 * its quality on this surface, is named twice, or its count is not a whole number from 1 to 10. The browser uses it too,
 * but the server's result decides.
 */
export function priceOrder(
  catalog: Catalog,
  choice: {
    platform: string;
    service: string;
    unit: UnitWords;
    surface: Surface;
    packageId: string;
    addOns: AddOnChoice[];
  },
): PricedOrder | null {
  const chosen = findSold(catalog, choice, choice.packageId);
  if (!chosen) return null;
  const { variant } = chosen;
  const quality = catalog.qualities.find(
    (entry) =>
      entry.platform === choice.platform && entry.service === choice.service && entry.variant === variant,
  );
  const lines = [packageLine(chosen, choice.unit, quality)];
  const onSale = addOnsFor(catalog, choice.surface, choice.platform, choice.service).filter(
    (entry) => entry.variant === variant,
  );
  const seen = new Set<string>();
  for (const { id, count } of choice.addOns) {
    const addOn = onSale.find((entry) => entry.id === id);
    if (!addOn || seen.has(id) || !Number.isInteger(count) || count < 1 || count > maxAddOnCount) return null;
    seen.add(id);
    lines.push({
      kind: "add_on",
      catalogId: id,
      label: `+${amountLabel(addOn.quantity, choice.unit)}`,
      quantity: addOn.quantity,
      count,
      unitCents: addOn.priceCents,
      amountCents: addOn.priceCents * count,
    });
  }
  return {
    lines,
    quantity: lines.reduce((sum, line) => sum + line.quantity * line.count, 0),
    totalCents: lines.reduce((sum, line) => sum + line.amountCents, 0),
  };
}

function packageLine(chosen: CatalogPackage, unit: UnitWords, quality: Quality | undefined): PricedLine {
  const amount = amountLabel(chosen.quantity, unit);
  return {
    kind: "package",
    catalogId: chosen.id,
    label: quality ? `${amount} (${quality.label})` : amount,
    quantity: chosen.quantity,
    count: 1,
    unitCents: chosen.priceCents,
    amountCents: chosen.priceCents,
  };
}
