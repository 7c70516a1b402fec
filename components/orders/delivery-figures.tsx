import { Fact } from "@/components/ui/fact";
import type { CardProgress } from "@/lib/orders/views/order-card";
import { LocalTime } from "./local-time";

type DeliveryFiguresProps = { progress: Omit<CardProgress, "percent">; size: "card" | "page" };

const looks = {
  card: { list: "gap-3 text-sm", value: "font-semibold", updated: "" },
  page: { list: "gap-4", value: "text-lg font-semibold", updated: "border-t border-border pt-4" },
};

/** How much of an order has been delivered, how much remains, and when it was last counted. */
export function DeliveryFigures({ progress, size }: DeliveryFiguresProps) {
  const { list, value, updated } = looks[size];
  return (
    <>
      <dl className={`grid grid-cols-2 tabular-nums max-[20rem]:grid-cols-1 ${list}`}>
        <Fact label="Delivered" valueClass={value}>
          {progress.delivered.toLocaleString("en-US")}
        </Fact>
        <Fact label="Remaining" valueClass={value}>
          {progress.remains.toLocaleString("en-US")}
        </Fact>
      </dl>
      {progress.lastCheckedAt ? (
        <p className={`text-sm text-muted-foreground tabular-nums ${updated}`}>
          Last updated <LocalTime at={progress.lastCheckedAt} isRelative />
        </p>
      ) : null}
    </>
  );
}
