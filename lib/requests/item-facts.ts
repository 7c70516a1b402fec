import { defaultRefillDays } from "@/lib/catalog/refill-days";
import type { Prisma, Refund } from "@/lib/db/generated/client";
import { isItemFinal, openRefills } from "@/lib/db/item-status";
import { missingUnits } from "@/lib/delivery/progress/refill-rules";
import {
  type CounterDelivery,
  lastRemedyEnd,
  ownCounts,
  startLevel,
  wasMoving,
} from "@/lib/delivery/progress/shared-counter";
import { deliveredUnits } from "@/lib/orders/delivered-units";
import { isPaidBack } from "@/lib/orders/refund-status";
import { addMs, day, hour } from "@/lib/time";
import type { ItemFacts, RemedyState } from "./facts";

export const itemParts = {
  counts: { orderBy: { takenAt: "asc" } },
  refills: { orderBy: { createdAt: "desc" } },
  supplierService: { select: { canRefill: true, canCancel: true } },
  replacement: true,
  decisions: { where: { outcome: "refund" }, orderBy: { createdAt: "desc" } },
} satisfies Prisma.FulfillmentItemInclude;

type LoadedItem = Prisma.FulfillmentItemGetPayload<{ include: typeof itemParts }>;

/** An older count is not used: counts are taken daily, and at each request. */
const countHoldsMs = 26 * hour;

/**
 * The facts of one item at `now`, loaded with `itemParts`. `isStopRefused`: its supplier did not agree to stop it.
 * `after`: the deliveries to the same counter that began later; what they added is subtracted from its counts. `refunds`:
 * those of its order. `waitsSince`: when the same was first asked of a request that still waits. Pure.
 */
export function toItemFacts(
  item: LoadedItem,
  {
    now,
    target,
    isStopRefused,
    after,
    refunds,
    waitsSince,
  }: {
    now: Date;
    target: ItemFacts["target"];
    isStopRefused: boolean;
    after: CounterDelivery[];
    refunds: Refund[];
    waitsSince: Date | null;
  },
): ItemFacts {
  const { id, state, quantity, remains, submittedAt, finishedAt, pausedUntil, replacement } = item;
  const paidBack = item.decisions.filter((decision) => isPaidBack(decision.id, refunds));
  const unitsOf = (decisions: { units: number }[]) => decisions.reduce((sum, { units }) => sum + units, 0);
  const refundedUnits = unitsOf(paidBack);
  const shown = item.counts.find(({ moment }) => moment === "before")?.count ?? null;
  // Leaves out counts from while the item was running.
  const ended = ownCounts(item.counts, { before: shown, serviceType: item.serviceType }, after);
  const later = ended.filter(({ takenAt }) => !wasMoving(takenAt, after));
  const refills = item.refills.filter(({ state }) => state === "completed");
  const before = shown === null ? null : startLevel(shown, later, { refills, replacement });
  const refill = item.refills[0];
  const remedyEnd = lastRemedyEnd({ refills, replacement });
  const since = later.filter(({ takenAt }) => !remedyEnd || takenAt >= remedyEnd);
  const newest = since.at(-1);
  const isFresh = newest !== undefined && newest.takenAt >= addMs(now, -countHoldsMs);
  // The first count after a remedy says whether it had an effect; a later one may show a further drop.
  const kept = deliveredUnits(item) - refundedUnits;
  const missingAt = ({ count }: { count: number }) =>
    before === null ? 0 : missingUnits({ before, quantity: kept, count });
  const isLowAfter = (end: Date | null) => {
    const first = end && later.find(({ takenAt }) => takenAt >= end);
    return first ? missingAt(first) > 0 : false;
  };
  const refillDays = item.refillDays ?? defaultRefillDays;
  const isInTime = ({ takenAt }: { takenAt: Date }) =>
    finishedAt !== null && takenAt <= addMs(finishedAt, refillDays * day);
  const lastInTime = since.findLastIndex(isInTime);
  // A refund decided after a remedy ended has paid for what the remedy did not bring.
  const refundedAt = paidBack[0]?.createdAt ?? null;
  const isRefunded = (end: Date | null) => end !== null && refundedAt !== null && refundedAt >= end;
  const refillState = (): RemedyState => {
    if (!refill) return "none";
    if (openRefills.includes(refill.state)) return "open";
    if (isRefunded(refill.updatedAt)) return "effective";
    if (refill.state === "rejected") return "rejected";
    return isLowAfter(refill.updatedAt) ? "ineffective" : "effective";
  };
  const replaced = (): ItemFacts["replacement"] => {
    if (!replacement) return { state: "none", short: 0 };
    if (!isItemFinal(replacement.state)) return { state: "open", short: 0 };
    if (isRefunded(replacement.finishedAt)) return { state: "effective", short: 0 };
    const short = replacement.quantity - deliveredUnits(replacement);
    if (short > 0) return { state: "rejected", short };
    return { state: isLowAfter(replacement.finishedAt) ? "ineffective" : "effective", short: 0 };
  };
  return {
    ...{ id, state, quantity, remains, submittedAt, finishedAt, pausedUntil, before, refundedUnits, target },
    unpaidUnits: unitsOf(item.decisions) - refundedUnits,
    waitsSince,
    mayBeBought: item.reason === "database_restored",
    remedyEndedAt: lastRemedyEnd({ refills: item.refills, replacement }),
    canCancel: Boolean(item.providerOrderId && item.supplierService?.canCancel),
    stop: item.cancelRequestedAt ? "asked" : isStopRefused ? "refused" : "not_asked",
    atEnd: ended.find(({ moment }) => moment === "after")?.count ?? null,
    isCounterMoving: after.some(({ isMoving }) => isMoving),
    newest: newest && isFresh ? { count: newest.count, takenAt: newest.takenAt } : null,
    refillDays,
    droppedInTime: lastInTime < 0 ? 0 : Math.min(...since.slice(lastInTime).map(missingAt)),
    canRefill: Boolean(item.providerOrderId && item.supplierService?.canRefill),
    refill: refillState(),
    replacement: replaced(),
  };
}
