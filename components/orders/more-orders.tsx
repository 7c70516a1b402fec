"use client";

import { useState } from "react";
import { formOf } from "@/components/forms/use-sent-form";
import { ButtonLink } from "@/components/ui/button-link";
import { opensElsewhere } from "@/components/ui/opens-elsewhere";
import { Spinner } from "@/components/ui/spinner";
import { toast } from "@/components/ui/toast";
import type { OrderGroup, OrderPage } from "@/lib/orders/order-card";
import type { Result } from "@/lib/result";
import { OrderHistoryCard } from "./order-history-card";

/** Loads the page after `before`. */
export type LoadOrders = (form: FormData) => Promise<Result<OrderPage>>;

/**
 * A growing list: the rendered page and the pages loaded after it. A new render starts over, so that no order is
 * skipped between two pages.
 */
export function useMoreOrders(first: OrderPage, load: LoadOrders, group?: OrderGroup) {
  const [known, setKnown] = useState(first);
  const [page, setPage] = useState(first);
  const [isLoading, setIsLoading] = useState(false);
  if (first !== known) {
    setKnown(first);
    setPage(first);
  }

  const more = async () => {
    if (isLoading || page.next === null) return;
    setIsLoading(true);
    try {
      const result = await load(formOf({ before: page.next, ...(group && { group }) }));
      if (!result.ok) toast.error("Error loading orders", { description: result.error.message });
      else setPage({ orders: [...page.orders, ...result.data.orders], next: result.data.next });
    } catch {
      toast.error("Error loading orders", { description: "Failed to load your order history" });
    }
    setIsLoading(false);
  };

  return { ...page, isLoading, more };
}

type LoadMoreProps = {
  /** The link's target without JavaScript and in a new tab. */
  href: string;
  /** The list's accessible name. */
  label: string;
  isLoading: boolean;
  onMore: () => void;
};

/** Loads the next page of a list. */
export function LoadMore({ href, label, isLoading, onMore }: LoadMoreProps) {
  return (
    <div className="flex justify-center">
      <ButtonLink
        href={href}
        prefetch={false}
        aria-label={label}
        aria-busy={isLoading}
        onClick={(event) => {
          if (opensElsewhere(event)) return;
          event.preventDefault();
          onMore();
        }}
        variant="outline"
      >
        {isLoading ? <Spinner /> : null} Load more
      </ButtonLink>
    </div>
  );
}

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
