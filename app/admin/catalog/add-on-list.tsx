import Link from "next/link";
import { ActionDialog } from "@/components/admin/action-dialog";
import { CheckBox } from "@/components/admin/check-box";
import { Badge } from "@/components/ui/badge";
import { buttonVariants } from "@/components/ui/button-variants";
import { Price } from "@/components/ui/price";
import { amountLabel } from "@/lib/catalog/catalog";
import type { AdminAddOn } from "@/lib/catalog/list-entries";
import { updateAddOnAction } from "./actions";
import { PriceFields } from "./package-fields";

/** A page's add-ons for a service, including hidden ones. */
export function AddOnList({ addOns }: { addOns: AdminAddOn[] }) {
  if (addOns.length === 0) return <p className="text-sm">This page has no add-ons for this service.</p>;
  return (
    <ul className="flex flex-col divide-y divide-border">
      {addOns.map((entry) => {
        const name = `+${amountLabel(entry.quantity, entry.service)}`;
        return (
          <li key={entry.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2">
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <span className="font-semibold tabular-nums">{name}</span>
              <Price cents={entry.priceCents} originalCents={entry.originalCents} />
              {entry.isActive ? null : <Badge variant="outline">Hidden</Badge>}
            </div>
            <div className="flex gap-2">
              <Link
                href={`/admin/catalog/history/${entry.id}`}
                prefetch={false}
                aria-label={`Price history of ${name}, ${entry.surface}`}
                className={buttonVariants({ variant: "ghost", size: "sm" })}
              >
                History
              </Link>
              <ActionDialog
                label="Edit"
                ariaLabel={`Edit ${name}, ${entry.surface}`}
                title={name}
                detail="The page shows it at once. Existing orders keep their price."
                action={updateAddOnAction}
                submitLabel="Save add-on"
                hidden={{ addOnId: entry.id }}
              >
                <PriceFields entry={entry} />
                <CheckBox name="isActive" label="On sale" isOn={entry.isActive} />
              </ActionDialog>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
