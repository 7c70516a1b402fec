import { isItemFinal } from "@/lib/db/item-status";
import { shareOfCents } from "@/lib/money";
import { deliveredUnits } from "@/lib/orders/delivered-units";
import type { RequestKind } from "@/lib/orders/request-offers";
import { addMs, day, hour, minute } from "@/lib/time";
import type { Decision, ItemFacts, Offer, OrderFacts, Outcome } from "./facts";
import { findMissing, isInRefillWindow, type Missing } from "./find-missing";
import type { Reason } from "./reasons";

/** A request that still waits after this time goes to an operator. */
export const longestWaitMs = 30 * day;

/** What the earlier decisions about a request leave for the later ones. */
type Left = { cents: number; budgetCents: number; returnedUnits: number; returnedCents: number };
type Ruling = Omit<Decision, "itemId">;

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
  if (order.paymentStatus === "disputed") return review("disputed");
  if (order.isBlocked) return review("blocked");
  if (!order.maySend) return wait(order, "shop_paused", addMs(order.now, hour));
  if (isItemFinal(item.state)) return decideEnded(order, item, kind, left);
  // A drop in what has arrived must not stop an item that is still running.
  if (kind === "refill") return ruling("nothing_missing", "not_over");
  return decideOpen(order, item, kind === "cancel" || kind === "refund" ? kind : "late");
}

/** An item that may still be delivered. With `late`, the shop stops it once the promised time is over. */
function decideOpen(order: OrderFacts, item: ItemFacts, wanted: "cancel" | "refund" | "late"): Ruling {
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
      return wanted === "late" && !isStartLate ? wait(order, "being_checked", startBy) : review("call_lost");
    case "submitted":
    case "in_progress":
      return decideAtSupplier(order, item, wanted, startBy);
    default:
      return review("call_lost");
  }
}

function decideAtSupplier(
  order: OrderFacts,
  item: ItemFacts,
  wanted: "cancel" | "refund" | "late",
  startBy: Date,
): Ruling {
  const hasBegun = item.state === "in_progress" || (item.remains ?? item.quantity) < item.quantity;
  const finishBy = addMs(item.submittedAt ?? order.paidAt, order.finishWithinHours * hour);
  const promise = hasBegun ? finishBy : startBy;
  const isLate = order.now > promise;
  const units = item.remains ?? item.quantity;
  const soon = addMs(order.now, day);
  if (item.stop === "asked") return wait(order, "stop_asked", soon);
  if (wanted === "cancel" && hasBegun) return wait(order, "has_begun", finishBy);
  if (wanted === "late" && !isLate) return wait(order, hasBegun ? "arriving" : "starts_in_time", promise);
  if (item.stop === "refused") return isLate ? review("stop_refused") : wait(order, "cannot_stop", finishBy);
  if (item.canCancel) {
    const reason = hasBegun ? "not_finished_in_time" : "not_started_in_time";
    return ruling("ask_supplier", wanted === "late" ? reason : "stop_wanted", { units, lookAgainAt: soon });
  }
  return isLate
    ? review(hasBegun ? "not_finished_in_time" : "not_started_in_time")
    : wait(order, "cannot_stop", promise);
}

/** An item that has ended. Undelivered units are refunded with the order; delivered ones are judged by the counts. */
function decideEnded(order: OrderFacts, item: ItemFacts, kind: RequestKind, left: Left): Ruling {
  const isWhole = item.state === "completed";
  if (kind === "cancel" || deliveredUnits(item) === 0) {
    return isWhole ? done("delivered") : decideUndelivered(order);
  }
  if (item.refill === "open") return done("refill_running");
  if (item.replacement.state === "open") return done("replacement_running");
  const missing = findMissing(order, item);
  if (missing && missing.units > 0) {
    if (item.isCounterMoving) return countAgain(order);
    return decideMissing(order, item, missing, left);
  }
  if (!isWhole) return decideUndelivered(order);
  if (missing)
    return item.refundedUnits > 0 ? done("settled_before") : ruling("nothing_missing", "delivered");
  if (kind === "slow") return done("delivered");
  if (item.isCounterMoving) return countAgain(order);
  if (item.target === "hidden" && isInRefillWindow(order, item)) {
    return wait(order, "target_hidden", addMs(order.now, day));
  }
  return review("count_unknown");
}

function decideUndelivered(order: OrderFacts): Ruling {
  if (order.undeliveredRefund === "on_its_way") return done("refund_on_its_way");
  if (order.undeliveredRefund === "failed") return review("refund_failed");
  if (order.undeliveredRefund === "below_a_cent") return ruling("nothing_missing", "below_a_cent");
  const reason = order.undeliveredRefund === "held" ? "refund_held" : "refund_with_the_rest";
  return wait(order, reason, addMs(order.now, day));
}

/** The remedy for missing units, the first that is possible: refill, replacement, refund. */
function decideMissing(order: OrderFacts, item: ItemFacts, missing: Missing, left: Left): Ruling {
  const { reason, coveredUnits: units } = missing;
  if (units === 0 && item.unpaidUnits === 0)
    return ruling("too_late", item.refillDays === 0 ? "no_refills" : "window_over");
  if (order.hasOtherRefund) return { ...review("refunded_otherwise"), units };
  // An operator decided against the refund of these units or sends it again, and is asked only about further ones.
  if (item.unpaidUnits > 0)
    return { ...review("not_paid_back"), units: Math.max(0, units - item.unpaidUnits) };
  const isRefillable = item.state === "completed" && item.canRefill && isInRefillWindow(order, item);
  if (isRefillable && (item.refill === "none" || item.refill === "effective")) {
    return ruling("refill", reason, { units });
  }
  const cost = item.replacement.state === "none" ? replacementCents(order.offers, units) : null;
  if (cost !== null && cost <= left.budgetCents && item.target !== "hidden") {
    return ruling("replace", reason, { units, cents: cost });
  }
  const cents =
    shareOfCents(order.paidCents, left.returnedUnits + units, order.quantity) - left.returnedCents;
  if (cents <= 0) return ruling("nothing_missing", "below_a_cent", { units });
  if (cents > left.cents) return { ...review("refunded_otherwise"), units };
  return ruling("refund", reason, { units, cents });
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
