import { ActionDialog } from "@/app/admin/allowed-action";
import { AdminSection } from "@/components/admin/admin-section";
import { OrderEditor } from "@/components/admin/order-editor";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import type { MappedService as MappedServiceRow } from "@/lib/suppliers/queries";
import { reorderMappingsAction, unmapServiceAction } from "./actions";

/** One of the shop's services with its suppliers in order. */
export function MappedService({ service }: { service: MappedServiceRow }) {
  const { smmServiceId, name, mappings } = service;
  return (
    <AdminSection
      title={name}
      actions={
        mappings.length > 1 ? (
          <ActionDialog
            label="Order"
            ariaLabel={`Order of ${name}`}
            title={`Supplier order for ${name}`}
            detail="An item goes to the first supplier that is on, accepts the quantity and has not refused it."
            action={reorderMappingsAction}
            submitLabel="Save order"
            hidden={{ smmServiceId: String(smmServiceId) }}
          >
            <OrderEditor
              entries={mappings.map(({ id, supplierName, serviceName }) => ({
                id,
                label: `${supplierName}: ${serviceName}`,
              }))}
            />
          </ActionDialog>
        ) : null
      }
    >
      {mappings.some((mapping) => mapping.isActive) ? null : (
        <Alert variant="warning">
          No supplier delivers this, so its orders wait. Open a supplier and map one of its services.
        </Alert>
      )}
      <ol aria-label={`Suppliers of ${name}`} className="flex flex-col divide-y divide-border">
        {mappings.map((mapping, place) => (
          <li key={mapping.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
            <div className="flex min-w-0 flex-col gap-1">
              <span className="font-medium wrap-anywhere">
                {place + 1}. {mapping.supplierName}: {mapping.serviceName}
              </span>
              <span className="flex flex-wrap gap-x-3 text-sm text-muted-foreground tabular-nums">
                <span>No. {mapping.externalId}</span>
                <span>
                  {mapping.ratePer1000} {mapping.currency ?? ""} per 1,000
                </span>
                <span>
                  {mapping.minQuantity.toLocaleString("en-US")} to{" "}
                  {mapping.maxQuantity.toLocaleString("en-US")}
                </span>
              </span>
            </div>
            {mapping.isActive ? (
              <ActionDialog
                label="Switch off"
                ariaLabel={`Switch off ${mapping.serviceName}`}
                title={`Switch off ${mapping.serviceName}`}
                detail={`Nothing more of ${name} is sent to ${mapping.supplierName}. Map it again to switch it on.`}
                action={unmapServiceAction}
                isDestructive
                hidden={{ mappingId: mapping.id }}
              />
            ) : (
              <Badge variant="outline">Off</Badge>
            )}
          </li>
        ))}
      </ol>
    </AdminSection>
  );
}
