import type { Tx } from "@/lib/base/db/client";
import type { Prisma, Refund, TargetCount } from "@/lib/base/db/generated/client";
import { inSet, isItemFinal, isItemIn, openRefills } from "@/lib/base/db/item-status";
import { addMs, hour } from "@/lib/base/time/time";
import type { Interval } from "@/lib/delivery/social/counter";
import { deliveredUnits } from "@/lib/orders/forecast/delivered-units";
import { isPaidBack } from "@/lib/orders/order/refund-status";
import { isBeingMadeGood, refillWindowMs } from "../progress/refill-rules";
import { type KnownUnits, knownUnits, type Look } from "./known-units";

/** A delivery's effect on its target's public counter. */
export type CounterDelivery = {
  itemId: string;
  targetKey: string;
  sentAt: Date;
  /** Null while it runs. */
  endedAt: Date | null;
  /** Null when no look was taken. */
  before: Interval | null;
  /** The units that it added once it ended: delivered and not refunded. */
  units: number;
  /** When it, its refills and its replacement had ended; null while one of them may still add to the counter. */
  quietSince: Date | null;
};

type Counted = { id: string; targetKey: string; leasedAt: Date | null };

/** An item with the looks at its counter, and the decisions to refund missing units. */
export type CountedItem = Prisma.FulfillmentItemGetPayload<{
  include: { refills: true; replacement: true; decisions: true };
}> & { counts: Pick<TargetCount, "moment" | "count" | "lowest" | "highest" | "takenAt">[] };

/** A look before a delivery is at most this old, so deliveries that ended earlier than that don't matter. */
export const maxBeforeAgeMs = hour;

/**
 * Deliveries of all orders, these items' own included, that may have moved these targets' counters since an hour before
 * the first of these items was sent: by running, ending or being refilled. Empty if only these items' own did. Several
 * orders of one profile share its counter; at most one of them runs at a time.
 */
export async function loadCounterDeliveries(db: Tx, items: Counted[]): Promise<CounterDelivery[]> {
  const sent = items.flatMap(({ leasedAt }) => leasedAt?.getTime() ?? []);
  // All targets of deleted accounts have the same empty key.
  const keys = items.flatMap(({ targetKey }) => targetKey || []);
  if (sent.length === 0 || keys.length === 0) return [];
  const since = new Date(Math.min(...sent) - maxBeforeAgeMs);
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
    where: { id: { in: found.map(({ id }) => id) } },
    include: {
      counts: { where: { moment: "before" } },
      refills: true,
      replacement: true,
      decisions: { where: { outcome: "refund" } },
      order: { select: { refunds: true } },
    },
  });
  return rows.flatMap((item) => {
    const { id: itemId, targetKey, leasedAt: sentAt, finishedAt: endedAt, refills, replacement } = item;
    if (!sentAt) return [];
    const [before] = item.counts;
    const ends = [sentAt, endedAt, replacement?.finishedAt, ...refills.map(({ updatedAt }) => updatedAt)];
    const isMoving = isItemIn("mayBeAtSupplier", item.state) || isBeingMadeGood(item);
    return {
      itemId,
      targetKey,
      sentAt,
      endedAt,
      before: before ? intervalOf(before) : null,
      units: unitsKept(item, item.order.refunds),
      quietSince: isMoving ? null : new Date(Math.max(...ends.map((end) => end?.getTime() ?? 0))),
    };
  });
}

/** Reads a stored look. Release 1.0 stored one number. Pure. */
export function intervalOf(row: Pick<TargetCount, "count" | "lowest" | "highest">): Interval {
  return { lowest: row.lowest ?? row.count, highest: row.highest ?? row.count };
}

/** Missing units whose refund is held, on its way or done. Pure. */
export function unitsPaidBack(decisions: CountedItem["decisions"], refunds: Refund[]): number {
  return decisions.filter(({ id }) => isPaidBack(id, refunds)).reduce((sum, { units }) => sum + units, 0);
}

function unitsKept(item: Omit<CountedItem, "counts">, refunds: Refund[]): number {
  return Math.max(0, deliveredUnits(item) - unitsPaidBack(item.decisions, refunds));
}

const othersOf = ({ id, targetKey }: Counted, deliveries: CounterDelivery[]) =>
  deliveries.filter((other) => other.itemId !== id && other.targetKey === targetKey);

/** The deliveries to an item's counter that began after its own, the latest first. Pure. */
export function deliveriesAfter(item: Counted, deliveries: CounterDelivery[]): CounterDelivery[] {
  return othersOf(item, deliveries)
    .filter(({ sentAt }) => item.leasedAt && sentAt > item.leasedAt)
    .sort((one, other) => other.sentAt.getTime() - one.sentAt.getTime());
}

/** The deliveries to an item's counter that began before its own. Pure. */
export function deliveriesBefore(item: Counted, deliveries: CounterDelivery[]): CounterDelivery[] {
  return othersOf(item, deliveries).filter(({ sentAt }) => item.leasedAt && sentAt < item.leasedAt);
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
    let own = look;
    for (const { before, units } of begun) {
      if (units === 0) continue;
      if (before === null) return [];
      own = {
        takenAt: look.takenAt,
        lowest: without(units, own.lowest, before.lowest),
        highest: without(units, own.highest, before.highest),
      };
    }
    return own;
  });
}

function without(units: number, count: number, before: number): number {
  return count > before ? Math.max(before, count - units) : count;
}

/** An item's completed refills, and a replacement that has ended. Pure. */
export function remediesOf({ refills, replacement }: Pick<CountedItem, "refills" | "replacement">) {
  const completed = refills.filter(({ state }) => state === "completed");
  const remedies = completed.map(({ createdAt, updatedAt }) => ({ begunAt: createdAt, endedAt: updatedAt }));
  if (!replacement?.finishedAt) return remedies;
  return [...remedies, { begunAt: replacement.createdAt, endedAt: replacement.finishedAt }];
}

/**
 * The known units of an item: those that its supplier reported and that were not paid back, or all of them while it
 * runs. `after`: the deliveries to the same counter that began later, the latest first. `refunds`: those of its order.
 * `since` replaces the end of the delivery. Pure.
 */
export function knownOfItem(
  item: CountedItem,
  { after, refunds, now }: { after: CounterDelivery[]; refunds: Refund[]; now: Date },
  since?: Date,
): KnownUnits {
  const { counts, quantity, postId, finishedAt, leasedAt } = item;
  const before = counts.find(({ moment }) => moment === "before");
  const looks = counts
    .filter(({ moment }) => moment !== "before")
    .map((row) => ({ ...intervalOf(row), takenAt: row.takenAt }));
  return knownUnits({
    before: before ? intervalOf(before) : null,
    units: isItemFinal(item.state) ? unitsKept(item, refunds) : quantity,
    isOfPost: postId !== null,
    endedAt: since ?? finishedAt ?? leasedAt ?? now,
    remedies: remediesOf(item),
    looks: ownLooks(looks, after),
    promisedUntil: addMs(finishedAt ?? now, refillWindowMs(item)),
    now,
  });
}
