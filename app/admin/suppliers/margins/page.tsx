import type { Metadata } from "next";
import { z } from "zod";
import type { SearchProps } from "@/app/_server/page-props";
import { requireAdmin } from "@/app/_server/session";
import { searchOwn } from "@/app/admin/suppliers/find-own";
import { MarginsTable } from "@/app/admin/suppliers/margins-table";
import { SupplierTabs } from "@/app/admin/suppliers/supplier-tabs";
import { AdminHeading } from "@/components/admin/admin-heading";
import { Pager } from "@/components/admin/pager";
import { SearchForm } from "@/components/admin/search-form";
import { Alert } from "@/components/ui/alert";
import { getDb } from "@/lib/base/db/client";
import { pageOf } from "@/lib/base/list-page";
import { listMargins, marginOf } from "@/lib/operator/reporting/margins";
import { serviceName } from "@/lib/shop/catalog/vocabulary";

export const metadata: Metadata = { title: "Margins" };

const pageSize = 50;

const searchSchema = z.object({
  q: z.string().trim().max(100).catch(""),
  skip: z.coerce.number().int().min(0).max(100_000).catch(0),
});

/** The margin of each offer at the suppliers' current rates. */
export default async function MarginsPage({ searchParams }: SearchProps) {
  await requireAdmin("numbers.read");
  const { q, skip } = searchSchema.parse(await searchParams);
  const all = (await listMargins(getDb())).map((row) => ({
    ...row,
    ...marginOf(row),
    name: serviceName(row.platform, row.service),
  }));
  const isWarned = ({ problems }: (typeof all)[number]) => problems.length > 0;
  const warned = all.filter(isWarned);
  const found = searchOwn([...warned, ...all.filter((row) => !isWarned(row))], q);
  const { rows, next } = pageOf(found.slice(skip), pageSize, () => String(skip + pageSize));
  return (
    <>
      <AdminHeading
        title="Margins"
        intro="Each price minus the first supplier's cost today, without card fees."
      />
      <SupplierTabs here="/admin/suppliers/margins" />
      <SearchForm query={q} placeholder="Platform or service" />
      {warned.length > 0 ? (
        <Alert variant="warning">
          {warned.length === 1 ? "1 offer needs" : `${warned.length} offers need`} a look: change the price,
          or who delivers.
        </Alert>
      ) : null}
      <MarginsTable rows={rows} isSearch={q !== ""} />
      <Pager mark="skip" next={next} />
    </>
  );
}
