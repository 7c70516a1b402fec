"use client";

import { customerHref } from "@/app/admin/customers/customer-href";
import { Address } from "@/components/admin/address";
import { AdminLink } from "@/components/admin/admin-link";
import { DataTable, tableColumns } from "@/components/admin/data-table";
import { LocalTime } from "@/components/orders/local-time";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCents } from "@/lib/base/money";
import { plural } from "@/lib/base/text/plural";
import type { PersonRow } from "@/lib/operator/reporting/list-people";
import { staffRoleLabels } from "@/lib/people/auth/roles";

type Count = readonly [count: number, what: string];

/** Two counts in one column, so that a narrow table leaves room for the address. */
function Counts({ of, and }: { of: Count; and: Count }) {
  const counts = [of, and].filter(([count]) => count > 0);
  if (counts.length === 0) return "–";
  return counts.map(([count, what]) => (
    <span key={what} className="block whitespace-nowrap">
      {plural(count, what)}
    </span>
  ));
}

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
          <Address email={person.email} />
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
    cell: ({ row: { original: person } }) => (
      <Counts of={[person.refundedOrders, "refund"]} and={[person.disputes, "dispute"]} />
    ),
  }),
  column.accessor("tickets", {
    header: "Tickets",
    cell: ({ row: { original: person } }) => (
      <Counts of={[person.tickets, "ticket"]} and={[person.notes, "note"]} />
    ),
  }),
  column.accessor("lastOrderAt", {
    id: "last",
    header: "Last order",
    cell: ({ getValue }) => {
      const at = getValue();
      return at ? <LocalTime at={at} /> : "–";
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
