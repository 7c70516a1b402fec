import type { FulfillmentItem } from "@/lib/base/db/generated/client";
import { hour } from "@/lib/base/time/time";
import type { StatusReport } from "@/lib/delivery/suppliers/protocol/read-status";

/** An item at its supplier, as it was before the report. */
export type TrackedItem = Pick<
  FulfillmentItem,
  "quantity" | "remains" | "startCount" | "providerStatus" | "leasedAt"
> & { state: "submitted" | "in_progress" };

type Advance = {
  state: TrackedItem["state"] | "completed" | "partial" | "canceled";
  remains: number | null;
  /** Why an operator has to look at the item; null if not. The item is still polled. */
  review: PollReview | null;
};

type NextProgress = Advance &
  Pick<TrackedItem, "startCount" | "providerStatus"> & { charge: string | null; currency: string | null };

/**
 * Why a status report puts an item into review. A review for any other reason lasts until a report changes the item's
 * state or its remaining units (for `not_finished`, only the state), or gives one of these reasons other than
 * `not_known_to_supplier`.
 */
export const pollReviews = [
  "supplier_error",
  "unknown_status",
  "partial_without_count",
  "canceled_without_count",
  "completed_with_rest",
  "not_known_to_supplier",
] as const;

type PollReview = (typeof pollReviews)[number];

/** The review of an item that its supplier canceled without saying what remains; looks at its counter end it. */
export const canceledWithoutCount: PollReview = "canceled_without_count";

/**
 * True for the review of an item whose supplier has ended it in words that don't say what arrived: its counter does.
 */
export function isEndedByCount(review: string | null): boolean {
  return review === canceledWithoutCount || review === "completed_with_rest";
}

/** A loss of at most this percentage of the units is a counter's normal movement. */
export const tolerancePercent = 5;

// Some panels don't list a new order at once; until this age its absence means nothing.
const maxUnlistedMs = hour;

/**
 * An item's progress after a report. Pure. An item never goes back: `Pending` after it has started changes nothing, and
 * its remaining units only decrease while it runs. The units that remain at the end decide the refund, so they are used
 * as reported. Many panels write 0 as the default for a number that they don't know: for a pending order, and for a
 * canceled one. A canceled order without a number has delivered nothing if it never began and cost nothing; otherwise
 * its counter shows what arrived, as it does for one that is called completed while more than 5 % of it remains. A
 * report with an unknown word only puts the item into review. So does one that is missing or can't be read, once the
 * item was sent more than an hour ago.
 */
export function nextProgress(item: TrackedItem, report: StatusReport | undefined, now: Date): NextProgress {
  const same: NextProgress = { ...item, charge: null, currency: null, review: null };
  if (report?.kind === "known") {
    const { word: providerStatus, charge, currency } = report;
    const startCount = item.startCount ?? report.startCount;
    return { ...same, providerStatus, startCount, charge, currency, ...advance(item, report) };
  }
  if (report?.reason === "unknown_word") {
    return { ...same, providerStatus: report.word, review: "unknown_status" };
  }
  const isOld = item.leasedAt !== null && now.getTime() - item.leasedAt.getTime() > maxUnlistedMs;
  return { ...same, review: isOld ? "not_known_to_supplier" : null };
}

function advance(item: TrackedItem, report: Extract<StatusReport, { kind: "known" }>): Advance {
  const { state, quantity } = item;
  const remains = report.remains === null ? null : Math.min(report.remains, quantity);
  const stays = (review: PollReview): Advance => ({ state, remains: item.remains, review });
  switch (report.state) {
    case "submitted": {
      // Release 1.0 stored the default of 0 for items that had not begun.
      const before = state === "submitted" ? item.remains || null : item.remains;
      return { state, remains: lower(before, remains || null), review: null };
    }
    case "in_progress":
      return { state: "in_progress", remains: lower(item.remains, remains), review: null };
    case "completed":
      // A report that contradicts itself moves no money either way.
      if (remains !== null && remains * 100 > quantity * tolerancePercent)
        return stays("completed_with_rest");
      return { state: "completed", remains: 0, review: null };
    case "partial":
      // The remaining units decide the refund; without them an operator has to.
      if (remains === null) return stays("partial_without_count");
      return { state: remains === 0 ? "completed" : "partial", remains, review: null };
    case "canceled": {
      if (remains) return { state: "canceled", remains, review: null };
      const isFree = report.charge !== null && Number(report.charge) === 0;
      if (isFree && !hasBegun(item)) return { state: "canceled", remains: quantity, review: null };
      return stays(canceledWithoutCount);
    }
    case "failed":
      return stays("supplier_error");
  }
}

function hasBegun({ state, remains, quantity }: TrackedItem): boolean {
  return state === "in_progress" || (remains || quantity) < quantity;
}

function lower(before: number | null, now: number | null): number | null {
  if (before === null || now === null) return before ?? now;
  return Math.min(before, now);
}

const slowestFactor = 60;

/** How long until an item is polled again: a twentieth of its age, at least `baseMs` and at most sixty times that. */
export function nextCheckMs(ageMs: number, baseMs: number): number {
  return Math.round(Math.min(Math.max(ageMs / 20, baseMs), baseMs * slowestFactor));
}
