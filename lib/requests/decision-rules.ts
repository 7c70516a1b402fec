import { isItemFinal } from "@/lib/db/item-status";
import { shareOfCents } from "@/lib/money";
import { deliveredUnits } from "@/lib/orders/delivered-units";
import type { RequestKind } from "@/lib/orders/request-offers";
import { addMs, day, hour, minute } from "@/lib/time";
import { refundTermsEndAt } from "@/lib/withdrawal-period";
import type { Decision, ItemFacts, Offer, OrderFacts, Outcome } from "./facts";
import type { Reason } from "./reasons";

/** A request that still waits after this time goes to an operator. */
export const longestWaitMs = 30 * day;
/** For how long a counter that was asked about is looked at, if looking gives no answer. */
const longestLookingMs = 3 * day;
/** A call may have been lost a moment ago, and what became of it is being found out. */
const lostCallMs = hour;

/** What the earlier decisions about a request leave for the later ones. */
type Left = { cents: number; budgetCents: number; returnedUnits: number; returnedCents: number };
type Ruling = Omit<Decision, "itemId">;
/** With `late`, the shop stops an item once the promised time is over. */
type Wanted = "cancel" | "refund" | "late";

/**
 * Decides a request about a paid order, item by item, from the evidence alone. Units that are still there are never
 * refunded, each missing unit gets one remedy, and an operator decides what can't be known. Pure.
 */
export function decideItems(order: OrderFacts, kind: RequestKind): Decision[] {
  const left = {
    cents: order.leftCents,
    budgetCents: order.budgetCents,
    returnedUnits: order.returnedUnits,
    returnedCents: order.returnedCents,
  };
  return order.items.map((item) => {
    const ruling = decideItem({ ...order, askedAt: item.waitsSince ?? order.askedAt }, item, kind, left);
    if (ruling.outcome === "replace") left.budgetCents -= ruling.cents;
    if (ruling.outcome === "refund") {
      left.cents -= ruling.cents;
      left.returnedUnits += ruling.units;
      left.returnedCents += ruling.cents;
    }
    return { itemId: item.id, ...ruling };
  });
}

function decideItem(order: OrderFacts, item: ItemFacts, kind: RequestKind, left: Left): Ruling {
  if (order.paymentStatus === "refunded") return done("refunded_in_full");
  if (order.paymentStatus === "disputed") return done("disputed");
  if (order.isBlocked) return review("blocked");
  if (!order.maySend) return wait(order, "shop_paused", addMs(order.now, hour));
  if (isItemFinal(item.state)) return decideEnded(order, item, kind, left);
  // A drop in what has arrived must not stop an item that is still running.
  if (kind === "refill") return ruling("nothing_missing", "not_over");
  return decideOpen(order, item, kind === "cancel" || kind === "refund" ? kind : "late");
}

/** An item that may still be delivered. */
function decideOpen(order: OrderFacts, item: ItemFacts, wanted: Wanted): Ruling {
  const startBy = addMs(order.paidAt, order.startWithinHours * hour);
  const isStartLate = order.now > startBy;
  const { quantity: units } = item;
  const state = item.mayBeBought ? "unknown" : item.state;
  switch (state) {
    case "waiting":
    case "ready":
    case "rejected":
      if (wanted !== "late") return ruling("cancel", "not_begun", { units });
      if (isStartLate) return ruling("cancel", "not_started_in_time", { units });
      if (state === "rejected") return wait(order, "being_checked", startBy);
      return wait(order, state === "waiting" ? "queued" : "starting", startBy);
    case "paused":
      if (wanted !== "late") return ruling("cancel", "not_begun", { units });
      return wait(order, "paused", item.pausedUntil ?? startBy);
    case "submitting":
      return wait(order, "handing_over", addMs(order.now, 5 * minute));
    case "unknown":
      // It may have been bought, so only an operator may give it up.
      return decideLostCall(order, item, wanted, startBy);
    case "submitted":
    case "in_progress":
      return decideAtSupplier(order, item, wanted, startBy);
    default:
      return review("call_lost");
  }
}

function decideLostCall(order: OrderFacts, item: ItemFacts, wanted: Wanted, startBy: Date): Ruling {
  const { leasedAt, mayBeBought } = item;
  if (wanted === "late") {
    return order.now > startBy ? review("call_lost") : wait(order, "being_checked", startBy);
  }
  const knownBy = leasedAt && !mayBeBought ? addMs(leasedAt, lostCallMs) : order.now;
  return order.now < knownBy ? wait(order, "being_checked", knownBy) : review("call_lost");
}

function decideAtSupplier(order: OrderFacts, item: ItemFacts, wanted: Wanted, startBy: Date): Ruling {
  const hasBegun = item.state === "in_progress" || (item.remains ?? item.quantity) < item.quantity;
  const finishBy = addMs(item.submittedAt ?? order.paidAt, order.finishWithinHours * hour);
  const promise = hasBegun ? finishBy : startBy;
  const isLate = order.now > promise;
  const units = item.remains ?? item.quantity;
  const soon = addMs(order.now, day);
  if (item.stop === "asked") return wait(order, "stop_asked", soon);
  if (wanted === "cancel" && hasBegun) return wait(order, "has_begun", finishBy);
  if (item.known.isWhole) return wait(order, "all_arrived", soon);
  if (wanted === "late" && !isLate) {
    if (item.problem) return wait(order, "being_checked", promise);
    return wait(order, hasBegun ? "arriving" : "starts_in_time", promise);
  }
  if (item.stop === "refused") return isLate ? review("stop_refused") : wait(order, "cannot_stop", finishBy);
  if (item.canCancel) {
    const reason = hasBegun ? "not_finished_in_time" : "not_started_in_time";
    return ruling("ask_supplier", wanted === "late" ? reason : "stop_wanted", { units, lookAgainAt: soon });
  }
  return isLate
    ? review(hasBegun ? "not_finished_in_time" : "not_started_in_time")
    : wait(order, "cannot_stop", promise);
}

/** An item that has ended. Undelivered units are refunded with the order; delivered ones are judged by the looks. */
function decideEnded(order: OrderFacts, item: ItemFacts, kind: RequestKind, left: Left): Ruling {
  const isCompleted = item.state === "completed";
  if (kind === "cancel" || deliveredUnits(item) === 0) {
    return isCompleted ? done("delivered") : decideUndelivered(order);
  }
  if (item.refill === "open") return done("refill_running");
  if (item.replacement.state === "open") return done("replacement_running");
  const missing = missingUnits(item);
  if (missing > 0 && !item.isCounterMoving) return decideMissing(order, item, missing, left);
  if (missing > 0) return countAgain(order);
  if (!isCompleted) return decideUndelivered(order);
  if (item.known.isWhole) {
    return item.refundedUnits > 0 ? done("settled_before") : ruling("nothing_missing", "there");
  }
  if (kind === "slow") return done("delivered");
  return item.isCounterMoving ? countAgain(order) : lookAgain(order, item);
}

/**
 * The units that are missing by proof, or that a replacement is known not to have brought where no look can tell more.
 * Pure.
 */
export function missingUnits(item: ItemFacts): number {
  const { known, replacement } = item;
  if (known.missing > 0 || known.isWhole || replacement.short === 0) return known.missing;
  const isLooking = known.look !== "hidden" && known.lookAgainAt !== null;
  return isLooking ? 0 : Math.min(replacement.short, deliveredUnits(item) - item.refundedUnits - known.there);
}

/** It is not known yet whether units are missing, so the counter is looked at again, as long as that can help. */
function lookAgain(order: OrderFacts, item: ItemFacts): Ruling {
  const { now, askedAt } = order;
  const { look, lookAgainAt } = item.known;
  if (look === "hidden" || item.target === "hidden") {
    return now > addMs(askedAt, longestWaitMs)
      ? ruling("too_late", "hidden_too_long")
      : wait(order, "target_hidden", addMs(now, day));
  }
  if (!lookAgainAt || now > addMs(askedAt, longestLookingMs)) return review("count_unknown");
  return wait(order, look === "none" ? "not_counted" : "counting", lookAgainAt);
}

function decideUndelivered(order: OrderFacts): Ruling {
  if (order.undeliveredRefund === "on_its_way") return done("refund_on_its_way");
  if (order.undeliveredRefund === "failed") return review("refund_failed");
  if (order.undeliveredRefund === "below_a_cent") return ruling("nothing_missing", "below_a_cent");
  const reason = order.undeliveredRefund === "held" ? "refund_held" : "refund_with_the_rest";
  return wait(order, reason, addMs(order.now, day));
}

/** The remedy for missing units, the first that is possible: refill, replacement, refund. */
function decideMissing(order: OrderFacts, item: ItemFacts, missing: number, left: Left): Ruling {
  const units = coveredUnits(order, item, missing);
  const reason = missingReason(item);
  if (units === 0 && item.unpaidUnits === 0) return ruling("too_late", lateReason(item));
  // An operator decided against the refund of these units or sends it again, and is asked only about further ones.
  if (item.unpaidUnits > 0)
    return { ...review("not_paid_back"), units: Math.max(0, units - item.unpaidUnits) };
  const isPromised = isInRefillWindow(order, item) || item.known.missingInTime > 0;
  const isRefillable = item.state === "completed" && item.canRefill && isPromised;
  if (isRefillable && (item.refill === "none" || item.refill === "effective")) {
    return ruling("refill", reason, { units });
  }
  const cost = item.replacement.state === "none" ? replacementCents(order.offers, units) : null;
  if (cost !== null && cost <= left.budgetCents && item.target !== "hidden") {
    return ruling("replace", reason, { units, cents: cost });
  }
  // Other money that went back may have been meant for these units.
  if (order.hasOtherRefund) return { ...review("refunded_otherwise"), units };
  const cents =
    shareOfCents(order.paidCents, left.returnedUnits + units, order.quantity) - left.returnedCents;
  if (cents <= 0) return ruling("nothing_missing", "below_a_cent", { units });
  if (cents > left.cents) return { ...review("refunded_otherwise"), units };
  return ruling("refund", reason, { units, cents });
}

/**
 * How many missing units a promise covers. A drop is covered if it was asked about or counted within the promised days.
 * Units that never arrived are covered by the 30 days for refunds. Units that a refill or replacement was begun for stay
 * covered until they are there. Pure.
 */
export function coveredUnits(order: OrderFacts, item: ItemFacts, missing: number): number {
  if (isRemedyShort(item) || isInRefillWindow(order, item)) return missing;
  const isRefundable = order.askedAt < refundTermsEndAt(order.paidAt);
  return Math.min(missing, Math.max(item.known.missingInTime, isRefundable ? item.known.neverArrived : 0));
}

function isInRefillWindow({ askedAt }: OrderFacts, { finishedAt, refillDays }: ItemFacts): boolean {
  return finishedAt !== null && askedAt <= addMs(finishedAt, refillDays * day);
}

/** True when the last refill or replacement of an item ended without bringing what was missing. Pure. */
export function isRemedyShort({ refill, replacement }: ItemFacts): boolean {
  return ["rejected", "ineffective"].includes(replacement.state === "none" ? refill : replacement.state);
}

function missingReason({ known, replacement }: ItemFacts): Reason {
  if (known.missing === 0 && replacement.short > 0) return "replacement_short";
  return known.neverArrived > 0 ? "never_arrived" : "dropped";
}

function lateReason({ known, refillDays }: ItemFacts): Reason {
  if (known.neverArrived > 0) return "refund_terms_over";
  return refillDays === 0 ? "no_refills" : "window_over";
}

/**
 * The most that a replacement can cost, rounded up to a cent; null when no service takes that number of units. Pure.
 */
function replacementCents(offers: Offer[], units: number): number | null {
  const fitting = offers.filter(
    ({ minQuantity, maxQuantity }) => minQuantity <= units && units <= maxQuantity,
  );
  if (fitting.length === 0) return null;
  return Math.ceil((Math.max(...fitting.map(({ centsPer1000 }) => centsPer1000)) * units) / 1000);
}

function ruling(outcome: Outcome, reason: Reason, facts: Partial<Ruling> = {}): Ruling {
  return { units: 0, cents: 0, lookAgainAt: null, ...facts, outcome, reason };
}

const done = (reason: Reason) => ruling("already_done", reason);
const review = (reason: Reason) => ruling("review", reason);
/** Another delivery is adding to the same counter, so this item's loss can't be seen until that delivery has ended. */
const countAgain = (order: OrderFacts) => wait(order, "counter_moving", addMs(order.now, 6 * hour));

/**
 * Waits until `until`, but at least an hour (a minute during a call to a supplier), or a day if `until` has passed.
 * After `longestWaitMs` an operator decides.
 */
function wait(order: OrderFacts, reason: Reason, until: Date): Ruling {
  const { now } = order;
  if (now > addMs(order.askedAt, longestWaitMs)) return review("waited_too_long");
  const soonest = addMs(now, reason === "handing_over" ? minute : hour);
  const lookAgainAt = until > soonest ? until : until > now ? soonest : addMs(now, day);
  return ruling("wait", reason, { lookAgainAt });
}
