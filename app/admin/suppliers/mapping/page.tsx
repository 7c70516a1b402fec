import type { Metadata } from "next";
import { requireAdmin } from "@/app/_server/session";
import { MappedService } from "@/app/admin/suppliers/mapped-service";
import { SupplierTabs } from "@/app/admin/suppliers/supplier-tabs";
import { AdminHeading } from "@/components/admin/admin-heading";
import { getDb } from "@/lib/db/client";
import { listMappedServices } from "@/lib/suppliers/queries";

export const metadata: Metadata = { title: "Who delivers" };

/** For each of the shop's services, the suppliers' services in order of preference. */
export default async function MappingPage() {
  await requireAdmin("suppliers.read");
  const services = await listMappedServices(getDb());
  return (
    <>
      <AdminHeading
        title="Who delivers"
        intro="Orders go to the first supplier, or to the next one if it can't deliver. To add one, open a supplier and map a service."
      />
      <SupplierTabs here="/admin/suppliers/mapping" />
      {services.map((service) => (
        <MappedService key={service.smmServiceId} service={service} />
      ))}
    </>
  );
}
