import { AllowedDialog } from "@/app/admin/allowed-action";
import { ActionSelect } from "@/components/admin/action-form";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import type { SupplierServiceRow } from "@/lib/delivery/suppliers/list-suppliers";
import type { ServiceView } from "@/lib/shop/catalog/list-entries";
import { mapServiceAction } from "./actions";

type ServiceListProps = {
  services: SupplierServiceRow[];
  currency: string | null;
  ours: ServiceView[];
};

/** A supplier's services, each with a dialog to map it to one of the shop's. */
export function ServiceList({ services, currency, ours }: ServiceListProps) {
  if (services.length === 0) {
    return (
      <EmptyState
        title="No services found"
        detail="Import the supplier's services first, or change your search."
      />
    );
  }
  return (
    <ul aria-label="Services" className="flex flex-col divide-y divide-border">
      {services.map((service) => (
        <li key={service.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
          <div className="flex min-w-0 flex-col gap-1">
            <span className="font-medium wrap-anywhere">
              {service.externalId} · {service.name}
            </span>
            <span className="flex flex-wrap gap-x-3 gap-y-1 text-sm text-muted-foreground tabular-nums">
              <span>{service.category}</span>
              <span>
                {service.ratePer1000} {currency ?? ""} per 1,000
              </span>
              <span>
                {service.minQuantity.toLocaleString("en-US")} to {service.maxQuantity.toLocaleString("en-US")}
              </span>
              {service.canRefill ? <Badge variant="outline">Refill</Badge> : null}
              {service.canCancel ? <Badge variant="outline">Cancel</Badge> : null}
            </span>
          </div>
          {service.isMappable ? (
            <AllowedDialog
              label="Map"
              ariaLabel={`Map ${service.name}`}
              title={service.name}
              detail="It will deliver the service you choose, after the suppliers that are already mapped. One that was switched off gets its old place back."
              action={mapServiceAction}
              submitLabel="Map service"
              hidden={{ supplierServiceId: service.id }}
            >
              <ActionSelect
                name="smmServiceId"
                label="Delivers"
                defaultValue={likelyMatch(service, ours)}
                required
                options={ours.map(({ id, name }) => [id, name] as const)}
              />
            </AllowedDialog>
          ) : (
            <span className="text-sm text-muted-foreground">{service.type}: needs more than a link</span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The shop's service whose platform and kind the supplier's text names, as the preselection. */
function likelyMatch(service: SupplierServiceRow, ours: ServiceListProps["ours"]): number | undefined {
  const words = `${service.category} ${service.name}`.toLowerCase();
  return ours.find((own) => words.includes(own.platform) && words.includes(own.service))?.id;
}
