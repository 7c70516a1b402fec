import type { Database, Tx } from "@/lib/base/db/client";
import { isItemFinal, isItemIn } from "@/lib/base/db/item-status";
import { newId } from "@/lib/base/ids";
import { enqueue } from "@/lib/base/jobs/enqueue";
import { addMs, hour, minute } from "@/lib/base/time/time";
import { recountAndClose } from "@/lib/delivery/items/delivery-summary";
import { decideDropsJob } from "@/lib/delivery/items/item-jobs";
import { lockItem, lockItemsOf } from "@/lib/delivery/items/lock-items";
import { promoteWaiting } from "@/lib/delivery/items/promote-waiting";
import { isUnreadable } from "@/lib/delivery/social/counter";
import type { SocialDeps } from "@/lib/delivery/social/social-deps";
import { runIsolated } from "@/lib/mail/alerts/set-aside";
import { deliveredUnits } from "@/lib/orders/forecast/delivered-units";
import { partOf } from "@/lib/orders/order/order-parts";
import { recordEvents } from "@/lib/orders/order/record-event";
import { targetAccountId } from "@/lib/orders/order/target-account";
import { canceledWithoutCount, isEndedByCount, tolerancePercent } from "../progress/next-progress";
import { betweenProofsMs, type KnownUnits, type Look, settlingMs } from "./known-units";
import { nextLookAt } from "./next-look";
import { type CounterQuestion, type Counters, readCounters, recallCounters } from "./read-counters";
import {
  type CounterDelivery,
  deliveriesAfter,
  deliveriesBefore,
  knownOfItem,
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
  const answers = new Map<string | null, Promise<Counters | null>>();
  const askNow = (question: CounterQuestion) => {
    const answer = answers.get(question.counter) ?? readCounters(social, question);
    answers.set(question.counter, answer);
    return answer;
  };
  const sources = { social, order, deliveries: await loadCounterDeliveries(db, order.items), askNow };
  const taken: Taken[] = [];
  for (const item of order.items) {
    const looks = await lookAt(item, sources);
    // Without a new look, an ended item's next one is planned again: the caller's lease has replaced the planned time.
    if (looks.length > 0 || isItemFinal(item.state)) taken.push({ ...item, looks });
  }
  const stored = await runIsolated(db, "counts", taken, (some) =>
    db.$transaction(async (tx) => {
      if (order.items.some(({ reason }) => isEndedByCount(reason))) await lockItemsOf(tx, order.id);
      for (const one of some) await store(tx, one, sources, isAsked);
      return some.flatMap(({ looks }) => looks).length;
    }),
  );
  return stored.reduce((sum, count) => sum + count, 0);
}

type CountedOrder = NonNullable<Awaited<ReturnType<typeof findOrder>>>;
type CountedItem = CountedOrder["items"][number];
type Sources = {
  social: SocialDeps;
  order: CountedOrder;
  deliveries: CounterDelivery[];
  askNow: (question: CounterQuestion) => Promise<Counters | null>;
};
type NewLook = ReturnType<typeof newLook>;
type Taken = CountedItem & { looks: NewLook[] };

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

/** An extra moves a counter of its own. */
function questionAbout(order: CountedOrder, item: CountedItem): CounterQuestion {
  const { target, counter } = partOf(order, item) ?? order;
  return { ...order, target, counter };
}

/** The due looks at an item's counter. Without one from before the delivery, later ones prove nothing. */
async function lookAt(item: CountedItem, sources: Sources): Promise<NewLook[]> {
  const { counts, state } = item;
  const isStarted = counts.some(({ moment }) => moment === "before");
  const before = isStarted ? null : await lookBefore(item, sources);
  if (!isStarted && !before) return [];
  const looks = before ? [before] : [];
  const hasEnded = isItemFinal(state) && deliveredUnits(item) > 0;
  const last = counts.at(-1);
  const betweenMs = isEndedByCount(item.reason) ? betweenCanceledMs : betweenLooksMs;
  const isRecent = last !== undefined && addMs(last.takenAt, betweenMs) > sources.social.now;
  const isDue = hasEnded
    ? !isRecent || last.moment === "before"
    : isItemIn("atSupplier", state) && !isRecent && !before;
  const counters = isDue ? await sources.askNow(questionAbout(sources.order, item)) : null;
  if (!counters) return looks;
  return [...looks, newLook(item, hasEnded ? "after" : "start", counters(item.postId))];
}

/**
 * The number that a counter showed before its delivery: in the cache from the hour before the order was sent; else now,
 * if the supplier has said in the last two minutes that it has not begun. Never from a time when an earlier delivery, a
 * refill or a replacement of it still added to it.
 */
async function lookBefore(
  item: CountedItem,
  { social, order, deliveries, askNow }: Sources,
): Promise<NewLook | null> {
  const { leasedAt, postId } = item;
  const earlier = deliveriesBefore(item, deliveries);
  if (!leasedAt || earlier.some(isMoving)) return null;
  const ends = earlier.flatMap(({ quietSince }) => quietSince?.getTime() ?? []);
  const from = new Date(Math.max(leasedAt.getTime() - maxBeforeAgeMs, ...ends));
  const question = questionAbout(order, item);
  const recalled = await recallCounters(social, question, { from, to: leasedAt });
  const known = recalled?.(postId);
  if (known && !isUnreadable(known)) return newLook(item, "before", known);
  const saidAt = item.lastCheckedAt ?? item.submittedAt;
  const hasNotBegun = item.state === "submitted" && saidAt && addMs(saidAt, 2 * minute) >= social.now;
  const counters = hasNotBegun ? await askNow(question) : null;
  const shown = counters?.(postId);
  return shown && !isUnreadable(shown) ? newLook(item, "before", shown) : null;
}

const isMoving = ({ quietSince }: CounterDelivery) => quietSince === null;

function newLook(
  { id: itemId }: CountedItem,
  moment: "before" | "start" | "after",
  { lowest, highest, takenAt }: Look,
) {
  // Release 1.0 reads one number: the one by which the fewest units are missing.
  const count = moment === "before" ? lowest : highest;
  return { id: newId(), itemId, moment, count, lowest, highest, takenAt, source: "scrapecreators" };
}

/** Stores an item's looks with what is known after them, and what follows from that. */
async function store(tx: Tx, item: Taken, { order, deliveries }: Sources, isAsked: boolean): Promise<void> {
  const { id: itemId, reviewSince, looks } = item;
  const newest = [...item.counts, ...looks].at(-1);
  if (newest?.moment === "before" || !newest) {
    await tx.targetCount.createMany({ data: looks });
    return;
  }
  const now = newest.takenAt;
  const after = deliveriesAfter(item, deliveries);
  const counted = { ...item, counts: [...item.counts, ...looks] };
  const around = { after, refunds: order.refunds, now };
  const known = knownOfItem(counted, around);
  const unitsThere = known.isClear ? known.there : null;
  const unitsMissing = known.missing;
  await tx.targetCount.createMany({
    data: looks.map((look) => (look === newest ? { ...look, unitsThere, unitsMissing } : look)),
  });
  if (isEndedByCount(item.reason) && reviewSince) {
    await endByCount(tx, item, reviewSince, knownOfItem(counted, around, reviewSince));
  }
  if (!isItemFinal(item.state)) return;
  const nextCheckAt = nextLookAt(item, { known, paidAt: order.paidAt, now });
  await tx.fulfillmentItem.update({ where: { id: itemId }, data: { nextCheckAt } });
  if (looks.length === 0 || unitsMissing === 0 || after.some(isMoving)) return;
  if (!item.counts.at(-1)?.unitsMissing) {
    const data = { missing: unitsMissing, moment: known.neverArrived > 0 ? "after" : "check" };
    await recordEvents(tx, [{ orderId: order.id, itemId, type: "item.dropped", data }]);
  }
  await enqueue(tx, [decideDropsJob.of(order.id, isAsked ? { inMs: minute } : {})]);
}

/**
 * Ends an item that its supplier canceled without saying how many units remain, or completed with many left, once two
 * looks at its counter `since` then prove it. What is provably missing is paid back with the order; the rest has
 * arrived, up to a counter's normal movement. Without that proof the item stays in review. Call it after `lockItemsOf`.
 */
async function endByCount(
  tx: Tx,
  { id: itemId, orderId, quantity }: CountedItem,
  since: Date,
  { missing, there, isWhole, asOf }: KnownUnits,
): Promise<void> {
  const unknown = quantity - there - missing;
  const isWholeTwice = isWhole && asOf !== null && asOf >= addMs(since, settlingMs + betweenProofsMs);
  if (!isWholeTwice && (missing === 0 || unknown * 100 > quantity * tolerancePercent)) return;
  const locked = await lockItem(tx, itemId);
  if (!isItemIn("atSupplier", locked.state) || !isEndedByCount(locked.reason)) return;
  const ended = locked.reason === canceledWithoutCount ? "canceled" : "partial";
  const to = missing === 0 ? "completed" : ended;
  await tx.$executeRaw`
    UPDATE fulfillment_items SET state = ${to}::item_state, remains = ${missing}::int, reason = NULL,
      review_since = NULL, finished_at = clock_timestamp(), next_check_at = now() + interval '1 day', updated_at = now()
    WHERE id = ${itemId}::uuid`;
  const data = { word: locked.providerStatus, counted: quantity - missing };
  await recordEvents(tx, [{ orderId, itemId, type: "item.changed", from: locked.state, to, data }]);
  await recountAndClose(tx, [orderId]);
  await promoteWaiting(tx, [locked.targetKey]);
}
