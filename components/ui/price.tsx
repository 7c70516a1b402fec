import { formatCents } from "@/lib/base/money";
import { cn } from "./cn";

type PriceProps = {
  className?: string;
  cents: number;
  /** The price before the offer, struck through. */
  originalCents?: number;
};

/** An amount of money; the price before the offer is read out as "was". */
export function Price({ cents, originalCents, className }: PriceProps) {
  return (
    <span className={cn("inline-flex flex-wrap items-baseline gap-x-2 tabular-nums", className)}>
      <span className="font-semibold">{formatCents(cents)}</span>
      {originalCents !== undefined && originalCents > cents ? (
        <s className="text-[0.7em] font-normal text-muted-foreground">
          <span className="sr-only">was </span>
          {formatCents(originalCents)}
        </s>
      ) : null}
    </span>
  );
}
