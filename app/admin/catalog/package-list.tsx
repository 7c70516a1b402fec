import { CheckBox } from "@/components/admin/action-form";
import { Badge } from "@/components/ui/badge";
import { amountLabel } from "@/lib/catalog/catalog";
import type { AdminPackage } from "@/lib/catalog/list-entries";
import type { PriceHistories } from "@/lib/catalog/price-history";
import { platformLabels } from "@/lib/platforms";
import { updatePackageAction } from "./actions";
import { EntryRow } from "./entry-row";
import { PlatformFields, PriceFields } from "./package-fields";

type PackageListProps = { packages: AdminPackage[]; histories: PriceHistories | null };

/** The packages of a service, including hidden ones. */
export function PackageList({ packages, histories }: PackageListProps) {
  if (packages.length === 0) return <p>This service has no packages yet. Add one.</p>;
  return (
    <ul className="flex flex-col divide-y divide-border *:py-3">
      {packages.map((entry) => (
        <EntryRow
          key={entry.id}
          entry={entry}
          name={amountLabel(entry.quantity, entry.service)}
          histories={histories}
          notes={
            <>
              <span className="text-sm text-muted-foreground">
                {entry.platforms.map((platform) => platformLabels[platform]).join(", ")}
              </span>
              {entry.isPopular ? <Badge>Popular</Badge> : null}
            </>
          }
          detail="The public pages show it at once. Existing orders keep their price."
          action={updatePackageAction}
          submitLabel="Save package"
          hidden={{ packageId: entry.id }}
        >
          <PriceFields entry={entry} />
          <PlatformFields chosen={entry.platforms} />
          <CheckBox name="isPopular" label="Marked as popular" isOn={entry.isPopular} />
          <CheckBox name="isActive" label="On sale" isOn={entry.isActive} />
        </EntryRow>
      ))}
    </ul>
  );
}
