import { runIsolated } from "@/lib/alerts/set-aside";
import type { Database, Tx } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { isItemFinal, isItemIn } from "@/lib/db/item-status";
import { newId } from "@/lib/ids";
import { enqueue } from "@/lib/jobs/enqueue";
import { deliveredUnits } from "@/lib/orders/delivered-units";
import { recordEvents } from "@/lib/orders/record-event";
import { targetAccountId } from "@/lib/orders/target-account";
import { unreadable } from "@/lib/social/counter";
import type { SocialDeps } from "@/lib/social/social-deps";
import { addMs, hour, minute } from "@/lib/time";
import { decideDropsJob } from "../jobs";
import { lockItemsOf } from "../lock-items";
import { canceledWithoutCount } from "../progress/next-progress";
import { endCanceledByCount } from "./end-by-count";
import { knownOfItem } from "./known-item";
import { nextLookAt } from "./next-look";
import { type Counters, readCounters, recallCounters } from "./read-counters";
import {
  type CounterDelivery,
  deliveriesAfter,
  deliveriesBefore,
  loadCounterDeliveries,
  maxBeforeAgeMs,
} from "./shared-counter";

// The shortest time between two looks at one counter; that of a canceled item is looked at for a day and more.
const betweenLooksMs = 10 * minute;
const betweenCanceledMs = 2 * hour;

/**
 * Looks at the counters of an order's items, at a source other than the supplier, and stores what they say: before a
 * delivery, while it runs, and after its end. A hidden or missing counter is stored as unreadable, and one that was
 * looked at in the last minutes is left. Then plans each ended item's next look, records newly proven losses in the
 * timeline, and adds the job that decides about them (a minute later with `isAsked`, because the caller decides first).
 * A replacement has no looks of its own: what it adds is seen at the item that it replaces. Throws when the source does
 * not answer; the job is then retried. Returns how many looks were stored.
 */
export async function countTargets(
  db: Database,
  social: SocialDeps,
  orderId: string,
  { isAsked = false }: { isAsked?: boolean } = {},
): Promise<number> {
  const order = await findOrder(db, orderId);
  // The deletion of an account takes the names of its targets along.
  if (!order || order.username === "") return 0;
  let answer: Promise<Counters | null> | undefined;
  const askNow = () => {
    answer ??= readCounters(social, order);
    return answer;
  };
  const deliveries = await loadCounterDeliveries(db, order.items);
  const taken: { id: string; looks: NewLook[] }[] = [];
  for (const item of order.items) {
    const looks = await lookAt(social, order, item, { deliveries, askNow });
    // Without a new look an ended item's next one is planned again: whoever asked for this one had to forget it.
    if (looks.length > 0 || isItemFinal(item.state)) taken.push({ id: item.id, looks });
  }
  const stored = await runIsolated(db, "counts", taken, (some) =>
    db.$transaction(async (tx) => {
      if (order.items.some(({ reason }) => reason === canceledWithoutCount)) await lockItemsOf(tx, order.id);
      for (const { id, looks } of some) await store(tx, order, id, { looks, deliveries, isAsked });
      return some.flatMap(({ looks }) => looks).length;
    }),
  );
  return stored.reduce((sum, count) => sum + count, 0);
}

type NewLook = Prisma.TargetCountCreateManyInput & {
  moment: string;
  lowest: number;
  highest: number;
  takenAt: Date;
};
type CountedOrder = NonNullable<Awaited<ReturnType<typeof findOrder>>>;
type CountedItem = CountedOrder["items"][number];
type Sources = { deliveries: CounterDelivery[]; askNow: () => Promise<Counters | null> };

async function findOrder(db: Database, id: string) {
  const order = await db.order.findUnique({
    where: { id },
    include: {
      refunds: true,
      items: {
        where: { replacesItemId: null },
        orderBy: { position: "asc" },
        include: {
          replacement: true,
          counts: { orderBy: { takenAt: "asc" } },
          refills: true,
          decisions: { where: { outcome: "refund" } },
        },
      },
    },
  });
  return order && { ...order, accountId: targetAccountId(order.profile) };
}

/** The due looks at an item's counter. Without one from before the delivery, later ones prove nothing. */
async function lookAt(
  social: SocialDeps,
  order: CountedOrder,
  item: CountedItem,
  { deliveries, askNow }: Sources,
): Promise<NewLook[]> {
  const { counts, state, postId } = item;
  if (!item.leasedAt) return [];
  const isStarted = counts.some(({ moment }) => moment === "before");
  const before = isStarted ? null : await lookBefore(social, order, item, { deliveries, askNow });
  if (!isStarted && !before) return [];
  const looks = before ? [before] : [];
  const hasEnded = isItemFinal(state) && deliveredUnits(item) > 0;
  const isRunning = isItemIn("atSupplier", state);
  const last = counts.at(-1);
  const betweenMs = item.reason === canceledWithoutCount ? betweenCanceledMs : betweenLooksMs;
  const isRecent = last !== undefined && addMs(last.takenAt, betweenMs) > social.now;
  const isDue = hasEnded ? !isRecent || last.moment === "before" : isRunning && !isRecent && !before;
  const counters = isDue ? await askNow() : null;
  if (!counters) return looks;
  const shown = counters.of(postId) ?? unreadable;
  return [...looks, newLook(item, hasEnded ? "after" : "start", counters, shown)];
}

/**
 * What a counter showed before its delivery: in the cache from the hour before the order was sent; else now, if the
 * supplier has said in the last two minutes that it has not begun. Never from a time when an earlier delivery, a refill
 * or a replacement of it still added to it.
 */
async function lookBefore(
  social: SocialDeps,
  order: CountedOrder,
  item: CountedItem,
  { deliveries, askNow }: Sources,
): Promise<NewLook | null> {
  const earlier = deliveriesBefore(item, deliveries);
  if (!item.leasedAt || earlier.some(({ isMoving }) => isMoving)) return null;
  const ends = earlier.flatMap(({ lastEndedAt }) => lastEndedAt?.getTime() ?? []);
  const from = new Date(Math.max(item.leasedAt.getTime() - maxBeforeAgeMs, ...ends));
  const recalled = await recallCounters(social, order, { from, to: item.leasedAt });
  const known = recalled?.of(item.postId);
  if (recalled && known) return newLook(item, "before", recalled, known);
  const saidAt = item.lastCheckedAt ?? item.submittedAt;
  const hasNotBegun = item.state === "submitted" && saidAt && addMs(saidAt, 2 * minute) >= social.now;
  if (!hasNotBegun) return null;
  const counters = await askNow();
  const shown = counters?.of(item.postId);
  return counters && shown ? newLook(item, "before", counters, shown) : null;
}

function newLook(
  { id }: CountedItem,
  moment: "before" | "start" | "after",
  { takenAt, source }: Counters,
  { lowest, highest }: { lowest: number; highest: number },
): NewLook {
  // Release 1.0 reads one number: the one by which the fewest units are missing.
  const count = moment === "before" ? lowest : highest;
  return { id: newId(), itemId: id, moment, count, lowest, highest, takenAt, source };
}

/** Stores an item's looks with what is known after them, and what follows from that. */
async function store(
  tx: Tx,
  order: CountedOrder,
  itemId: string,
  { looks, deliveries, isAsked }: { looks: NewLook[]; deliveries: CounterDelivery[]; isAsked: boolean },
): Promise<void> {
  const item = order.items.find(({ id }) => id === itemId);
  if (!item) return;
  const counts = [...item.counts, ...looks];
  const newest = counts.at(-1);
  if (!newest) return;
  const after = deliveriesAfter(item, deliveries);
  const around = { after, refunds: order.refunds, now: newest.takenAt };
  const known = knownOfItem({ ...item, counts }, around);
  const { missing } = known;
  const isBefore = newest.moment === "before";
  const unitsThere = known.isClear ? known.there : null;
  await tx.targetCount.createMany({
    data: looks.map((look) =>
      look === newest && !isBefore ? { ...look, unitsThere, unitsMissing: missing } : look,
    ),
  });
  if (isBefore) return;
  if (item.reason === canceledWithoutCount && item.reviewSince) {
    const since = item.reviewSince;
    await endCanceledByCount(tx, item, { known: knownOfItem({ ...item, counts }, around, since), since });
  }
  if (!isItemFinal(item.state)) return;
  const nextCheckAt = nextLookAt(item, { known, paidAt: order.paidAt, now: newest.takenAt });
  await tx.fulfillmentItem.update({ where: { id: itemId }, data: { nextCheckAt } });
  if (looks.length === 0) return;
  if (missing === 0 || after.some(({ isMoving }) => isMoving)) return;
  if (!item.counts.at(-1)?.unitsMissing) {
    const data = { missing, moment: known.neverArrived > 0 ? "after" : "check" };
    await recordEvents(tx, [{ orderId: order.id, itemId, type: "item.dropped", data }]);
  }
  await enqueue(tx, [decideDropsJob.of(order.id, isAsked ? { inMs: minute } : {})]);
}
