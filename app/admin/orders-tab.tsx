import { OrderFilters } from "@/components/admin/order-filters";
import { OrdersTable } from "@/components/admin/orders-table";
import { Pager } from "@/components/admin/pager";
import { getDb } from "@/lib/db/client";
import { accountName } from "@/lib/reporting/account-name";
import { listOrders } from "@/lib/reporting/list-orders";
import { type OrderFilter, orderFilterSchema } from "@/lib/reporting/order-filter";

const pageSize = 50;

/** The first tab of the overview: orders as the address filters and sorts them. */
export async function OrdersTab({
  searchParams,
}: {
  searchParams: Record<string, string | string[] | undefined>;
}) {
  const filter = orderFilterSchema.parse(searchParams);
  const { rows, next } = await listOrders(getDb(), filter, pageSize);
  return (
    <section aria-label="Orders" className="flex flex-col gap-4">
      <OrderFilters values={filter} exportHref={`/admin/orders/export${queryOf(filter)}`} />
      <OrdersTable
        rows={rows.map((row) => ({
          id: row.id,
          platform: row.platform,
          service: row.service,
          account: accountName(row.postUrl),
          email: row.email,
          isGuest: row.isGuest,
          isFlagged: row.isFlagged,
          quantity: row.quantity,
          priceTotalCents: row.priceTotalCents,
          refundedCents: row.refundedCents,
          status: row.status,
          createdAt: row.createdAt.toISOString(),
        }))}
      />
      <Pager
        firstHref={filter.after ? `/admin${queryOf(filter)}` : null}
        nextHref={next ? `/admin${queryOf(filter, next)}` : null}
      />
    </section>
  );
}

/** The filter as a query string, at its first page or after a mark. */
function queryOf({ after: _, ...filter }: OrderFilter, after?: string): string {
  const given = Object.entries({ ...filter, after }).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && entry[1] !== "",
  );
  return given.length > 0 ? `?${new URLSearchParams(given)}` : "";
}
