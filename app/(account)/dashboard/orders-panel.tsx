import Link from "next/link";
import { OrderCounters } from "@/app/(account)/dashboard/order-counters";
import { ActiveOrders, EndedOrders } from "@/app/(account)/dashboard/order-group";
import { loadOrdersAction } from "@/app/(account)/orders/actions";
import { NoOrders } from "@/components/orders/no-orders";
import { buttonVariants } from "@/components/ui/button-variants";
import { getDb } from "@/lib/db/client";
import type { OrderGroup } from "@/lib/orders/order-card";
import { countOwnOrders, listOwnOrders } from "@/lib/orders/own-orders";

/** Orders of a group that are shown before more are asked for. */
const pageSize = 10;

/** The customer's own orders: counters over all of them, then what is in progress, then what has ended. */
export async function OrdersPanel({ userId }: { userId: string }) {
  const db = getDb();
  const page = (group: OrderGroup) => listOwnOrders(db, { userId, group, limit: pageSize });
  const [counts, active, completed, closed] = await Promise.all([
    countOwnOrders(db, userId),
    page("active"),
    page("completed"),
    page("closed"),
  ]);
  const load = loadOrdersAction;
  return (
    <div className="flex flex-col gap-10">
      <OrderCounters counts={counts} />
      {counts.total === 0 ? <NoOrders detail="Start by ordering a service" /> : null}
      {active.orders.length > 0 ? <ActiveOrders first={active} load={load} /> : null}
      {completed.orders.length > 0 ? (
        <EndedOrders first={completed} load={load} group="completed" title="Completed Orders" />
      ) : null}
      {closed.orders.length > 0 ? (
        <EndedOrders first={closed} load={load} group="closed" title="Cancelled and Expired Orders" />
      ) : null}
      {counts.total > 0 ? (
        <Link
          href="/orders"
          prefetch={false}
          className={`${buttonVariants({ variant: "outline" })} self-start`}
        >
          View Order History
        </Link>
      ) : null}
    </div>
  );
}
