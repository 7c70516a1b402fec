import { ActionDialog } from "@/app/admin/allowed-action";
import { updateAddOnAction } from "@/app/admin/catalog/actions";
import { ActionInput } from "@/components/admin/action-form";
import { AdminSection } from "@/components/admin/admin-section";
import { CheckBox } from "@/components/admin/check-box";
import { OrderEditor } from "@/components/admin/order-editor";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button-link";
import { amountLabel, type Surface } from "@/lib/catalog/catalog";
import type { AdminAddOn } from "@/lib/catalog/list-entries";
import type { PriceHistories } from "@/lib/catalog/price-history";
import type { ServiceType } from "@/lib/platforms";
import { createAddOnAction, reorderEntriesAction } from "./actions";
import { AddOnPreview } from "./add-on-preview";
import { EntryPrice } from "./entry-price";
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
            <ActionInput name="quantity" label={`How many ${service}`} inputMode="numeric" required />
            <PriceFields />
          </ActionDialog>
        </>
      }
    >
      <AddOnList addOns={addOns} histories={histories} />
      {onSale.length > 0 ? (
        <div inert className="rounded-xl border border-dashed border-border bg-background p-4">
          <AddOnPreview offers={onSale} />
        </div>
      ) : null}
    </AdminSection>
  );
}

/** A page's add-ons for a service, including hidden ones. */
function AddOnList({ addOns, histories }: Pick<AddOnSectionProps, "addOns" | "histories">) {
  if (addOns.length === 0) return <p className="text-sm">This page has no add-ons for this service.</p>;
  return (
    <ul className="flex flex-col divide-y divide-border">
      {addOns.map((entry) => {
        const name = `+${amountLabel(entry.quantity, entry.service)}`;
        return (
          <li key={entry.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2">
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <span className="font-semibold tabular-nums">{name}</span>
              <EntryPrice entry={entry} histories={histories} />
              {entry.isActive ? null : <Badge variant="outline">Hidden</Badge>}
            </div>
            <div className="flex gap-2">
              <ButtonLink
                href={`/admin/catalog/history/${entry.id}`}
                prefetch={false}
                aria-label={`Price history of ${name}, ${entry.surface}`}
                variant="ghost"
                size="sm"
              >
                History
              </ButtonLink>
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
