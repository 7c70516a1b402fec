import type { Metadata } from "next";
import { queryString } from "@/app/_server/query-string";
import { requireAdmin } from "@/app/_server/session";
import { CustomerFilters } from "@/app/admin/customers/customer-filters";
import { CustomersTable } from "@/app/admin/customers/customers-table";
import { AdminHeading } from "@/components/admin/admin-heading";
import { Pager } from "@/components/admin/pager";
import { customerFilterSchema, listCustomers } from "@/lib/customers/list-customers";
import { getDb } from "@/lib/db/client";

export const metadata: Metadata = { title: "Customers" };

const pageSize = 50;

type CustomersPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Accounts, searched by the beginning of their address. */
export default async function CustomersPage({ searchParams }: CustomersPageProps) {
  await requireAdmin();
  const filter = customerFilterSchema.parse(await searchParams);
  const { after, ...kept } = filter;
  const { rows, next } = await listCustomers(getDb(), filter, pageSize);
  return (
    <>
      <AdminHeading title="Customers" intro="Accounts, sorted by email address." />
      <CustomerFilters values={filter} />
      <CustomersTable rows={rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))} />
      <Pager
        firstHref={after ? `/admin/customers${queryString(kept)}` : null}
        nextHref={next ? `/admin/customers${queryString({ ...kept, after: next })}` : null}
      />
    </>
  );
}
