import { AllowedDialog } from "@/app/admin/allowed-action";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import type { SupplierServiceRow } from "@/lib/delivery/suppliers/list-suppliers";
import type { OwnService } from "@/lib/shop/catalog/list-entries";
import { mapServiceAction } from "./actions";
import { likelyMatch } from "./find-own";
import { OwnServiceField } from "./own-service-field";

type ServiceListProps = {
  services: SupplierServiceRow[];
  currency: string | null;
  ours: OwnService[];
};

/** A supplier's services, each with a dialog to map it to one of the shop's, or with the reason why it can't be. */
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
              {service.obstacle === null ? null : <Badge variant="expired">{service.type}</Badge>}
              {service.canRefill ? <Badge variant="outline">Refill</Badge> : null}
              {service.canCancel ? <Badge variant="outline">Cancel</Badge> : null}
            </span>
            {service.obstacle === null ? null : (
              <span className="max-w-prose text-sm text-muted-foreground">
                Not supported. {service.obstacle}
              </span>
            )}
          </div>
          {service.obstacle === null ? (
            <AllowedDialog
              label="Map"
              ariaLabel={`Map ${service.name}`}
              title={service.name}
              detail="It will deliver the service you choose, after the suppliers that are already mapped. One that was switched off gets its old place back."
              action={mapServiceAction}
              submitLabel="Map service"
              hidden={{ supplierServiceId: service.id }}
            >
              <OwnServiceField
                ours={ours}
                likely={likelyMatch(`${service.category} ${service.name}`, ours)?.id ?? null}
              />
            </AllowedDialog>
          ) : (
            <Button variant="outline" size="sm" disabled aria-label={`Map ${service.name}`}>
              Map
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
