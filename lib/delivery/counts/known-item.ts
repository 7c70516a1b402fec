import type {
  FulfillmentItem,
  Refill,
  Refund,
  RequestDecision,
  TargetCount,
} from "@/lib/db/generated/client";
import { isItemFinal } from "@/lib/db/item-status";
import { deliveredUnits } from "@/lib/orders/delivered-units";
import { isPaidBack } from "@/lib/orders/refund-status";
import { addMs } from "@/lib/time";
import { refillWindowMs } from "../progress/refill-rules";
import { type KnownUnits, knownUnits } from "./known-units";
import { type CounterDelivery, intervalOf, ownLooks } from "./shared-counter";

type CountedItem = Pick<
  FulfillmentItem,
  "state" | "quantity" | "remains" | "serviceType" | "leasedAt" | "finishedAt" | "refillDays"
> & {
  counts: Pick<TargetCount, "moment" | "count" | "lowest" | "highest" | "takenAt">[];
  refills: Pick<Refill, "state" | "createdAt" | "updatedAt">[];
  replacement: Pick<FulfillmentItem, "state" | "createdAt" | "finishedAt"> | null;
  /** Decisions to refund missing units. */
  decisions: Pick<RequestDecision, "id" | "units">[];
};

type Around = {
  /** The deliveries to the same counter that began later, the latest first. */
  after: CounterDelivery[];
  /** Those of its order. */
  refunds: Pick<Refund, "id" | "intent" | "status">[];
  now: Date;
};

/**
 * What is known of an item's units: those that its supplier reported and that were not paid back, or all of them while
 * it runs. `since` replaces the end of the delivery. Pure.
 */
export function knownOfItem(item: CountedItem, { after, refunds, now }: Around, since?: Date): KnownUnits {
  const { counts, refills, replacement, serviceType, finishedAt, leasedAt } = item;
  const before = counts.find(({ moment }) => moment === "before");
  const looks = counts
    .filter(({ moment }) => moment !== "before")
    .map((row) => ({ ...intervalOf(row), takenAt: row.takenAt }));
  const endedRefills = refills
    .filter(({ state }) => state === "completed")
    .map(({ createdAt, updatedAt }) => ({ begunAt: createdAt, endedAt: updatedAt }));
  const isReplaced = replacement !== null && isItemFinal(replacement.state);
  const replaced =
    isReplaced && replacement.finishedAt
      ? [{ begunAt: replacement.createdAt, endedAt: replacement.finishedAt }]
      : [];
  const isOver = isItemFinal(item.state);
  const endedAt = since ?? finishedAt ?? leasedAt ?? now;
  return knownUnits({
    before: before ? intervalOf(before) : null,
    units: isOver
      ? Math.max(0, deliveredUnits(item) - unitsPaidBack(item.decisions, refunds))
      : item.quantity,
    serviceType,
    endedAt,
    remedies: [...endedRefills, ...replaced],
    looks: ownLooks(looks, after),
    promisedUntil: addMs(finishedAt ?? now, refillWindowMs(item)),
    now,
  });
}

/** Missing units whose refund is held, on its way or done. Pure. */
export function unitsPaidBack(decisions: CountedItem["decisions"], refunds: Around["refunds"]): number {
  return decisions.filter(({ id }) => isPaidBack(id, refunds)).reduce((sum, { units }) => sum + units, 0);
}
