import { Price } from "@/components/ui/price";
import { type PriceHistories, struckProblem } from "@/lib/catalog/price-history";
import { formatCents } from "@/lib/money";

type EntryPriceProps = {
  entry: { id: string; priceCents: number; originalCents: number };
  /** Null shows each original price as it was entered. */
  histories: PriceHistories | null;
};

/** An entry's price, its original price struck through as in the shop, or why it is not. */
export function EntryPrice({ entry, histories }: EntryPriceProps) {
  const { priceCents, originalCents } = entry;
  const problem = histories && struckProblem(entry, histories);
  if (!problem) return <Price cents={priceCents} originalCents={originalCents} />;
  return (
    <>
      <Price cents={priceCents} />
      <span className="text-sm text-muted-foreground">
        {formatCents(originalCents)} is not struck through: {problem}.
      </span>
    </>
  );
}
