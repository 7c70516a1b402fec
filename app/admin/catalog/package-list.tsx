import { ActionDialog } from "@/app/admin/allowed-action";
import { CheckBox } from "@/components/admin/check-box";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button-link";
import { amountLabel } from "@/lib/catalog/catalog";
import type { AdminPackage } from "@/lib/catalog/list-entries";
import type { PriceHistories } from "@/lib/catalog/price-history";
import { platformLabels } from "@/lib/platforms";
import { updatePackageAction } from "./actions";
import { EntryPrice } from "./entry-price";
import { PlatformFields, PriceFields } from "./package-fields";

type PackageListProps = { packages: AdminPackage[]; histories: PriceHistories | null };

/** The packages of a service, including hidden ones. */
export function PackageList({ packages, histories }: PackageListProps) {
  if (packages.length === 0) return <p>This service has no packages yet. Add one.</p>;
  return (
    <ul className="flex flex-col divide-y divide-border">
      {packages.map((entry) => {
        const name = amountLabel(entry.quantity, entry.service);
        return (
          <li key={entry.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <span className="font-semibold tabular-nums">{name}</span>
              <EntryPrice entry={entry} histories={histories} />
              <span className="text-sm text-muted-foreground">
                {entry.platforms.map((platform) => platformLabels[platform]).join(", ")}
              </span>
              {entry.isPopular ? <Badge>Popular</Badge> : null}
              {entry.isActive ? null : <Badge variant="outline">Hidden</Badge>}
            </div>
            <div className="flex gap-2">
              <ButtonLink
                href={`/admin/catalog/history/${entry.id}`}
                prefetch={false}
                aria-label={`Price history of ${name}`}
                variant="ghost"
                size="sm"
              >
                History
              </ButtonLink>
              <ActionDialog
                label="Edit"
                ariaLabel={`Edit ${name}`}
                title={name}
                detail="The public pages show it at once. Existing orders keep their price."
                action={updatePackageAction}
                submitLabel="Save package"
                hidden={{ packageId: entry.id }}
              >
                <PriceFields entry={entry} />
                <PlatformFields chosen={entry.platforms} />
                <CheckBox name="isPopular" label="Marked as popular" isOn={entry.isPopular} />
                <CheckBox name="isActive" label="On sale" isOn={entry.isActive} />
              </ActionDialog>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
