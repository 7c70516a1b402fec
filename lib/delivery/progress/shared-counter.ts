import type { Tx } from "@/lib/db/client";
import { inSet, isItemIn, openRefills } from "@/lib/db/item-status";
import { deliveredUnits } from "@/lib/orders/delivered-units";
import { isPaidBack } from "@/lib/orders/refund-status";
import type { ServiceType } from "@/lib/platforms";
import { addMs, hour } from "@/lib/time";
import { isBeingMadeGood } from "./refill-rules";

/**
 * A delivery's effect on its target's public counter. `endedAt` is null while it runs, `before` when no count was
 * taken. `units` are those it added: delivered and not refunded, or all ordered ones while it runs. `isMoving`: the
 * delivery, a refill or a replacement of it may still add to the counter. `lastEndedAt`: when the last of them ended.
 */
export type CounterDelivery = {
  itemId: string;
  targetKey: string;
  sentAt: Date;
  endedAt: Date | null;
  before: number | null;
  units: number;
  isMoving: boolean;
  lastEndedAt: Date | null;
};

type Counted = { id: string; targetKey: string; leasedAt: Date | null };

/** A `before` count is at most this old, so deliveries that ended earlier than that don't matter. */
export const maxCountAgeMs = hour;

/**
 * Deliveries of all orders, these items' own included, that may have moved these targets' counters since an hour before
 * the first of these items was sent: by running, ending or being refilled. Empty if only these items' own did. Several
 * orders of one profile share its counter; at most one of them runs at a time.
 */
export async function loadCounterDeliveries(db: Tx, items: Counted[]): Promise<CounterDelivery[]> {
  const sent = items.flatMap(({ leasedAt }) => leasedAt ?? []);
  // All targets of deleted accounts have the same empty key.
  const keys = items.flatMap(({ targetKey }) => targetKey || []);
  if (sent.length === 0 || keys.length === 0) return [];
  const since = addMs(new Date(Math.min(...sent.map((at) => at.getTime()))), -maxCountAgeMs);
  const found = await db.$queryRaw<{ id: string }[]>`
    SELECT COALESCE(replaces_item_id, id) AS id FROM fulfillment_items
    WHERE target_key = ANY(${keys}::text[]) AND finished_at >= ${since}
    UNION SELECT COALESCE(replaces_item_id, id) FROM fulfillment_items
    WHERE target_key = ANY(${keys}::text[]) AND state ${inSet("holdsTarget")}
    UNION SELECT item.id FROM fulfillment_items AS item JOIN refills AS refill ON refill.item_id = item.id
    WHERE item.target_key = ANY(${keys}::text[]) AND item.finished_at IS NOT NULL
      AND (refill.state::text = ANY(${openRefills}::text[]) OR refill.updated_at >= ${since})`;
  const own = new Set(items.map(({ id }) => id));
  if (found.every(({ id }) => own.has(id))) return [];
  const rows = await db.fulfillmentItem.findMany({
    where: { id: { in: found.map(({ id }) => id) }, leasedAt: { not: null } },
    include: {
      counts: { where: { moment: "before" } },
      refills: { select: { state: true, updatedAt: true } },
      replacement: { select: { state: true, finishedAt: true } },
      decisions: { where: { outcome: "refund" }, select: { id: true, units: true } },
      order: { select: { refunds: { select: { id: true, intent: true, status: true } } } },
    },
  });
  return rows.flatMap(({ counts, refills, replacement, decisions, order, ...item }): CounterDelivery[] => {
    if (!item.leasedAt) return [];
    const runs = isItemIn("mayBeAtSupplier", item.state);
    const paidBack = decisions
      .filter(({ id }) => isPaidBack(id, order.refunds))
      .reduce((sum, { units }) => sum + units, 0);
    return [
      {
        ...{ itemId: item.id, targetKey: item.targetKey, sentAt: item.leasedAt, endedAt: item.finishedAt },
        before: counts[0]?.count ?? null,
        units: runs ? item.quantity : Math.max(0, deliveredUnits(item) - paidBack),
        isMoving: runs || isBeingMadeGood({ refills, replacement }),
        lastEndedAt: newest(item.finishedAt, lastRemedyEnd({ refills, replacement })),
      },
    ];
  });
}

/** The deliveries to an item's counter that began after its own, the latest first. Pure. */
export function deliveriesAfter(item: Counted, deliveries: CounterDelivery[]): CounterDelivery[] {
  const { id, targetKey, leasedAt } = item;
  if (!leasedAt) return [];
  return deliveries
    .filter((other) => other.itemId !== id && other.targetKey === targetKey && other.sentAt > leasedAt)
    .sort((one, other) => other.sentAt.getTime() - one.sentAt.getTime());
}

/** The deliveries to an item's counter that began before its own. Pure. */
export function deliveriesBefore(
  { id, targetKey, leasedAt }: Counted,
  deliveries: CounterDelivery[],
): CounterDelivery[] {
  if (!leasedAt) return [];
  return deliveries.filter(
    (other) => other.itemId !== id && other.targetKey === targetKey && other.sentAt < leasedAt,
  );
}

type Count = { count: number; takenAt: Date };

/**
 * What a counter would show with one delivery alone, without the units of the deliveries `after` it (latest first). A
 * loss is counted against the latest delivery first. Null when one of them has no `before` count. Pure.
 */
export function ownCount({ count, takenAt }: Count, after: CounterDelivery[]): number | null {
  let own = count;
  for (const { sentAt, before, units } of after) {
    if (sentAt > takenAt || units === 0) continue;
    if (before === null) return null;
    if (own > before) own = Math.max(before, own - units);
  }
  return own;
}

/**
 * True when a later delivery to the counter was running at that time, so that it is unknown how much it had added.
 * Pure.
 */
export function wasMoving(at: Date, after: CounterDelivery[]): boolean {
  return after.some(({ sentAt, endedAt }) => sentAt <= at && (endedAt === null || endedAt > at));
}

/**
 * True for a count that can't be right: 0, although the counter showed more before the delivery. Likes and views hardly
 * fall below their start, so a count below half of it was hidden or misread. Pure.
 */
export function isImplausible(count: number, { before, serviceType }: Begun): boolean {
  if (before === null || before === 0) return false;
  return count === 0 || (serviceType !== "followers" && count < before / 2);
}

/** What a counter of a service showed before a delivery. */
type Begun = { before: number | null; serviceType: ServiceType };

/**
 * An item's counts since its end, reduced to its own effect (`ownCount`), without those that are unknown or
 * implausible. Pure.
 */
export function ownCounts<Taken extends Count & { moment: string }>(
  counts: Taken[],
  begun: Begun,
  after: CounterDelivery[],
): Taken[] {
  return counts.flatMap((taken) => {
    const count = ownCount(taken, after);
    const isEarlier = taken.moment === "before" || taken.moment === "start";
    return count === null || isImplausible(count, begun) || isEarlier ? [] : [{ ...taken, count }];
  });
}

/** When the last of these refills of an item, or its replacement, ended; null when there is none. Pure. */
export function lastRemedyEnd({
  refills,
  replacement,
}: {
  refills: { updatedAt: Date }[];
  replacement: { finishedAt: Date | null } | null;
}): Date | null {
  return newest(...refills.map(({ updatedAt }) => updatedAt), replacement?.finishedAt ?? null);
}

function newest(...times: (Date | null)[]): Date | null {
  return times.reduce((latest, time) => (time && (!latest || time > latest) ? time : latest), null);
}

/**
 * The level that an item's missing units are counted from: what its counter showed before the delivery, or the lower
 * count at which a completed refill or replacement was requested, because units lost below the start were not sold
 * here. `counts` are the item's own, the oldest first, without those from while a later delivery ran. Pure.
 */
export function startLevel(
  before: number,
  counts: Count[],
  { refills, replacement }: { refills: { createdAt: Date }[]; replacement: { createdAt: Date } | null },
): number {
  const remedies = replacement ? [...refills, replacement] : refills;
  const shown = remedies.map(({ createdAt }) => counts.findLast(({ takenAt }) => takenAt <= createdAt));
  return Math.min(before, ...shown.map((taken) => taken?.count ?? before));
}
