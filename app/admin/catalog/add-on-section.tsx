import { AllowedDialog } from "@/app/admin/allowed-action";
import { SortDialog } from "@/app/admin/sort-dialog";
import { ActionInput, ActionSelect, CheckBox } from "@/components/admin/action-form";
import { AdminList } from "@/components/admin/admin-list";
import { AdminSection } from "@/components/admin/admin-section";
import { amountLabel, type Surface } from "@/lib/shop/catalog/catalog";
import type { OfferedAddOn } from "@/lib/shop/catalog/new-entries";
import type { PriceHistories } from "@/lib/shop/catalog/price-history";
import { createAddOnAction, reorderEntriesAction, updateAddOnAction } from "./actions";
import { AddOnPreview } from "./add-on-preview";
import { EntryRow } from "./entry-row";
import { PlatformFields, PriceFields, VariantField } from "./package-fields";
import type { Group } from "./page";

const titles: Record<Surface, string> = {
  checkout: "Add-ons at the checkout",
  "post-selection": "Add-ons where posts are chosen",
  "reel-selection": "Add-ons where reels are chosen",
};

type AddOnSectionProps = {
  surface: Surface;
  group: Group;
  addOns: OfferedAddOn[];
  /** The same, as buyers see them. */
  inShop: OfferedAddOn[];
  histories: PriceHistories | null;
};

/** The add-ons of a service on one page: the list and a preview. */
export function AddOnSection({ surface, group, addOns, inShop, histories }: AddOnSectionProps) {
  const { service, platforms, chosen, words, extras, edits } = group;
  const named = ({ quantity, extra }: OfferedAddOn) => amountLabel(quantity, extra?.unit ?? words);
  const onSale = inShop.filter((entry) => entry.isActive);
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
            hasReason={false}
            hidden={{ edits }}
            entries={addOns.map((entry) => ({ id: entry.id, label: named(entry) }))}
          />
          <AllowedDialog
            label="Add"
            ariaLabel={`Add to the ${titles[surface].toLowerCase()}`}
            title="New add-on"
            detail="It comes after the others, and goes on sale when the draft is published."
            action={createAddOnAction}
            submitLabel="Add to the draft"
            hasReason={false}
            hidden={{ surface, service: service.slug, edits }}
          >
            {extras.length > 0 ? (
              <ActionSelect
                name="extra"
                label="What it adds"
                options={[["", `More ${words.many}`], ...extras]}
                hint="Another service goes to the buyer's account. If it is not delivered, its own price goes back."
              />
            ) : null}
            <ActionInput
              name="quantity"
              label={extras.length > 0 ? "How many" : `How many ${words.many}`}
              inputMode="numeric"
              required
            />
            <PriceFields />
            <VariantField variants={service.variants} />
            <PlatformFields platforms={platforms} chosen={chosen} />
          </AllowedDialog>
        </>
      }
    >
      <AdminList empty="This page has no add-ons for this service." className="divide-y divide-border *:py-2">
        {addOns.map((entry) => (
          <EntryRow
            key={entry.id}
            entry={entry}
            name={`+${named(entry)}`}
            histories={histories}
            action={updateAddOnAction}
            submitLabel="Save add-on"
            edits={edits}
          >
            <PriceFields entry={entry} />
            <PlatformFields platforms={platforms} chosen={entry.platforms} />
            <CheckBox name="isActive" label="On sale" isOn={entry.isActive} />
          </EntryRow>
        ))}
      </AdminList>
      {onSale.length > 0 ? (
        <div inert className="rounded-xl border border-dashed border-border bg-background p-4">
          <AddOnPreview offers={onSale} unit={words} />
        </div>
      ) : null}
    </AdminSection>
  );
}
