import { AllowedDialog } from "@/app/admin/allowed-action";
import { SortDialog } from "@/app/admin/sort-dialog";
import { ActionInput, CheckBox } from "@/components/admin/action-form";
import { AdminList } from "@/components/admin/admin-list";
import { AdminSection } from "@/components/admin/admin-section";
import { amountLabel, type Surface } from "@/lib/shop/catalog/catalog";
import type { AdminAddOn } from "@/lib/shop/catalog/list-entries";
import type { ServiceType } from "@/lib/shop/catalog/platforms";
import type { PriceHistories } from "@/lib/shop/catalog/price-history";
import { createAddOnAction, reorderEntriesAction, updateAddOnAction } from "./actions";
import { AddOnPreview } from "./add-on-preview";
import { EntryRow } from "./entry-row";
import { PriceFields } from "./package-fields";

const titles: Record<Surface, string> = {
  checkout: "Add-ons at the checkout",
  "post-selection": "Add-ons where posts are chosen",
  "reel-selection": "Add-ons where reels are chosen",
};

type AddOnSectionProps = {
  surface: Surface;
  service: ServiceType;
  addOns: AdminAddOn[];
  /** The same, as buyers see them. */
  inShop: AdminAddOn[];
  histories: PriceHistories | null;
};

/** The add-ons of a service on one page: the list and a preview. */
export function AddOnSection({ surface, service, addOns, inShop, histories }: AddOnSectionProps) {
  const onSale = inShop.filter((entry) => entry.isActive);
  const group = { surface, service };
  return (
    <AdminSection
      title={titles[surface]}
      actions={
        <>
          <SortDialog
            ariaLabel={`Order of the ${titles[surface].toLowerCase()}`}
            title="Order of the add-ons"
            detail="The first entry comes first on the page."
            action={reorderEntriesAction}
            hidden={group}
            entries={addOns.map(({ id, quantity }) => ({ id, label: amountLabel(quantity, service) }))}
          />
          <AllowedDialog
            label="Add"
            ariaLabel={`Add to the ${titles[surface].toLowerCase()}`}
            title="New add-on"
            detail="It goes on sale at once, after the others."
            action={createAddOnAction}
            submitLabel="Put on sale"
            hidden={group}
          >
            <ActionInput name="quantity" label={`How many ${service}`} inputMode="numeric" required />
            <PriceFields />
          </AllowedDialog>
        </>
      }
    >
      <AdminList empty="This page has no add-ons for this service." className="divide-y divide-border *:py-2">
        {addOns.map((entry) => (
          <EntryRow
            key={entry.id}
            entry={entry}
            name={`+${amountLabel(entry.quantity, entry.service)}`}
            histories={histories}
            detail="The page shows it at once. Existing orders keep their price."
            action={updateAddOnAction}
            submitLabel="Save add-on"
            hidden={{ addOnId: entry.id }}
          >
            <PriceFields entry={entry} />
            <CheckBox name="isActive" label="On sale" isOn={entry.isActive} />
          </EntryRow>
        ))}
      </AdminList>
      {onSale.length > 0 ? (
        <div inert className="rounded-xl border border-dashed border-border bg-background p-4">
          <AddOnPreview offers={onSale} />
        </div>
      ) : null}
    </AdminSection>
  );
}
