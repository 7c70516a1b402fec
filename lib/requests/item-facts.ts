import { defaultRefillDays } from "@/lib/catalog/refill-days";
import type { Prisma, Refund } from "@/lib/db/generated/client";
import { isItemFinal, isItemIn, isItemUnsent, openRefills } from "@/lib/db/item-status";
import { knownOfItem, unitsPaidBack } from "@/lib/delivery/counts/known-item";
import type { CounterDelivery } from "@/lib/delivery/counts/shared-counter";
import { deliveredUnits } from "@/lib/orders/delivered-units";
import { isPaidBack } from "@/lib/orders/refund-status";

/** The state of an item's refill or replacement. ineffective: it ended, and the count stayed low. */
export type RemedyState = "none" | "open" | "rejected" | "effective" | "ineffective";
/** asked: its supplier was asked to stop it and has not refused. */
type Stop = "not_asked" | "asked" | "refused";
export type ItemFacts = ReturnType<typeof toItemFacts>;

export const itemParts = {
  counts: { orderBy: { takenAt: "asc" } },
  refills: { orderBy: { createdAt: "desc" } },
  supplierService: { select: { canRefill: true, canCancel: true } },
  replacement: true,
  decisions: { where: { outcome: "refund" }, orderBy: { createdAt: "desc" } },
} satisfies Prisma.FulfillmentItemInclude;

type Around = {
  now: Date;
  /** The deliveries to the same counter that began later; what they added is subtracted from the item's looks. */
  after: CounterDelivery[];
  /** Those of its order. */
  refunds: Refund[];
  waitsSince: Date | null;
};

/** What is known of one target of an order. Pure. */
export function toItemFacts(
  item: Prisma.FulfillmentItemGetPayload<{ include: typeof itemParts }>,
  { now, after, refunds, waitsSince }: Around,
) {
  const { id, state, quantity, remains, leasedAt, submittedAt, finishedAt, pausedUntil } = item;
  const { counts, decisions, replacement, supplierService } = item;
  const [refill] = item.refills;
  // A target that was erased with its account can't be looked at any more: the last proof holds.
  const lastLook = item.link === "" ? counts.at(-1)?.takenAt : undefined;
  const known = knownOfItem(item, { after, refunds, now: lastLook ?? now });
  const refundedUnits = unitsPaidBack(decisions, refunds);
  const refundedAt = decisions.find(({ id }) => isPaidBack(id, refunds))?.createdAt;
  const ended = (endedAt: Date | null, isRejected: boolean): RemedyState => {
    // A refund decided after a remedy ended has paid for what the remedy did not bring.
    if (endedAt && refundedAt && refundedAt >= endedAt) return "effective";
    if (isRejected) return "rejected";
    // A look that showed all units since says that it worked, before a later drop.
    return known.missing > 0 && !known.wasWhole ? "ineffective" : "effective";
  };
  const refillState = (): RemedyState => {
    if (!refill) return "none";
    return openRefills.includes(refill.state) ? "open" : ended(refill.updatedAt, refill.state === "rejected");
  };
  const replaced = (): { state: RemedyState; short: number } => {
    if (!replacement) return { state: "none", short: 0 };
    if (!isItemFinal(replacement.state)) return { state: "open", short: 0 };
    const short = replacement.quantity - deliveredUnits(replacement);
    const replacementState = ended(replacement.finishedAt, short > 0);
    return { state: replacementState, short: replacementState === "rejected" ? short : 0 };
  };
  // After a restore, a rejected item may have been bought all the same.
  const mayBeBought = isItemIn("unsent", state) && !isItemUnsent(item);
  const refusal: Stop = item.cancelOutcome === "rejected" ? "refused" : "not_asked";
  const remedyEnds = [replacement?.finishedAt, refill?.updatedAt].flatMap((end) => end?.getTime() ?? []);
  return {
    id,
    state: mayBeBought ? ("unknown" as const) : state,
    quantity,
    remains,
    leasedAt,
    submittedAt,
    finishedAt,
    pausedUntil,
    canCancel: Boolean(item.providerOrderId && supplierService?.canCancel),
    /** Why its supplier's last report put it into review, such as supplier_error; null if it did not. */
    problem: item.reviewSince ? item.reason : null,
    stop: item.cancelRequestedAt ? "asked" : refusal,
    /** Of its own units, without its replacement's. */
    known,
    /** A later delivery, of any order, is adding to the same counter. */
    isCounterMoving: after.some(({ isMoving }) => isMoving),
    /** The days of refills that were promised when it was bought; 0 for none. */
    refillDays: item.refillDays ?? defaultRefillDays,
    canRefill: Boolean(item.providerOrderId && supplierService?.canRefill),
    refill: refillState(),
    /** `short`: the units that a replacement which has ended did not deliver. */
    replacement: replaced(),
    /** Missing units whose refund is held, on its way or done. */
    refundedUnits,
    /** Missing units whose refund was dropped or failed, so nothing was paid back for them. */
    unpaidUnits: decisions.reduce((sum, { units }) => sum + units, 0) - refundedUnits,
    /** When the buyer first asked the same, if that request still waits; its promises count from then. */
    waitsSince,
    /** When its last refill or replacement ended. */
    remedyEndedAt: remedyEnds.length > 0 ? new Date(Math.max(...remedyEnds)) : null,
  };
}
