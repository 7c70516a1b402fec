import { queryString } from "@/app/_server/query-string";
import { visitorMay } from "@/app/_server/session";
import { OrderFilters } from "@/app/admin/order-filters";
import { OrdersTable } from "@/app/admin/orders-table";
import { Pager } from "@/components/admin/pager";
import { EmptyState } from "@/components/ui/empty-state";
import { getDb } from "@/lib/db/client";
import { logger } from "@/lib/logger";
import { accountName } from "@/lib/reporting/account-name";
import { listOrders } from "@/lib/reporting/list-orders";
import { type OrderFilter, orderFilterSchema } from "@/lib/reporting/order-filter";

const pageSize = 50;

/** The Orders tab of the overview, filtered and sorted by the address. */
export async function OrdersTab({
  searchParams,
}: {
  searchParams: Record<string, string | string[] | undefined>;
}) {
  const filter = orderFilterSchema.parse(searchParams);
  const { after, ...kept } = filter;
  const page = await readOrders(filter);
  return (
    <section aria-label="Orders" className="flex flex-col gap-4">
      <OrderFilters values={filter} />
      {page ? (
        <OrdersTable
          exportHref={(await visitorMay("orders.export")) ? `/admin/orders/export${queryString(kept)}` : null}
          rows={page.rows.map((row) => ({ ...row, account: accountName(row.postUrl) }))}
        />
      ) : (
        <EmptyState title="Failed to fetch orders." detail="Please reload the page in a moment." />
      )}
      <Pager
        firstHref={after ? `/admin${queryString(kept)}` : null}
        nextHref={page?.next ? `/admin${queryString({ ...kept, after: page.next })}` : null}
      />
    </section>
  );
}

/** Null, with an error in the log, when orders can't be read: the rest of the page still shows. */
async function readOrders(filter: OrderFilter) {
  try {
    return await listOrders(getDb(), filter, pageSize);
  } catch (error) {
    logger.error({ err: error }, "the orders could not be read");
    return null;
  }
}
