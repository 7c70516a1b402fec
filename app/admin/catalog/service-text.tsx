import { ActionDialog } from "@/components/admin/action-dialog";
import { ActionField, type AdminAction } from "@/components/admin/action-form";
import { AdminSection } from "@/components/admin/admin-section";
import { FactList } from "@/components/admin/fact-list";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import type { ServiceView } from "@/lib/catalog/list-entries";
import { formatCents } from "@/lib/money";
import { textOfCents } from "./dollars-text";

/** What customers read about one service in their dashboard. */
export function ServiceText({ service, update }: { service: ServiceView; update: AdminAction }) {
  return (
    <AdminSection
      title={service.name}
      detail={service.description}
      actions={
        <ActionDialog
          label="Edit"
          ariaLabel={`Edit ${service.name}`}
          title={service.name}
          detail="Customers read this in their dashboard. Packages have prices of their own."
          action={update}
          submitLabel="Save service"
          hidden={{ serviceId: String(service.id) }}
        >
          <ActionField name="name" label="Name">
            <Input name="name" defaultValue={service.name} maxLength={80} required />
          </ActionField>
          <ActionField name="description" label="Description">
            <Textarea name="description" defaultValue={service.description} maxLength={400} required />
          </ActionField>
          <div className="grid gap-4 sm:grid-cols-2">
            <ActionField name="pricePer1000Cents" label="List price of 1,000 in dollars">
              <Input
                name="pricePer1000Cents"
                inputMode="decimal"
                defaultValue={textOfCents(service.pricePer1000Cents)}
                required
              />
            </ActionField>
            <ActionField name="deliveryTime" label="Delivery time">
              <Input name="deliveryTime" defaultValue={service.deliveryTime} maxLength={80} required />
            </ActionField>
            <ActionField name="minQuantity" label="Least" hint="A mapped supplier's stands in its place.">
              <Input name="minQuantity" inputMode="numeric" defaultValue={service.minQuantity} required />
            </ActionField>
            <ActionField name="maxQuantity" label="Most">
              <Input name="maxQuantity" inputMode="numeric" defaultValue={service.maxQuantity} required />
            </ActionField>
          </div>
        </ActionDialog>
      }
    >
      <FactList
        facts={[
          { label: "List price of 1,000", value: formatCents(service.pricePer1000Cents) },
          {
            label: "Least and most",
            value: `${service.minQuantity.toLocaleString("en-US")} to ${service.maxQuantity.toLocaleString("en-US")}`,
          },
          { label: "Delivery time", value: service.deliveryTime },
        ]}
      />
    </AdminSection>
  );
}
