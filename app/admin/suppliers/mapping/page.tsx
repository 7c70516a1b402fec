import type { Metadata } from "next";
import { requireAdmin } from "@/app/_server/session";
import { DeskHeading } from "@/components/admin/desk-heading";
import { MappedService } from "@/components/admin/suppliers/mapped-service";
import { SupplierTabs } from "@/components/admin/suppliers/supplier-tabs";
import { getDb } from "@/lib/db/client";
import { listMappedServices } from "@/lib/fulfillment/suppliers/queries";
import { reorderMappingsAction, unmapServiceAction } from "../actions";

export const metadata: Metadata = { title: "Who delivers" };

/** Which supplier's service delivers which of ours, in the order in which they are asked. */
export default async function MappingPage() {
  await requireAdmin();
  const services = await listMappedServices(getDb());
  return (
    <>
      <DeskHeading
        title="Who delivers"
        intro="The first supplier is asked first; the next when it can't. To add one, open a supplier and map a service."
      />
      <SupplierTabs here="/admin/suppliers/mapping" />
      {services.map((service) => (
        <MappedService
          key={service.smmServiceId}
          service={service}
          actions={{ unmap: unmapServiceAction, reorder: reorderMappingsAction }}
        />
      ))}
    </>
  );
}
