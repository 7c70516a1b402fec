import { day, second } from "@/lib/base/time/time";
import type { ServiceRecord } from "./load-scorecard";

/** A service with fewer deliveries that were counted again after 5 days has no score. */
export const minDeliveries = 20;
/** The shop itself changes the order only for a score that is lower by at least this share. */
export const minGain = 0.1;

/** The figures that a service is judged by. Shares are from 0 to 1. */
type Figures = {
  /** The charge for 1,000 units that were still there after 5 days; Infinity when none were. */
  costPer1000: number;
  /** Of the items that ended or are overdue, those that were not completed. */
  unfinished: number;
  /** Of the calls, those that were refused or whose answer was lost. */
  failed: number;
  /** Nine in ten completed items took at most this long, in seconds. */
  finishP90: number;
};

/**
 * A service's score; the lowest is the best. It is the cost of the units that stay, increased by the share of failed
 * items and calls, and by a tenth for each day until nine in ten are finished. Pure.
 */
export function scoreOf({ costPer1000, unfinished, failed, finishP90 }: Figures): number {
  return costPer1000 * (1 + unfinished + failed) * (1 + (finishP90 * second) / day / 10);
}

/** The formula in words, for the page. */
export const scoreText =
  "Score = cost of 1,000 units that stay for 5 days × (1 + share of items not completed + share of calls refused or lost) × (1 + a tenth for each day until 9 in 10 are finished). The lowest is best.";

/** The figures of a record; null before enough of its deliveries were counted, or where its currency changed. Pure. */
export function figuresOf(record: ServiceRecord): Figures | null {
  const { after5, completed, partial, canceled, overdue, calls, refused, lost, finish, currency } = record;
  if (after5.items < minDeliveries || currency === null || finish.p90 === null) return null;
  const ended = completed + partial + canceled + overdue;
  return {
    costPer1000: after5.found > 0 ? (after5.charge * 1_000) / after5.found : Number.POSITIVE_INFINITY,
    unfinished: ended > 0 ? 1 - completed / ended : 0,
    failed: calls > 0 ? (refused + lost) / calls : 0,
    finishP90: finish.p90,
  };
}

export type Proposal = {
  /** Every mapping of the service, in the proposed order. */
  mappingIds: string[];
  /** Of the records with a score: the one that should be asked first, and the one that is asked first now. */
  best: ServiceRecord;
  present: ServiceRecord;
  /** How much lower the score of `best` is than that of `present`, as a share. Lower scores are better. */
  gain: number;
  /** Every service that can be asked has a score. */
  isComplete: boolean;
};

/**
 * The order in which a service's suppliers should be asked, by their scores; `records` are in the current order. A
 * service without a score, or that can't be asked, keeps its place. Null when there is nothing to change, and where
 * suppliers are paid in different currencies. Pure.
 */
export function proposeRanking(records: ServiceRecord[]): Proposal | null {
  const askable = records.filter(({ isAskable }) => isAskable);
  const scored = askable.flatMap((record) => {
    const figures = figuresOf(record);
    return figures ? [{ record, score: scoreOf(figures) }] : [];
  });
  if (new Set(scored.map(({ record }) => record.currency)).size !== 1) return null;
  // The difference of two infinite scores is no number.
  const ranked = scored.toSorted((a, b) => (a.score === b.score ? 0 : a.score - b.score));
  const [present, best] = [scored[0], ranked[0]];
  if (!present || !best || ranked.every((one, place) => one === scored[place])) return null;
  const isRanked = new Set(scored.map(({ record }) => record));
  const places = ranked.values();
  const inOrder = records.map(
    (record) => (isRanked.has(record) ? places.next().value?.record : null) ?? record,
  );
  return {
    mappingIds: inOrder.map(({ mappingId }) => mappingId),
    best: best.record,
    present: present.record,
    gain: present.score > best.score ? 1 - best.score / present.score : 0,
    isComplete: scored.length === askable.length,
  };
}

/** True when the shop may make the change by itself. Pure. */
export function isClear({ gain, isComplete }: Proposal): boolean {
  return isComplete && gain >= minGain;
}
