import type { OrderLine } from "@/lib/base/db/generated/client";
import { inSeries } from "@/lib/base/text/words";
import {
  addOnsFor,
  amountLabel,
  type Catalog,
  type CatalogAddOn,
  type CatalogPackage,
  type ExtraService,
  type Quality,
  type Surface,
  type UnitWords,
} from "./catalog";
import { findSold } from "./custom-amount";

/** One line of an order: `quantity` units for `unitCents`, `count` times. */
export type PricedLine = Omit<OrderLine, "id" | "orderId" | "position">;

/** What is bought of another service, in one of its qualities. */
export type Extra = Omit<ExtraService, "max"> & { quantity: number; cents: number };

export type PricedOrder = {
  lines: PricedLine[];
  /** All units, and those of the order's own service. */
  quantity: number;
  ownQuantity: number;
  totalCents: number;
  extras: Extra[];
};

export type AddOnChoice = { id: string; count: number };

/** How many of one add-on an order may have. */
export const maxAddOnCount = 10;

/**
 * Prices an order from the catalogue: units and cents of the package, or of the amount that its id names, and of each
 * add-on. Null when the package or amount is not on sale for this platform and service, or an add-on is not on sale with
 * its quality on this surface, is named twice, its count is not a whole number from 1 to 10, or it is an extra of which
 * no supplier takes so many. The browser uses it too, but the server's result decides.
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
  let extras: Extra[] = [];
  for (const { id, count } of choice.addOns) {
    const addOn = onSale.find((entry) => entry.id === id);
    if (!addOn || seen.has(id) || !Number.isInteger(count) || count < 1 || count > maxAddOnCount) return null;
    seen.add(id);
    const next = withExtra(extras, addOn, count);
    if (!next) return null;
    extras = next;
    lines.push({
      kind: "add_on",
      catalogId: id,
      label: `+${amountLabel(addOn.quantity, addOn.extra?.unit ?? choice.unit)}`,
      quantity: addOn.quantity,
      count,
      unitCents: addOn.priceCents,
      amountCents: addOn.priceCents * count,
    });
  }
  const quantity = lines.reduce((sum, line) => sum + line.quantity * line.count, 0);
  return {
    lines,
    quantity,
    ownQuantity: extras.reduce((left, extra) => left - extra.quantity, quantity),
    totalCents: lines.reduce((sum, line) => sum + line.amountCents, 0),
    extras,
  };
}

/** The units of an order in words: `600 likes`, `600 likes and 500 followers`. */
export function orderedInWords({ ownQuantity, extras }: PricedOrder, unit: UnitWords): string {
  const others = extras.map((extra) => amountLabel(extra.quantity, extra.unit));
  return inSeries([amountLabel(ownQuantity, unit), ...others]);
}

/** The extras of an order with this add-on, one for each service and quality; null for more than suppliers take. */
function withExtra(extras: Extra[], { extra, ...addOn }: CatalogAddOn, count: number): Extra[] | null {
  if (!extra) return extras;
  const { max, ...sold } = extra;
  const held = extras.find((each) => isSameService(each, extra));
  const quantity = (held?.quantity ?? 0) + addOn.quantity * count;
  const cents = (held?.cents ?? 0) + addOn.priceCents * count;
  if (quantity > max) return null;
  return [...extras.filter((each) => each !== held), { ...sold, quantity, cents }];
}

type OfService = { service: string; variant: string };

/** True for the same service in the same quality. */
export function isSameService(one: OfService, other: OfService): boolean {
  return one.service === other.service && one.variant === other.variant;
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
