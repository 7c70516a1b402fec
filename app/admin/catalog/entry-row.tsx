import { AllowedDialog } from "@/app/admin/allowed-action";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button-link";
import { Price } from "@/components/ui/price";
import { formatCents } from "@/lib/base/money";
import { type PriceHistories, struckProblem } from "@/lib/shop/catalog/price-history";

type EntryRowProps = {
  /** `surface` is the page that sells an add-on: several pages sell add-ons of the same name. */
  entry: { id: string; priceCents: number; originalCents: number; isActive: boolean; surface?: string };
  name: string;
  /** Null shows the original price as it was entered. */
  histories: PriceHistories | null;
  /** Shown between the price and the state. */
  notes?: React.ReactNode;
  /** How often the draft was edited. */
  edits: string;
} & Pick<React.ComponentProps<typeof AllowedDialog>, "action" | "submitLabel" | "children">;

/** A package or add-on with its price, its price history, and the dialog that changes it. */
export function EntryRow({ entry, name, histories, notes, edits, ...dialog }: EntryRowProps) {
  const fullName = entry.surface ? `${name}, ${entry.surface}` : name;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="font-semibold tabular-nums">{name}</span>
        <EntryPrice entry={entry} histories={histories} />
        {notes}
        {entry.isActive ? null : <Badge variant="outline">Hidden</Badge>}
      </div>
      <div className="flex gap-2">
        <ButtonLink
          href={`/admin/catalog/history/${entry.id}`}
          prefetch={false}
          aria-label={`Price history of ${fullName}`}
          variant="ghost"
          size="sm"
        >
          History
        </ButtonLink>
        <AllowedDialog
          {...dialog}
          detail="Buyers see it once the draft is published. Existing orders keep their price."
          hasReason={false}
          hidden={{ entryId: entry.id, edits }}
          label="Edit"
          ariaLabel={`Edit ${fullName}`}
          title={name}
        />
      </div>
    </li>
  );
}

/** An entry's price, its original price struck through as in the shop, or why it is not. */
function EntryPrice({ entry, histories }: Pick<EntryRowProps, "entry" | "histories">) {
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
