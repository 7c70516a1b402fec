import type { Metadata } from "next";
import type { SearchProps } from "@/app/_server/page-props";
import { requireAdmin } from "@/app/_server/session";
import { CustomersTable } from "@/app/admin/customers/customers-table";
import { ViewBar } from "@/app/admin/views/view-bar";
import { ActionInput } from "@/components/admin/action-form";
import { AdminHeading } from "@/components/admin/admin-heading";
import { FilterForm } from "@/components/admin/filter-form";
import { FilterLinks } from "@/components/admin/filter-links";
import { Pager } from "@/components/admin/pager";
import { getDb } from "@/lib/base/db/client";
import { listPeople, personFilterSchema } from "@/lib/operator/reporting/list-people";

export const metadata: Metadata = { title: "Customers" };

const pageSize = 50;

const roles = [
  ["", "All"],
  ["account", "Accounts"],
  ["guest", "Guests"],
  ["admin", "Administrators"],
] as const;

const sorts = [
  ["", "Address"],
  ["value", "Lifetime value"],
  ["refunds", "Refunds"],
  ["newest", "Last order"],
] as const;

/** Accounts and guests, searched by a part of their address. */
export default async function CustomersPage({ searchParams }: SearchProps) {
  await requireAdmin("customers.read");
  const search = await searchParams;
  const filter = personFilterSchema.parse(search);
  const { rows, next } = await listPeople(getDb(), filter, pageSize);
  return (
    <>
      <AdminHeading
        title="Customers"
        intro="Accounts, and guests who have ordered or written. A new one appears within a minute."
      />
      <FilterForm className="grid grid-cols-[1fr_auto] sm:flex" keeps={["role", "sort"]}>
        <ActionInput
          name="q"
          label="Search"
          className="sm:flex-1"
          type="search"
          defaultValue={filter.q}
          placeholder="Any part of an email address"
        />
      </FilterForm>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <FilterLinks label="Filter by kind" name="role" choices={roles} />
        <FilterLinks label="Sort by" name="sort" choices={sorts} />
        <ViewBar list="customers" path="/admin/customers" search={search} />
      </div>
      <CustomersTable rows={rows} next={next} />
      <Pager next={next} />
    </>
  );
}
