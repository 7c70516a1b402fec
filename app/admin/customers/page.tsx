import type { Metadata } from "next";
import { requireAdmin } from "@/app/_server/session";
import { CustomersTable } from "@/app/admin/customers/customers-table";
import type { SearchProps } from "@/app/admin/page-props";
import { AdminHeading } from "@/components/admin/admin-heading";
import { FilterForm } from "@/components/admin/filter-form";
import { Pager } from "@/components/admin/pager";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { customerFilterSchema, listCustomers } from "@/lib/customers/queries";
import { getDb } from "@/lib/db/client";

export const metadata: Metadata = { title: "Customers" };

const pageSize = 50;

const roles = [
  ["", "All"],
  ["admin", "Administrators"],
] as const;

/** Accounts, searched by the beginning of their address. */
export default async function CustomersPage({ searchParams }: SearchProps) {
  await requireAdmin("customers.read");
  const filter = customerFilterSchema.parse(await searchParams);
  const { rows, next } = await listCustomers(getDb(), filter, pageSize);
  return (
    <>
      <AdminHeading title="Customers" intro="Accounts, sorted by email address." />
      <FilterForm className="grid sm:flex">
        <Field label="Search" className="sm:flex-1">
          <Input type="search" name="q" defaultValue={filter.q} placeholder="The start of an email address" />
        </Field>
        <Field label="Role" className="sm:w-48">
          <Select name="role" defaultValue={filter.role ?? ""} options={roles} />
        </Field>
      </FilterForm>
      <CustomersTable rows={rows} />
      <Pager path="/admin/customers" filter={filter} next={next} />
    </>
  );
}
