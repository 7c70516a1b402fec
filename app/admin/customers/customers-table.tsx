"use client";

import { AdminLink } from "@/components/admin/admin-link";
import { DataTable, tableColumns } from "@/components/admin/data-table";
import { LocalTime } from "@/components/orders/local-time";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { staffRoleLabels } from "@/lib/people/auth/roles";
import type { CustomerRow } from "@/lib/people/customers/find-customers";

const hrefOf = ({ id }: CustomerRow) => `/admin/customers/${id}`;

const column = tableColumns<CustomerRow>();
const columns = [
  column.accessor("email", {
    header: "Customer",
    cell: ({ row: { original: customer } }) => (
      <>
        <AdminLink
          href={hrefOf(customer)}
          data-entry=""
          className="font-semibold wrap-anywhere text-primary underline-offset-4 hover:underline"
        >
          {customer.email}
        </AdminLink>
        {customer.name ? (
          <span className="block wrap-anywhere text-muted-foreground">{customer.name}</span>
        ) : null}
      </>
    ),
  }),
  column.accessor("isVerified", {
    id: "state",
    header: "State",
    cell: ({ row: { original: customer } }) => (
      <span className="inline-flex flex-wrap gap-1.5">
        {customer.role ? <Badge>{staffRoleLabels[customer.role]}</Badge> : null}
        <Badge variant={customer.isVerified ? "outline" : "pending"}>
          {customer.isVerified ? "Verified" : "Not verified"}
        </Badge>
      </span>
    ),
  }),
  column.accessor("orders", {
    header: "Orders",
    cell: ({ getValue }) => getValue().toLocaleString("en-US"),
  }),
  column.accessor("createdAt", {
    id: "since",
    header: "Since",
    cell: ({ getValue }) => <LocalTime at={getValue()} className="whitespace-nowrap" />,
  }),
];

export function CustomersTable({ rows, hasMore }: { rows: CustomerRow[]; hasMore: boolean }) {
  return (
    <DataTable
      caption="Customers"
      columns={columns}
      rows={rows}
      rowId={(row) => row.id}
      hrefOf={hrefOf}
      hasMore={hasMore}
      empty={
        <EmptyState
          title="No customers found"
          detail="No account's email starts like this. Guests have no account: search for their orders instead."
        />
      }
    />
  );
}
