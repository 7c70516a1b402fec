import type { Metadata } from "next";
import Link from "next/link";
import { z } from "zod";
import type { SearchProps } from "@/app/_server/page-props";
import { requireAdmin } from "@/app/_server/session";
import { AllowedDialog } from "@/app/admin/allowed-action";
import { SortDialog } from "@/app/admin/sort-dialog";
import { searchOwn } from "@/app/admin/suppliers/find-own";
import { SupplierTabs } from "@/app/admin/suppliers/supplier-tabs";
import { AdminHeading } from "@/components/admin/admin-heading";
import { AdminSection } from "@/components/admin/admin-section";
import { Pager } from "@/components/admin/pager";
import { SearchForm } from "@/components/admin/search-form";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { getDb } from "@/lib/base/db/client";
import { pageOf } from "@/lib/base/list-page";
import {
  listMappedServices,
  type MappedService as MappedServiceRow,
} from "@/lib/delivery/suppliers/list-suppliers";
import { reorderMappingsAction, unmapServiceAction } from "../actions";

export const metadata: Metadata = { title: "Who delivers" };

const pageSize = 30;

const searchSchema = z.object({
  q: z.string().trim().max(100).catch(""),
  skip: z.coerce.number().int().min(0).max(100_000).catch(0),
});

/** For each of the shop's services, the suppliers' services in order of preference. */
export default async function MappingPage({ searchParams }: SearchProps) {
  await requireAdmin("suppliers.read");
  const { q, skip } = searchSchema.parse(await searchParams);
  const found = searchOwn(await listMappedServices(getDb()), q);
  const { rows, next } = pageOf(found.slice(skip), pageSize, () => String(skip + pageSize));
  return (
    <>
      <AdminHeading
        title="Who delivers"
        intro="Orders go to the first supplier, or to the next one if it can't deliver. To add one, open a supplier and map a service."
      />
      <SupplierTabs here="/admin/suppliers/mapping" />
      <SearchForm query={q} placeholder="Platform, service or quality" />
      {rows.length === 0 ? (
        <EmptyState title="No services found" detail="Change your search to see others." />
      ) : null}
      {rows.map((service) => (
        <MappedService key={service.smmServiceId} service={service} />
      ))}
      <Pager mark="skip" next={next} />
    </>
  );
}

function MappedService({ service }: { service: MappedServiceRow }) {
  const { smmServiceId, name, mappings } = service;
  return (
    <AdminSection
      title={name}
      actions={
        <SortDialog
          ariaLabel={`Order of ${name}`}
          title={`Supplier order for ${name}`}
          detail="An item goes to the first supplier that is on, accepts the quantity and has not refused it."
          action={reorderMappingsAction}
          hidden={{ smmServiceId: String(smmServiceId) }}
          entries={mappings.map(({ id, supplierName, serviceName }) => ({
            id,
            label: `${supplierName}: ${serviceName}`,
          }))}
        />
      }
    >
      {mappings.some((mapping) => mapping.isActive) ? null : (
        <Alert variant="warning">
          No supplier delivers this, so it is not on sale.{" "}
          <Link href="/admin/suppliers" className="underline underline-offset-4">
            Open the suppliers
          </Link>
          , import what one of them offers, and map a service of it.
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
              {mapping.obstacle ? (
                <span className="max-w-prose text-sm text-muted-foreground">
                  Nothing is ordered here. {mapping.obstacle}
                </span>
              ) : null}
              {mapping.stopReason ? (
                <span className="text-sm text-muted-foreground">
                  Switched off by the shop. {mapping.stopReason}
                </span>
              ) : null}
            </div>
            {mapping.isActive ? (
              <AllowedDialog
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
