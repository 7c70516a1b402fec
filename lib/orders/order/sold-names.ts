import type { UnitWords } from "@/lib/shop/catalog/catalog";

/** The names that an order keeps of the service that was bought. */
type SoldNames = { platformLabel: string; serviceLabel: string };

/** The words for an order's units. */
export function unitOf({ unitOne: one, unitMany: many }: { unitOne: string; unitMany: string }): UnitWords {
  return { one, many };
}

/** `Instagram followers` */
export function soldService({ platformLabel, serviceLabel }: SoldNames): string {
  return `${platformLabel} ${serviceLabel.toLowerCase()}`;
}
