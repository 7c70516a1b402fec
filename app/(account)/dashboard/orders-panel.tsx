import { ActiveOrders, EndedOrders } from "@/app/(account)/dashboard/order-group";
import { loadOrdersAction } from "@/app/(account)/orders/actions";
import { ShopClock } from "@/components/orders/local-time";
import { NoOrders } from "@/components/orders/no-orders";
import { ButtonLink } from "@/components/ui/button-link";
import { Fact } from "@/components/ui/fact";
import { getDb } from "@/lib/base/db/client";
import { databaseNow } from "@/lib/base/time/clock";
import type { OrderCounts, OrderGroup } from "@/lib/orders/views/order-card";
import { countOwnOrders, listOwnOrders } from "@/lib/orders/views/own-orders";

/** Orders per group before "load more". */
const pageSize = 10;

/** The customer's orders: counters, active orders and finished ones. */
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
      <ShopClock now={databaseNow()} />
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
        <ButtonLink href="/orders" prefetch={false} variant="outline" className="self-start">
          View Order History
        </ButtonLink>
      ) : null}
    </div>
  );
}

function OrderCounters({ counts }: { counts: OrderCounts }) {
  const entries = [
    { label: "Total", value: counts.total },
    { label: "Active", value: counts.active },
    { label: "Done", value: counts.done },
  ];
  return (
    <dl className="grid grid-cols-3 gap-3 sm:gap-4">
      {entries.map(({ label, value }) => (
        <Fact
          key={label}
          label={label}
          className="flex flex-col-reverse rounded-xl border border-border bg-card px-4 py-4 shadow-sm sm:px-6"
          valueClass="text-2xl font-semibold tracking-tight tabular-nums sm:text-3xl"
        >
          {value.toLocaleString("en-US")}
        </Fact>
      ))}
    </dl>
  );
}
