import { AllowedDialog } from "@/app/admin/allowed-action";
import { ActionField, ActionInput } from "@/components/admin/action-form";
import { AdminSection } from "@/components/admin/admin-section";
import { FactList } from "@/components/admin/fact-list";
import { RecordFields } from "@/components/admin/record-fields";
import { Textarea } from "@/components/ui/textarea";
import { formatCents } from "@/lib/base/money";
import type { ServiceView } from "@/lib/shop/catalog/list-entries";
import { updateServiceAction } from "./actions";

/** A service's entry in the customers' dashboard. */
export function ServiceText({ service }: { service: ServiceView }) {
  return (
    <AdminSection
      title={service.name}
      detail={service.description}
      actions={
        <AllowedDialog
          label="Edit"
          ariaLabel={`Edit ${service.name}`}
          title={service.name}
          detail="Customers read this in their dashboard. Packages have their own prices."
          action={updateServiceAction}
          submitLabel="Save service"
          hidden={{ serviceId: String(service.id) }}
        >
          <ActionInput name="name" label="Name" defaultValue={service.name} maxLength={80} required />
          <ActionField name="description" label="Description">
            <Textarea name="description" defaultValue={service.description} maxLength={400} required />
          </ActionField>
          <RecordFields
            record={service}
            fields={[
              { name: "pricePer1000Cents", label: "List price per 1,000 in dollars", kind: "dollars" },
              { name: "deliveryTime", label: "Delivery time", maxLength: 80, required: true },
              {
                name: "minQuantity",
                label: "Minimum",
                hint: "The minimum of a mapped supplier replaces this one.",
                kind: "number",
              },
              { name: "maxQuantity", label: "Maximum", kind: "number" },
              {
                name: "refillDays",
                label: "Days of refills",
                hint: "How long after completion the shop makes up for a drop. With 0, it promises no refills. Paid orders keep what was promised to them.",
                kind: "number",
              },
            ]}
          />
        </AllowedDialog>
      }
    >
      <FactList
        facts={{
          "List price per 1,000": formatCents(service.pricePer1000Cents),
          "Minimum and maximum": `${service.minQuantity.toLocaleString("en-US")} to ${service.maxQuantity.toLocaleString("en-US")}`,
          "Delivery time": service.deliveryTime,
          "Days of refills": String(service.refillDays),
        }}
      />
    </AdminSection>
  );
}
