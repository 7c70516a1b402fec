import { Price } from "@/components/ui/price";
import { amountLabel, type CatalogPackage } from "@/lib/catalog/catalog";
import { formatCents } from "@/lib/money";
import { type Platform, platformLabels } from "@/lib/platforms";
import { useStruckCents } from "./claims-context";

/** What is being bought, with what it cost before and what is saved. */
export function PackageSummary({ platform, chosen }: { platform: Platform; chosen: CatalogPackage }) {
  const originalCents = useStruckCents(chosen.priceCents, chosen.originalCents);
  return (
    <div className="flex flex-col gap-1">
      <p className="text-sm text-muted-foreground">{platformLabels[platform]}</p>
      <p className="text-2xl font-semibold tracking-tight tabular-nums">
        {amountLabel(chosen.quantity, chosen.service)}
      </p>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <Price cents={chosen.priceCents} {...(originalCents !== null && { originalCents })} />
      </p>
      {originalCents !== null ? (
        <p className="text-sm font-medium text-primary">
          You save {formatCents(originalCents - chosen.priceCents)}
        </p>
      ) : null}
    </div>
  );
}
