import { ActionDialog } from "@/components/admin/action-dialog";
import { ActionInput } from "@/components/admin/action-form";
import { AdminSection } from "@/components/admin/admin-section";
import { OrderEditor } from "@/components/admin/order-editor";
import { amountLabel, type Surface } from "@/lib/catalog/catalog";
import type { AdminAddOn } from "@/lib/catalog/list-entries";
import type { ClaimSwitches } from "@/lib/content/claims";
import type { ServiceType } from "@/lib/platforms";
import { createAddOnAction, reorderEntriesAction } from "./actions";
import { AddOnList } from "./add-on-list";
import { AddOnPreview } from "./add-on-preview";
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
  claims: ClaimSwitches;
};

/** The add-ons of a service on one page: the list and a preview. */
export function AddOnSection({ surface, service, addOns, claims }: AddOnSectionProps) {
  const onSale = addOns.filter((entry) => entry.isActive);
  const group = { surface, service };
  return (
    <AdminSection
      title={titles[surface]}
      actions={
        <>
          {addOns.length > 1 ? (
            <ActionDialog
              label="Order"
              ariaLabel={`Order of the ${titles[surface].toLowerCase()}`}
              title="Order of the add-ons"
              detail="The first entry comes first on the page."
              action={reorderEntriesAction}
              submitLabel="Save order"
              hidden={group}
            >
              <OrderEditor
                entries={addOns.map(({ id, quantity }) => ({ id, label: amountLabel(quantity, service) }))}
              />
            </ActionDialog>
          ) : null}
          <ActionDialog
            label="Add"
            ariaLabel={`Add to the ${titles[surface].toLowerCase()}`}
            title="New add-on"
            detail="It goes on sale at once, after the others."
            action={createAddOnAction}
            submitLabel="Put on sale"
            hidden={group}
          >
            <ActionInput
              name="quantity"
              label={`How many ${service}`}
              inputMode="numeric"
              autoComplete="off"
              required
            />
            <PriceFields />
          </ActionDialog>
        </>
      }
    >
      <AddOnList addOns={addOns} />
      {onSale.length > 0 ? (
        <div inert className="rounded-xl border border-dashed border-border bg-background p-4">
          <AddOnPreview offers={onSale} claims={claims} />
        </div>
      ) : null}
    </AdminSection>
  );
}
