import type { Tx } from "@/lib/db/client";
import { inSet, isItemIn, openRefills } from "@/lib/db/item-status";
import { deliveredUnits } from "@/lib/orders/delivered-units";
import { isPaidBack } from "@/lib/orders/refund-status";
import type { Interval } from "@/lib/social/counter";
import { addMs, hour } from "@/lib/time";
import { isBeingMadeGood } from "../progress/refill-rules";
import type { Look } from "./known-units";

/**
 * A delivery's effect on its target's public counter. `endedAt` is null while it runs, `before` when no look was taken.
 * `units` are those it added: delivered and not refunded, or all ordered ones while it runs. `isMoving`: the delivery, a
 * refill or a replacement of it may still add to the counter. `lastEndedAt`: when the last of them ended.
 */
export type CounterDelivery = {
  itemId: string;
  targetKey: string;
  sentAt: Date;
  endedAt: Date | null;
  before: Interval | null;
  units: number;
  isMoving: boolean;
  lastEndedAt: Date | null;
};

type Counted = { id: string; targetKey: string; leasedAt: Date | null };

/** A look before a delivery is at most this old, so deliveries that ended earlier than that don't matter. */
export const maxBeforeAgeMs = hour;

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
  const since = addMs(new Date(Math.min(...sent.map((at) => at.getTime()))), -maxBeforeAgeMs);
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
    const ends = [item.finishedAt, replacement?.finishedAt, ...refills.map(({ updatedAt }) => updatedAt)];
    return [
      {
        itemId: item.id,
        targetKey: item.targetKey,
        sentAt: item.leasedAt,
        endedAt: item.finishedAt,
        before: counts[0] ? intervalOf(counts[0]) : null,
        units: runs ? item.quantity : Math.max(0, deliveredUnits(item) - paidBack),
        isMoving: runs || isBeingMadeGood({ refills, replacement }),
        lastEndedAt: newest(ends),
      },
    ];
  });
}

function newest(times: (Date | null | undefined)[]): Date | null {
  const known = times.flatMap((time) => time?.getTime() ?? []);
  return known.length > 0 ? new Date(Math.max(...known)) : null;
}

/** What a stored look says. Release 1.0 stored one number. Pure. */
export function intervalOf(row: { count: number; lowest: number | null; highest: number | null }): Interval {
  return { lowest: row.lowest ?? row.count, highest: row.highest ?? row.count };
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

/**
 * Looks at a counter as they would be with one delivery alone, without the units of the deliveries `after` it (latest
 * first). A loss is counted against the latest delivery first. Leaves out looks from while a later delivery ran, and
 * those after one that has no look before it. Pure.
 */
export function ownLooks(looks: Look[], after: CounterDelivery[]): Look[] {
  return looks.flatMap((look) => {
    const begun = after.filter(({ sentAt }) => sentAt <= look.takenAt);
    const wasMoving = begun.some(({ endedAt }) => endedAt === null || endedAt > look.takenAt);
    if (wasMoving) return [];
    let own: Look = look;
    for (const { before, units } of begun) {
      if (units === 0) continue;
      if (before === null) return [];
      own = {
        takenAt: look.takenAt,
        lowest: without(units, own.lowest, before.lowest),
        highest: without(units, own.highest, before.highest),
      };
    }
    return [own];
  });
}

function without(units: number, count: number, before: number): number {
  return count > before ? Math.max(before, count - units) : count;
}
