"use client";

import { useEffect, useRef, useState } from "react";
import { focusOn } from "@/components/forms/focus-on";
import { formOf } from "@/components/forms/use-sent-form";
import { ButtonLink } from "@/components/ui/button-link";
import { opensElsewhere } from "@/components/ui/opens-elsewhere";
import { PartBoundary } from "@/components/ui/part-boundary";
import { Spinner } from "@/components/ui/spinner";
import { toast } from "@/components/ui/toast";
import type { Result } from "@/lib/base/result";
import type { OrderCard, OrderGroup, OrderPage } from "@/lib/orders/views/order-card";
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
  const list = useRef<HTMLUListElement>(null);
  const firstNew = useRef<number | null>(null);
  if (first !== known) {
    setKnown(first);
    setPage(first);
  }

  // The link disappears with the last page: move the focus to the first new order.
  useEffect(() => {
    if (firstNew.current === null || page.orders.length <= firstNew.current) return;
    focusOn(list.current?.children[firstNew.current] ?? null);
    firstNew.current = null;
  }, [page]);

  const more = async () => {
    if (isLoading || page.next === null) return;
    setIsLoading(true);
    try {
      const result = await load(formOf({ before: page.next, ...(group && { group }) }));
      if (!result.ok) toast.error("Error loading orders", { description: result.error.message });
      else {
        firstNew.current = page.orders.length;
        setPage({ orders: [...page.orders, ...result.data.orders], next: result.data.next });
      }
    } catch {
      toast.error("Error loading orders", { description: "Failed to load your order history" });
    }
    setIsLoading(false);
  };

  return { ...page, list, isLoading, more };
}

type OrderListProps = ReturnType<typeof useMoreOrders> & {
  card: React.ComponentType<{ order: OrderCard }>;
  className: string;
  /** Where the link to the next page leads without JavaScript and in a new tab. */
  href: string;
  /** The link's accessible name. */
  label: string;
};

/** The list of `useMoreOrders`, with the link that loads its next page. */
export function OrderList(props: OrderListProps) {
  const { orders, next, list, isLoading, more, card: Card, className, href, label } = props;
  return (
    <>
      <ul ref={list} className={className}>
        {orders.map((order) => (
          <li key={order.id} tabIndex={-1} className="min-w-0">
            <PartBoundary>
              <Card order={order} />
            </PartBoundary>
          </li>
        ))}
      </ul>
      {next ? (
        <div className="flex justify-center">
          <ButtonLink
            href={href}
            prefetch={false}
            aria-label={label}
            aria-busy={isLoading}
            onClick={(event) => {
              if (opensElsewhere(event)) return;
              event.preventDefault();
              more();
            }}
            variant="outline"
          >
            {isLoading ? <Spinner /> : null} Load more
          </ButtonLink>
        </div>
      ) : null}
    </>
  );
}

/** A customer's orders, newest first, starting at the page in the address. */
export function OrderHistory({ first, load }: { first: OrderPage; load: LoadOrders }) {
  const list = useMoreOrders(first, load);
  return (
    <div className="flex flex-col gap-6">
      <OrderList
        {...list}
        card={OrderHistoryCard}
        className="flex flex-col gap-4"
        href={`/orders?before=${list.next}`}
        label="Load more orders"
      />
    </div>
  );
}
