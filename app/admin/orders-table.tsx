"use client";

import { Flag } from "lucide-react";
import { Address } from "@/components/admin/address";
import { AdminLink } from "@/components/admin/admin-link";
import { DataTable, tableColumns } from "@/components/admin/data-table";
import { LocalTime } from "@/components/orders/local-time";
import { Badge } from "@/components/ui/badge";
import { buttonVariants } from "@/components/ui/button-variants";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCents } from "@/lib/base/money";
import { shortOrderId } from "@/lib/base/order-id";
import type { OrderRow } from "@/lib/operator/reporting/list-orders";
import { soldService } from "@/lib/orders/order/sold-names";
import { orderStatusLabels } from "@/lib/orders/views/order-view";

/** An order with its account (`@name`, 'Invalid URL' or 'Unknown') and the administrator who deals with it. */
type OrderTableRow = OrderRow & { account: string; assignee: string | null };

const hrefOf = ({ id }: OrderTableRow) => `/admin/orders/${id}`;

const sorting = {
  standard: "newest",
  by: {
    date: { ascending: "oldest", descending: "newest" },
    amount: { ascending: "cheapest", descending: "dearest" },
  },
};

const column = tableColumns<OrderTableRow>();

const columns = [
  column.accessor("service", {
    header: "Service",
    cell: ({ row: { original: order } }) => (
      <AdminLink
        href={hrefOf(order)}
        data-entry=""
        className="font-semibold text-primary underline-offset-4 hover:underline"
      >
        {soldService(order)}
        <span className="block text-xs font-normal text-muted-foreground">#{shortOrderId(order.id)}</span>
      </AdminLink>
    ),
  }),
  column.accessor("email", {
    id: "customer",
    header: "Customer",
    cell: ({ row: { original: order } }) => (
      <>
        <span className="font-medium wrap-anywhere">{order.account}</span>
        <span className="text-xs text-muted-foreground">
          <span aria-hidden="true">{" · "}</span>
          {order.isGuest ? "Guest" : "Authenticated"}
        </span>
        <span className="block wrap-anywhere text-muted-foreground">
          <Address email={order.email} />
        </span>
      </>
    ),
  }),
  column.accessor("priceTotalCents", {
    id: "amount",
    header: "Amount",
    cell: ({ row: { original: order } }) => (
      <>
        <span className="font-medium">{formatCents(order.priceTotalCents)}</span>
        {order.refundedCents > 0 ? (
          <span className="text-xs text-muted-foreground">
            <span aria-hidden="true">{" · "}</span>
            {formatCents(order.refundedCents)} refunded
          </span>
        ) : null}
        <span className="block text-muted-foreground">
          {order.quantity.toLocaleString("en-US")} {order.unitMany}
        </span>
      </>
    ),
  }),
  column.accessor("createdAt", {
    id: "date",
    header: "Date",
    cell: ({ getValue }) => <LocalTime at={getValue()} className="whitespace-nowrap" />,
  }),
  column.accessor("status", {
    header: "Status",
    cell: ({ row: { original: order } }) => (
      <>
        <span className="inline-flex items-center gap-2">
          <Badge variant={order.status}>{orderStatusLabels[order.status]}</Badge>
          {order.isFlagged ? (
            <Flag role="img" aria-label="Needs review" className="size-4 text-destructive" />
          ) : null}
        </span>
        {order.assignee ? (
          <span className="block text-xs wrap-anywhere text-muted-foreground">{order.assignee}</span>
        ) : null}
      </>
    ),
  }),
];

type OrdersTableProps = {
  rows: OrderTableRow[];
  next: string | null;
  /** The links that export all matching orders; none for roles without that permission. */
  exports: { label: string; href: string }[];
};

/** The orders, with links to export them. */
export function OrdersTable({ rows, next, exports }: OrdersTableProps) {
  return (
    <DataTable
      caption="Orders"
      columns={columns}
      rows={rows}
      rowId={(row) => row.id}
      nameOf={(row) => `#${shortOrderId(row.id)}`}
      hrefOf={hrefOf}
      next={next}
      sorting={sorting}
      actions={
        exports.length > 0 ? (
          <div className="flex gap-2 max-md:overflow-x-auto md:flex-wrap">
            {exports.map(({ label, href }) => (
              <a key={label} href={href} className={buttonVariants({ variant: "outline", size: "sm" })}>
                {label}
              </a>
            ))}
          </div>
        ) : null
      }
      empty={<EmptyState title="No orders found" detail="No orders match the selected filter." />}
    />
  );
}
