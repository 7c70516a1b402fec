import { Prisma } from "@/lib/db/generated/client";

type Decimal = Prisma.Decimal;

/** An item that may have been bought at this supplier, and its price there by each matching service. */
export type Candidate = { itemId: string; quantity: number; prices: Decimal[] };

/** An order under our key that is not in the database. */
export type FoundOrder = { number: string; charge: Decimal | null; remains: number | null };

type SupplierEvidence = {
  /** What the account paid beyond the orders in the database; null when unknown. */
  unexplained: Decimal | null;
  /** By how much that may be off (`balanceRounding`). */
  rounding: Decimal;
  found: FoundOrder[];
  candidates: Candidate[];
};

/** `isClear`: it is certain that nothing else was bought there. */
type SupplierVerdict = { adopted: { itemId: string; number: string }[]; isClear: boolean };

/** Panels round prices to five places or more. */
const priceRounding = new Prisma.Decimal("0.00002");

/**
 * What a supplier's account and order numbers prove about items that may have been bought since the copy. An order
 * belongs to an item when price and quantity fit only each other. Nothing else was bought when the account paid what
 * those orders cost, apart from the panel's rounding, and no other item is so cheap that rounding hides its price. Pure.
 */
export function assessSupplier({
  unexplained,
  rounding,
  found,
  candidates,
}: SupplierEvidence): SupplierVerdict {
  const adopted = found.flatMap((order) => {
    const [item, ...others] = candidates.filter((candidate) => fits(order, candidate));
    if (!item || others.length > 0) return [];
    const isOnly = found.filter((other) => fits(other, item)).length === 1;
    return isOnly ? [{ itemId: item.itemId, number: order.number }] : [];
  });
  const isEveryOrderAdopted = adopted.length === found.length;
  const paid = found.reduce((sum, { charge }) => sum.plus(charge ?? 0), new Prisma.Decimal(0));
  const tolerance = rounding.times(found.length + 1);
  const isExplained = unexplained?.minus(paid).abs().lte(tolerance) ?? false;
  const others = candidates.filter(({ itemId }) => !adopted.some((one) => one.itemId === itemId));
  return { adopted, isClear: isEveryOrderAdopted && isExplained && arePricesVisible(others, tolerance) };
}

/** True when the account shows a purchase of any of these, though its figure may be off by `tolerance`. Pure. */
export function arePricesVisible(candidates: Candidate[], tolerance: Decimal): boolean {
  return candidates.every(({ prices }) => prices.every((price) => price.gt(tolerance.times(2))));
}

function fits({ charge, remains }: FoundOrder, { prices, quantity }: Candidate): boolean {
  if (charge === null || (remains !== null && remains > quantity)) return false;
  return prices.some((price) => price.minus(charge).abs().lte(priceRounding));
}
