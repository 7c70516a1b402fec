"use client";

import { customerHref } from "@/app/admin/customers/customer-href";
import { AdminLink } from "@/components/admin/admin-link";
import { DataTable, tableColumns } from "@/components/admin/data-table";
import { LocalTime } from "@/components/orders/local-time";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCents } from "@/lib/base/money";
import { plural } from "@/lib/base/text/plural";
import type { PersonRow } from "@/lib/operator/reporting/list-people";
import { staffRoleLabels } from "@/lib/people/auth/roles";

const count = (value: number) => (value === 0 ? "–" : value.toLocaleString("en-US"));

const column = tableColumns<PersonRow>();
const columns = [
  column.accessor("email", {
    header: "Customer",
    cell: ({ row: { original: person } }) => (
      <>
        <AdminLink
          href={customerHref(person)}
          data-entry=""
          className="font-semibold wrap-anywhere text-primary underline-offset-4 hover:underline"
        >
          {person.email}
        </AdminLink>
        {person.name ? (
          <span className="block wrap-anywhere text-muted-foreground">{person.name}</span>
        ) : null}
      </>
    ),
  }),
  column.accessor("isVerified", {
    id: "state",
    header: "State",
    cell: ({ row: { original: person } }) => (
      <span className="inline-flex flex-wrap gap-1.5">
        {person.role ? <Badge>{staffRoleLabels[person.role]}</Badge> : null}
        {person.id ? (
          <Badge variant={person.isVerified ? "outline" : "pending"}>
            {person.isVerified ? "Verified" : "Not verified"}
          </Badge>
        ) : (
          <Badge variant="partial">Guest</Badge>
        )}
      </span>
    ),
  }),
  column.accessor("netCents", {
    id: "worth",
    header: "Lifetime value",
    cell: ({ row: { original: person } }) => (
      <>
        <span className="block font-medium">{formatCents(person.netCents)}</span>
        <span className="block text-xs text-muted-foreground">{plural(person.orders, "paid order")}</span>
      </>
    ),
  }),
  column.accessor("refundedOrders", {
    id: "refunds",
    header: "Refunds",
    cell: ({ getValue }) => count(getValue()),
  }),
  column.accessor("disputes", { header: "Disputes", cell: ({ getValue }) => count(getValue()) }),
  column.accessor("tickets", { header: "Tickets", cell: ({ getValue }) => count(getValue()) }),
  column.accessor("notes", { header: "Notes", cell: ({ getValue }) => count(getValue()) }),
  column.accessor("lastOrderAt", {
    id: "last",
    header: "Last order",
    cell: ({ getValue }) => {
      const at = getValue();
      return at ? <LocalTime at={at} className="whitespace-nowrap" /> : "–";
    },
  }),
];

export function CustomersTable({ rows, next }: { rows: PersonRow[]; next: string | null }) {
  return (
    <DataTable
      caption="Customers"
      columns={columns}
      rows={rows}
      rowId={(row) => row.email}
      hrefOf={customerHref}
      next={next}
      empty={
        <EmptyState
          title="No customers found"
          detail="No address of an account or a guest contains this text."
        />
      }
    />
  );
}
