"use client";

import type { OrderPage } from "@/lib/orders/order-card";
import { LoadMore, type LoadOrders, useMoreOrders } from "./more-orders";
import { OrderHistoryCard } from "./order-history-card";

/** A customer's orders, newest first, starting at the page in the address. */
export function OrderHistory({ first, load }: { first: OrderPage; load: LoadOrders }) {
  const { orders, next, isLoading, more } = useMoreOrders(first, load);
  return (
    <div className="flex flex-col gap-6">
      <ul className="flex flex-col gap-4">
        {orders.map((order) => (
          <li key={order.id}>
            <OrderHistoryCard order={order} />
          </li>
        ))}
      </ul>
      {next ? (
        <LoadMore
          href={`/orders?before=${next}`}
          label="Load more orders"
          isLoading={isLoading}
          onMore={more}
        />
      ) : null}
    </div>
  );
}
