"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { followWhileVisible, reconnectingStream } from "@/components/orders/reconnecting-stream";
import type { LiveCard, OrderCard } from "@/lib/orders/order-card";
import { hasEnded, liveCardsUrl, readLiveCard, withNews } from "./live-cards";

/**
 * Active orders as they are now, followed over one connection. `onEnded` is called when one of them has come to its
 * end: lists and counters are then out of date.
 */
export function useLiveCards(
  orders: OrderCard[],
  onEnded: () => void,
): { orders: OrderCard[]; isLive: boolean } {
  const [news, setNews] = useState<ReadonlyMap<string, LiveCard>>(new Map());
  const [isLive, setIsLive] = useState(true);
  const url = orders.length > 0 ? liveCardsUrl(orders.map(({ id }) => id)) : null;

  const take = useEffectEvent((card: LiveCard) => {
    setNews((before) => new Map(before).set(card.id, card));
    if (hasEnded(card)) onEnded();
  });

  useEffect(() => {
    if (!url) return;
    const onMessage = (text: string) => {
      const card = readLiveCard(text);
      if (!card) return "broken";
      take(card);
      return "taken";
    };
    return followWhileVisible(reconnectingStream({ url, event: "card", onMessage, onLive: setIsLive }));
  }, [url]);

  return { orders: withNews(orders, news), isLive };
}
