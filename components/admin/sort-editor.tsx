"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";

const directions = [
  { word: "up", by: -1, Icon: ArrowUp },
  { word: "down", by: 1, Icon: ArrowDown },
];

/** Sorts entries with buttons, for keyboard and touch. The order is sent as `ids`, separated by commas. */
export function SortEditor({ entries }: { entries: { id: string; label: string }[] }) {
  const [order, setOrder] = useState(entries);
  const move = (from: number, to: number) => {
    const next = [...order];
    next.splice(to, 0, ...next.splice(from, 1));
    setOrder(next);
  };
  return (
    <>
      <input type="hidden" name="ids" value={order.map((entry) => entry.id).join(",")} />
      <ol aria-label="Order" className="flex flex-col divide-y divide-border rounded-lg border border-border">
        {order.map((entry, place) => (
          <li key={entry.id} className="flex items-center justify-between gap-3 py-1 pr-1 pl-4">
            <span className="min-w-0 wrap-anywhere tabular-nums">
              {place + 1}. {entry.label}
            </span>
            <span className="flex shrink-0">
              {directions.map(({ word, by, Icon }) => {
                const isAtEnd = place + by < 0 || place + by === order.length;
                return (
                  <Button
                    key={word}
                    type="button"
                    variant="ghost"
                    size="icon"
                    aria-label={`Move ${entry.label} ${word}`}
                    // Not `disabled`, which would drop the focus of the button that moved the entry here.
                    aria-disabled={isAtEnd || undefined}
                    onClick={() => {
                      if (!isAtEnd) move(place, place + by);
                    }}
                    className="aria-disabled:cursor-default aria-disabled:text-muted-foreground aria-disabled:opacity-60"
                  >
                    <Icon aria-hidden="true" />
                  </Button>
                );
              })}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
