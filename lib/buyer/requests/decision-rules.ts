import { isItemFinal } from "@/lib/base/db/item-status";
import { shareOfCents } from "@/lib/base/money";
import { addMs, day, hour, minute } from "@/lib/base/time/time";
import { deliveredUnits } from "@/lib/orders/forecast/delivered-units";
import { refundTermsEndAt } from "@/lib/orders/order/withdrawal-period";
import type { RequestKind } from "@/lib/orders/views/request-offers";
import type { ItemFacts, OrderFacts } from "./load-facts";
import type { Reason } from "./reasons";

/** A request that still waits after this time goes to an operator. */
export const longestWaitMs = 30 * day;

export type Outcome =
  /** The supplier is asked to deliver the missing units again. */
  | "refill"
  /** The missing units are bought again, once. */
  | "replace"
  /** The price of the missing units goes back. */
  | "refund"
  /** The item was not begun and is canceled; its price goes back once the order has ended. */
  | "cancel"
  /** The supplier is asked to stop the item. */
  | "ask_supplier"
  /** There is nothing to do before `lookAgainAt`. */
  | "wait"
  | "nothing_missing"
  | "already_done"
  | "too_late"
  /** An operator decides. */
  | "review";

type Ruling = {
  outcome: Outcome;
  reason: Reason;
  /** The units it is about; 0 if it is about none. */
  units: number;
  /** refund: what goes back. replace: what the replacement costs at most. */
  cents: number;
  lookAgainAt: Date | null;
};
export type Decision = Ruling & { item: ItemFacts };

/**
 * Decides a request about a paid order, item by item, from the evidence alone. Units that are still there are never
 * refunded, each missing unit gets one remedy, and an operator decides what can't be known. Pure.
 */
export function decideItems(order: OrderFacts, kind: RequestKind): Decision[] {
  // The units that decisions about earlier items leave for the later ones.
  const left = { ...order };
  return order.items.map((item) => {
    const ruling = decideItem({ ...left, askedAt: item.waitsSince ?? order.askedAt }, item, kind);
    const { outcome, units, cents } = ruling;
    if (outcome === "replace") left.budgetCents -= cents;
    if (outcome === "refund") {
      left.leftCents -= cents;
      left.returnedUnits += units;
      left.returnedCents += cents;
    }
    return { item, ...ruling };
  });
}

/**
 * Decides a request about an order of one or several services. Each part has its own price, offers and units paid back.
 * What is left of the payment and of the day's budget is for all parts. Pure.
 */
export function decideParts(parts: OrderFacts[], kind: RequestKind): Decision[] {
  const spent = { replace: 0, refund: 0 };
  return parts.flatMap((part) => {
    const budgetCents = part.budgetCents - spent.replace;
    const leftCents = part.leftCents - spent.refund;
    const decisions = decideItems({ ...part, budgetCents, leftCents }, kind);
    for (const { outcome, cents } of decisions) {
      if (outcome === "replace" || outcome === "refund") spent[outcome] += cents;
    }
    return decisions;
  });
}

function decideItem(order: OrderFacts, item: ItemFacts, kind: RequestKind): Ruling {
  if (order.paymentStatus === "refunded") return done("refunded_in_full");
  if (order.paymentStatus === "disputed") return done("disputed");
  if (order.isBlocked) return review("blocked");
  if (!order.maySend) return wait(order, "shop_paused", addMs(order.now, hour));
  if (isItemFinal(item.state)) return decideEnded(order, item, kind);
  // A drop in what has arrived must not stop an item that is still running.
  if (kind === "refill") return ruling("nothing_missing", "not_over");
  return decideOpen(order, item, kind);
}

/** An item that may still be delivered. */
function decideOpen(order: OrderFacts, item: ItemFacts, kind: RequestKind): Ruling {
  const startBy = addMs(order.paidAt, order.startWithinHours * hour);
  switch (item.state) {
    case "waiting":
    case "ready":
    case "rejected":
    case "paused":
      if (isStop(kind)) return ruling("cancel", "not_begun", { units: item.quantity });
      if (item.state === "paused") return wait(order, "paused", item.pausedUntil ?? startBy);
      if (order.now > startBy) return ruling("cancel", "not_started_in_time", { units: item.quantity });
      if (item.state === "rejected") return wait(order, "being_checked", startBy);
      return wait(order, item.state === "waiting" ? "queued" : "starting", startBy);
    case "submitting":
      return ruling("wait", "handing_over", { lookAgainAt: addMs(order.now, 5 * minute) });
    case "unknown": {
      // The item may have been bought, so only an operator may give it up, once the shop had an hour to find out.
      const foundOutBy = item.leasedAt ? addMs(item.leasedAt, hour) : order.now;
      const knownBy = isStop(kind) ? foundOutBy : startBy;
      return order.now < knownBy ? wait(order, "being_checked", knownBy) : review("call_lost");
    }
    default:
      return decideAtSupplier(order, item, kind, startBy);
  }
}

/** True for a request to stop an item at once. Otherwise the shop stops it once the promised time is over. */
const isStop = (kind: RequestKind) => kind === "cancel" || kind === "refund";

function decideAtSupplier(order: OrderFacts, item: ItemFacts, kind: RequestKind, startBy: Date): Ruling {
  const units = item.remains ?? item.quantity;
  const hasBegun = item.state === "in_progress" || units < item.quantity;
  const finishBy = addMs(item.submittedAt ?? order.paidAt, order.finishWithinHours * hour);
  const promise = hasBegun ? finishBy : startBy;
  const lateReason = hasBegun ? "not_finished_in_time" : "not_started_in_time";
  const isLate = order.now > promise;
  const soon = addMs(order.now, day);
  if (item.stop === "asked") return wait(order, "stop_asked", soon);
  if (kind === "cancel" && hasBegun) return wait(order, "has_begun", finishBy);
  if (item.known.isWhole) return wait(order, "all_arrived", soon);
  if (!isStop(kind) && !isLate) {
    if (item.problem) return wait(order, "being_checked", promise);
    return wait(order, hasBegun ? "arriving" : "starts_in_time", promise);
  }
  const isRefused = item.stop === "refused";
  if (item.canCancel && !isRefused) {
    return ruling("ask_supplier", isStop(kind) ? "stop_wanted" : lateReason, { units, lookAgainAt: soon });
  }
  if (!isLate) return wait(order, "cannot_stop", isRefused ? finishBy : promise);
  return review(isRefused ? "stop_refused" : lateReason);
}

/** An item that has ended. Undelivered units are refunded with the order; delivered ones are judged by the looks. */
function decideEnded(order: OrderFacts, item: ItemFacts, kind: RequestKind): Ruling {
  const isCompleted = item.state === "completed";
  if (kind === "cancel" || deliveredUnits(item) === 0) {
    return isCompleted ? done("delivered") : decideUndelivered(order);
  }
  if (item.refill === "open") return done("refill_running");
  if (item.replacement.state === "open") return done("replacement_running");
  const missing = missingUnits(item);
  if (missing === 0) {
    if (!isCompleted) return decideUndelivered(order);
    if (item.known.isWhole && item.refundedUnits > 0) return done("settled_before");
    if (item.known.isWhole) return ruling("nothing_missing", "there");
    if (kind === "slow") return done("delivered");
  }
  // Another delivery is adding to the same counter, so this item's loss can't be seen until that has ended.
  if (item.isCounterMoving) return wait(order, "counter_moving", addMs(order.now, 6 * hour));
  return missing > 0 ? decideMissing(order, item, missing) : lookAgain(order, item);
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

/** The counter is looked at again while missing units are uncertain, for three days if that can help. */
function lookAgain(order: OrderFacts, { known: { look, lookAgainAt } }: ItemFacts): Ruling {
  const { now, askedAt } = order;
  if (look === "hidden" || order.isTargetHidden) {
    return now > addMs(askedAt, longestWaitMs)
      ? ruling("too_late", "hidden_too_long")
      : wait(order, "target_hidden", addMs(now, day));
  }
  if (!lookAgainAt || now > addMs(askedAt, 3 * day)) return review("count_unknown");
  return wait(order, look === "none" ? "not_counted" : "counting", lookAgainAt);
}

function decideUndelivered(order: OrderFacts): Ruling {
  const reason = order.undeliveredRefund;
  if (reason === "refund_on_its_way") return done(reason);
  if (reason === "refund_failed") return review(reason);
  if (reason === "below_a_cent") return ruling("nothing_missing", reason);
  return wait(order, reason, addMs(order.now, day));
}

/** The remedy for missing units, the first that is possible: refill, replacement, refund. */
function decideMissing(order: OrderFacts, item: ItemFacts, missing: number): Ruling {
  const { known, replacement, unpaidUnits } = item;
  const units = coveredUnits(order, item, missing);
  // An operator decided against the refund of these units or sends it again, and is asked only about further ones.
  if (unpaidUnits > 0) return review("not_paid_back", Math.max(0, units - unpaidUnits));
  const hasNeverArrived = known.neverArrived > 0;
  if (units === 0) {
    const pastDrop = item.refillDays === 0 ? "no_refills" : "window_over";
    return ruling("too_late", hasNeverArrived ? "refund_terms_over" : pastDrop);
  }
  const lost = hasNeverArrived ? "never_arrived" : "dropped";
  const reason = known.missing === 0 ? "replacement_short" : lost;
  const isPromised = isInRefillWindow(order, item) || known.missingInTime > 0;
  const isRefillable = item.state === "completed" && item.canRefill && isPromised && !order.isCalledOff;
  if (isRefillable && (item.refill === "none" || item.refill === "effective")) {
    return ruling("refill", reason, { units });
  }
  const offers = order.offers.filter((offer) => offer.minQuantity <= units && units <= offer.maxQuantity);
  const mayReplace = replacement.state === "none" && !order.isCalledOff && !order.isTargetHidden;
  const most = Math.max(...offers.map(({ centsPer1000 }) => centsPer1000));
  const cost = Math.ceil((most * units) / 1000);
  if (mayReplace && offers.length > 0 && cost <= order.budgetCents) {
    return ruling("replace", reason, { units, cents: cost });
  }
  const cents =
    shareOfCents(order.paidCents, order.returnedUnits + units, order.quantity) - order.returnedCents;
  // Other money that went back may have been meant for these units.
  if (order.hasOtherRefund || cents > order.leftCents) return review("refunded_otherwise", units);
  if (cents <= 0) return ruling("nothing_missing", "below_a_cent", { units });
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

function ruling(outcome: Outcome, reason: Reason, facts: Partial<Ruling> = {}): Ruling {
  return { units: 0, cents: 0, lookAgainAt: null, ...facts, outcome, reason };
}

const done = (reason: Reason) => ruling("already_done", reason);
const review = (reason: Reason, units = 0) => ruling("review", reason, { units });

/** Waits until `until`, but at least an hour, or a day if `until` has passed. In the end an operator decides. */
function wait(order: OrderFacts, reason: Reason, until: Date): Ruling {
  const { now } = order;
  if (now > addMs(order.askedAt, longestWaitMs)) return review("waited_too_long");
  const soonest = addMs(now, until > now ? hour : day);
  return ruling("wait", reason, { lookAgainAt: until > soonest ? until : soonest });
}
