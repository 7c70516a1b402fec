import type { Metadata } from "next";
import { requireAdmin } from "@/app/_server/session";
import { MarginsTable } from "@/app/admin/suppliers/margins-table";
import { SupplierTabs } from "@/app/admin/suppliers/supplier-tabs";
import { AdminHeading } from "@/components/admin/admin-heading";
import { Alert } from "@/components/ui/alert";
import { getDb } from "@/lib/base/db/client";
import { listMargins, marginOf } from "@/lib/operator/reporting/margins";

export const metadata: Metadata = { title: "Margins" };

/** The margin of each offer at the suppliers' current rates. */
export default async function MarginsPage() {
  await requireAdmin("numbers.read");
  const rows = (await listMargins(getDb())).map((row) => ({ ...row, ...marginOf(row) }));
  const isWarned = ({ problems }: (typeof rows)[number]) => problems.length > 0;
  const warned = rows.filter(isWarned);
  return (
    <>
      <AdminHeading
        title="Margins"
        intro="Each price minus the first supplier's cost today, without card fees."
      />
      <SupplierTabs here="/admin/suppliers/margins" />
      {warned.length > 0 ? (
        <Alert variant="warning">
          {warned.length === 1 ? "1 offer needs" : `${warned.length} offers need`} a look: change the price,
          or who delivers.
        </Alert>
      ) : null}
      <MarginsTable rows={[...warned, ...rows.filter((row) => !isWarned(row))]} />
    </>
  );
}
