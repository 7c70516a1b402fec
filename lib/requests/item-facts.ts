import { defaultRefillDays } from "@/lib/catalog/refill-days";
import type { Prisma, Refund } from "@/lib/db/generated/client";
import { isItemFinal, openRefills } from "@/lib/db/item-status";
import { knownOfItem, unitsPaidBack } from "@/lib/delivery/counts/known-item";
import type { CounterDelivery } from "@/lib/delivery/counts/shared-counter";
import { deliveredUnits } from "@/lib/orders/delivered-units";
import { isPaidBack } from "@/lib/orders/refund-status";
import type { ItemFacts, RemedyState } from "./facts";

export const itemParts = {
  counts: { orderBy: { takenAt: "asc" } },
  refills: { orderBy: { createdAt: "desc" } },
  supplierService: { select: { canRefill: true, canCancel: true } },
  replacement: true,
  decisions: { where: { outcome: "refund" }, orderBy: { createdAt: "desc" } },
} satisfies Prisma.FulfillmentItemInclude;

type LoadedItem = Prisma.FulfillmentItemGetPayload<{ include: typeof itemParts }>;

/**
 * The facts of one item at `now`, loaded with `itemParts`. `after`: the deliveries to the same counter that began later;
 * what they added is subtracted from its looks. `refunds`: those of its order. `waitsSince`: when the same was first asked of a request that still waits. Pure.
 */
export function toItemFacts(
  item: LoadedItem,
  {
    now,
    target,
    after,
    refunds,
    waitsSince,
  }: {
    now: Date;
    target: ItemFacts["target"];
    after: CounterDelivery[];
    refunds: Refund[];
    waitsSince: Date | null;
  },
): ItemFacts {
  const { replacement } = item;
  // A target that was erased with its account can't be looked at any more: the last proof holds.
  const lastLook = item.counts.at(-1)?.takenAt;
  const knownAt = item.link === "" && lastLook ? lastLook : now;
  const known = knownOfItem(item, { after, refunds, now: knownAt });
  const refundedUnits = unitsPaidBack(item.decisions, refunds);
  const decidedUnits = item.decisions.reduce((sum, { units }) => sum + units, 0);
  const refill = item.refills[0];
  // A remedy that ended is judged by looks since: one that showed all units says that it worked, before a later drop.
  const isIneffective = known.missing > 0 && !known.wasWhole;
  // A refund decided after a remedy ended has paid for what the remedy did not bring.
  const refundedAt = item.decisions.find(({ id }) => isPaidBack(id, refunds))?.createdAt ?? null;
  const isRefunded = (end: Date | null) => end !== null && refundedAt !== null && refundedAt >= end;
  const refillState = (): RemedyState => {
    if (!refill) return "none";
    if (openRefills.includes(refill.state)) return "open";
    if (isRefunded(refill.updatedAt)) return "effective";
    if (refill.state === "rejected") return "rejected";
    return isIneffective ? "ineffective" : "effective";
  };
  const replaced = (): ItemFacts["replacement"] => {
    if (!replacement) return { state: "none", short: 0 };
    if (!isItemFinal(replacement.state)) return { state: "open", short: 0 };
    if (isRefunded(replacement.finishedAt)) return { state: "effective", short: 0 };
    const short = replacement.quantity - deliveredUnits(replacement);
    if (short > 0) return { state: "rejected", short };
    return { state: isIneffective ? "ineffective" : "effective", short: 0 };
  };
  const remedyEnds = [replacement?.finishedAt, ...item.refills.map(({ updatedAt }) => updatedAt)];
  const lastRemedyEnd = Math.max(...remedyEnds.map((end) => end?.getTime() ?? 0), 0);
  return {
    id: item.id,
    state: item.state,
    quantity: item.quantity,
    remains: item.remains,
    leasedAt: item.leasedAt,
    submittedAt: item.submittedAt,
    finishedAt: item.finishedAt,
    pausedUntil: item.pausedUntil,
    canCancel: Boolean(item.providerOrderId && item.supplierService?.canCancel),
    problem: item.reviewSince ? item.reason : null,
    stop: item.cancelRequestedAt ? "asked" : item.cancelOutcome === "rejected" ? "refused" : "not_asked",
    known,
    isCounterMoving: after.some(({ isMoving }) => isMoving),
    target,
    refillDays: item.refillDays ?? defaultRefillDays,
    canRefill: Boolean(item.providerOrderId && item.supplierService?.canRefill),
    refill: refillState(),
    replacement: replaced(),
    refundedUnits,
    unpaidUnits: decidedUnits - refundedUnits,
    waitsSince,
    mayBeBought: item.reason === "database_restored",
    remedyEndedAt: lastRemedyEnd > 0 ? new Date(lastRemedyEnd) : null,
  };
}
