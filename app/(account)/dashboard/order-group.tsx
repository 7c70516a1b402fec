"use client";

import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useState } from "react";
import { liveCardsUrl, readLiveCard, withNews } from "@/app/(account)/dashboard/live-cards";
import { TextLink } from "@/components/auth/form-parts";
import { refreshVisitor, useVisitor } from "@/components/layout/use-visitor";
import { type LoadOrders, OrderList, useMoreOrders } from "@/components/orders/more-orders";
import { followWhileVisible, reconnectingStream } from "@/components/orders/reconnecting-stream";
import {
  type OrderGroup as GroupName,
  isActive,
  type LiveCard,
  type OrderCard,
  type OrderPage,
} from "@/lib/orders/views/order-card";
import { DashboardOrderCard } from "./dashboard-order-card";

type GroupProps = { first: OrderPage; load: LoadOrders };

/** Pending and processing orders, updated live; an order that ends moves to the other list. */
export function ActiveOrders({ first, load }: GroupProps) {
  const router = useRouter();
  const list = useMoreOrders(first, load, "active");
  const live = useLiveCards(list.orders, () => router.refresh());
  const visitor = useVisitor();
  return (
    <Group title="Active Orders" group="active" {...list} orders={live.orders}>
      {live.isLive ? null : (
        <p role="status" className="text-sm text-muted-foreground">
          {visitor.kind === "guest" ? (
            <>
              You are signed out. <TextLink href="/auth?next=/dashboard">Sign in</TextLink> to follow your
              orders.
            </>
          ) : (
            "Live updates are interrupted and will resume shortly."
          )}
        </p>
      )}
    </Group>
  );
}

export function EndedOrders({ first, load, group, title }: GroupProps & { group: GroupName; title: string }) {
  const list = useMoreOrders(first, load, group);
  return <Group title={title} group={group} {...list} />;
}

type GroupViewProps = ReturnType<typeof useMoreOrders> & {
  title: string;
  group: GroupName;
  children?: React.ReactNode;
};

function Group({ title, group, children, ...list }: GroupViewProps) {
  return (
    <section aria-labelledby={`group-${group}`} className="flex flex-col gap-4">
      <h2 id={`group-${group}`} className="text-xl font-semibold tracking-tight">
        {title}
      </h2>
      {children}
      <OrderList
        {...list}
        card={DashboardOrderCard}
        className="grid gap-4 md:grid-cols-2"
        href="/orders"
        label={`Load more ${title.toLowerCase()}`}
      />
    </section>
  );
}

/**
 * Active orders, updated live over one connection. `onEnded` is called when one of them ends, because lists and
 * counters are then stale.
 */
function useLiveCards(orders: OrderCard[], onEnded: () => void): { orders: OrderCard[]; isLive: boolean } {
  const [news, setNews] = useState<ReadonlyMap<string, LiveCard>>(new Map());
  const [isLive, setIsLive] = useState(true);
  const url = orders.length > 0 ? liveCardsUrl(orders.map(({ id }) => id)) : null;

  const take = useEffectEvent((card: LiveCard) => {
    setNews((before) => new Map(before).set(card.id, card));
    if (!isActive(card.status)) onEnded();
  });

  useEffect(() => {
    if (!url) return;
    const onMessage = (text: string) => {
      const card = readLiveCard(text);
      if (!card) return "broken";
      take(card);
      return "taken";
    };
    const onLive = (isLive: boolean) => {
      setIsLive(isLive);
      // The session may have ended, on another device or by time.
      if (!isLive) refreshVisitor(true);
    };
    return followWhileVisible(reconnectingStream({ url, event: "card", onMessage, onLive }));
  }, [url]);

  return { orders: withNews(orders, news), isLive };
}
