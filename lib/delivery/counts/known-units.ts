import { addMs, day, hour } from "@/lib/base/time/time";
import { type Interval, isUnreadable, unreadable } from "@/lib/delivery/social/counter";
import { tolerancePercent } from "../progress/next-progress";

/** A public counter's number at a moment. */
export type Look = Interval & { takenAt: Date };

/** Public counters and their copies lag, so a look counts from this long after the end of a delivery. */
export const settlingMs = hour;
/** The least time between the two looks that prove missing units. */
export const betweenProofsMs = 6 * hour;
/** Until this long after its end, a counter that has not moved at all may be an old copy. */
const stuckMs = day;
/** A look holds for this long. */
export const freshMs = hour;

/**
 * A loss of at most this percentage of what the counter showed before may be followers that the account lost anyway.
 */
const ownMovementPercent = 0.5;

/** An item's delivery and the looks at its counter, without what other deliveries added to it. */
export type CountedDelivery = {
  /** The counter's number when the delivery began; null when that is unknown. */
  before: Interval | null;
  /** The units that were reported as delivered and were not paid back. */
  units: number;
  /** It is of posts or videos, whose counters hardly fall below their start. */
  isOfPost: boolean;
  endedAt: Date;
  /** The item's completed refills, and a replacement that has ended. */
  remedies: { begunAt: Date; endedAt: Date }[];
  /** The oldest first. */
  looks: Look[];
  /** The last day on which a drop is made good. */
  promisedUntil: Date;
  now: Date;
};

/** The known part of a delivery's units. Units neither there nor missing are unknown. */
export type KnownUnits = {
  /** The newest look, if it holds still: the counter showed a number, or it is hidden or can't be right. */
  look: "shown" | "hidden" | "none";
  /** When the counter was last read, since the delivery and its last remedy have ended; null when it was not. */
  asOf: Date | null;
  /** Units that were provably there then. */
  there: number;
  /** The newest look leaves no more of the units open than a counter's normal movement. */
  isClear: boolean;
  /** No more was missing then than by a counter's normal movement. */
  isWhole: boolean;
  /** The counter has shown all of them since the last remedy. */
  wasWhole: boolean;
  /** Units that are missing by the proof of two looks. What costs money is decided by them alone. */
  missing: number;
  /** The missing units that were so within the promised days, and in every look since. */
  missingInTime: number;
  /** The missing units that no look has ever shown. */
  neverArrived: number;
  /** When another look may settle what is unknown; null when nothing is unknown, or looking does not help. */
  lookAgainAt: Date | null;
};

/**
 * How many of a delivery's units are provably there, provably missing, or unknown, and as of when. Units are missing
 * only when two looks prove it from the lower end of what they may mean: the first at least an hour after the end, the
 * second at least six hours later, and every look between them. A look proves nothing while it can't be read, while the
 * counter is still where the delivery or its remedy began (for a day), or when it shows what can't be right: zero, or
 * likes and views far below their start. Pure.
 */
export function knownUnits(delivery: CountedDelivery): KnownUnits {
  const { before, units, looks, remedies, endedAt, promisedUntil, now } = delivery;
  const since = latest(endedAt, ...remedies.map((remedy) => remedy.endedAt));
  const last = looks.at(-1);
  const isHeld = last !== undefined && last.takenAt >= addMs(now, -freshMs);
  const look = isHeld ? (isPlausible(last, delivery) ? "shown" : "hidden") : "none";
  // Without a look from before the delivery, later ones prove nothing.
  const usable = before ? looks.filter((one) => one.takenAt >= endedAt && isPlausible(one, delivery)) : [];
  const begin = before ?? unreadable;
  const level = startLevel(begin, usable, remedies);
  const lossAt = (one: Look) => lossBelow(level, units, one);
  const lastRemedy = remedies.find((remedy) => remedy.endedAt.getTime() === since.getTime());
  const start = (lastRemedy && lookBefore(lastRemedy.begunAt, usable)) ?? begin;
  /** The counter has not moved since the delivery, or the last remedy, began. */
  const isStuck = ({ lowest, highest, takenAt }: Look) =>
    takenAt < addMs(since, stuckMs) && lowest <= start.highest && highest >= start.lowest;
  const current = usable.filter((one) => one.takenAt >= since && !isStuck(one)).map(lossAt);
  const settled = current.filter(({ takenAt }) => takenAt >= addMs(since, settlingMs));
  const newest = current.at(-1);
  // A last look that proves nothing casts doubt on the one before it.
  const isFresh = isHeld && newest !== undefined && newest.takenAt === last.takenAt;
  const missing = isFresh ? lossSince(addMs(newest.takenAt, -betweenProofsMs), settled) : 0;
  return {
    look,
    asOf: newest?.takenAt ?? null,
    there: newest ? units - newest.most : 0,
    isClear: isFresh && newest.isClear,
    isWhole: isFresh && newest.isWhole,
    wasWhole: current.some((loss) => loss.isWhole),
    missing,
    missingInTime: Math.min(missing, lossSince(promisedUntil, settled)),
    neverArrived: Math.min(missing, leastOf(usable.map(lossAt))),
    lookAgainAt: before ? nextProof() : null,
  };

  function nextProof(): Date | null {
    if (!newest || !isFresh) {
      const waitMs = look === "none" ? settlingMs : betweenProofsMs;
      return latest(addMs(since, settlingMs), addMs(now, waitMs));
    }
    if (newest.isWhole || missing > 0) return null;
    const firstOfRun = settled.at(settled.findLastIndex(({ least }) => least === 0) + 1);
    if (firstOfRun) return latest(addMs(firstOfRun.takenAt, betweenProofsMs), now);
    // The newest look does not show a loss, nor that there is none. A second one that does not either is the last.
    const first = settled[0];
    if (!first) return addMs(since, settlingMs);
    const second = addMs(first.takenAt, betweenProofsMs);
    return newest.takenAt >= second ? null : second;
  }
}

type Loss = {
  takenAt: Date;
  /** The fewest units that may be missing; 0 within the counter's normal movement. */
  least: number;
  /** The most that may be. */
  most: number;
  isClear: boolean;
  isWhole: boolean;
};

function lossBelow(level: Interval, units: number, { lowest, highest, takenAt }: Look): Loss {
  const within = (lost: number) => Math.min(Math.max(lost, 0), units);
  const least = within(level.lowest + units - highest);
  const most = within(level.highest + units - lowest);
  const isNormal = (lost: number) => lost * 100 <= units * tolerancePercent;
  const isOwnMovement = least * 100 <= level.highest * ownMovementPercent;
  return {
    takenAt,
    least: isNormal(least) || isOwnMovement ? 0 : least,
    most,
    isClear: isNormal(most - least),
    isWhole: isNormal(most),
  };
}

/** The loss that the last look until `start` shows, and every look since. */
function lossSince(start: Date, settled: Loss[]): number {
  const first = settled.findLastIndex(({ takenAt }) => takenAt <= start);
  return first < 0 ? 0 : leastOf(settled.slice(first));
}

const leastOf = (losses: Loss[]) => Math.min(...losses.map(({ least }) => least));

const lookBefore = (at: Date, looks: Look[]) => looks.findLast(({ takenAt }) => takenAt <= at);

/**
 * The level that missing units are counted from: what the counter showed before the delivery, or the lower count at
 * which a refill or a replacement was begun, because what was lost below the start was not sold here.
 */
function startLevel(before: Interval, looks: Look[], remedies: CountedDelivery["remedies"]): Interval {
  const shown = remedies.flatMap(({ begunAt }) => lookBefore(begunAt, looks) ?? []);
  return {
    lowest: Math.min(before.lowest, ...shown.map(({ lowest }) => lowest)),
    highest: Math.min(before.highest, ...shown.map(({ highest }) => highest)),
  };
}

/** False for a look that says nothing, or what can't be right: likes and views hardly fall below their start. */
function isPlausible(look: Look, { before, isOfPost }: CountedDelivery): boolean {
  if (isUnreadable(look)) return false;
  if (!before || before.lowest === 0) return true;
  return look.highest > 0 && (!isOfPost || look.highest * 2 >= before.lowest);
}

function latest(...times: Date[]): Date {
  return new Date(Math.max(...times.map((time) => time.getTime())));
}
