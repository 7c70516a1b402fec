import { z } from "zod";
import { runIsolated } from "@/lib/alerts/set-aside";
import type { Database, Tx } from "@/lib/db/client";
import type { TargetCount } from "@/lib/db/generated/client";
import { newId } from "@/lib/ids";
import { enqueue } from "@/lib/jobs/enqueue";
import { deliveredUnits } from "@/lib/orders/delivered-units";
import { type NewOrderEvent, recordEvents } from "@/lib/orders/record-event";
import { targetAccountId } from "@/lib/orders/target-account";
import type { SocialDeps } from "@/lib/social/social-deps";
import { addMs, minute } from "@/lib/time";
import { decideDropsJob } from "../jobs";
import { type CountMoment, dueCounts } from "./due-counts";
import { type Counters, readCounters, recallCounters } from "./read-counters";
import { missingUnits } from "./refill-rules";
import {
  type CounterDelivery,
  deliveriesAfter,
  deliveriesBefore,
  lastRemedyEnd,
  loadCounterDeliveries,
  maxCountAgeMs,
  ownCounts,
  startLevel,
  wasMoving,
} from "./shared-counter";

/** Reads the current counters; the source is asked once for all targets of an order. */
type AskNow = () => Promise<Counters>;

/**
 * Takes the due counts of an order's targets from a source other than the supplier, and stores them with time and
 * source. Units that are missing at or after completion go into the timeline (`item.dropped`), once until a refill is
 * completed or a refund for them is decided, and a job decides about them. A replacement has no counts of its own: what
 * it adds is seen at the item that it replaces. `isAsked` recounts ended items unless they were counted in the last
 * minutes. Throws when the source does not answer; the job is then retried. Returns how many counts were stored.
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
  let answer: Promise<Counters> | undefined;
  const askNow: AskNow = () => {
    answer ??= readCounters(social, order);
    return answer;
  };
  const counts: { id: string; rows: CountRow[] }[] = [];
  const deliveries = await loadCounterDeliveries(db, order.items);
  for (const { refills, replacement, ...item } of order.items) {
    const remedyEndedAt = lastRemedyEnd({ refills, replacement });
    const earlier = deliveriesBefore(item, deliveries);
    const rows: CountRow[] = [];
    for (const moment of dueCounts({ ...item, remedyEndedAt, isAsked }, social.now)) {
      const isBefore = moment === "before";
      const counted = isBefore
        ? await countBefore(social, order, { ...item, earlier }, askNow)
        : countOf(await askNow(), item);
      if (counted) rows.push({ id: newId(), itemId: item.id, moment, ...counted });
    }
    if (rows.length > 0) counts.push({ id: item.id, rows });
  }
  const kept = await runIsolated(db, "counts", counts, async (some) => {
    const rows = some.flatMap((counted) => counted.rows);
    await db.$transaction(async (tx) => {
      await tx.targetCount.createMany({ data: rows });
      await noteDrops(tx, order, rows, { deliveries, isAsked });
    });
    return rows;
  });
  return kept.flat().length;
}

type CountRow = TargetCount & { moment: CountMoment };
type CountedOrder = NonNullable<Awaited<ReturnType<typeof findOrder>>>;
type ItemFacts = Pick<
  CountedOrder["items"][number],
  "postId" | "state" | "leasedAt" | "submittedAt" | "lastCheckedAt"
>;
/** `earlier`: the deliveries to the same counter that began before its own. */
type CountedBefore = ItemFacts & { earlier: CounterDelivery[] };

async function findOrder(db: Database, id: string) {
  const order = await db.order.findUnique({
    where: { id },
    include: {
      items: {
        where: { replacesItemId: null },
        orderBy: { position: "asc" },
        include: {
          replacement: true,
          counts: { orderBy: { takenAt: "asc" } },
          refills: { where: { state: { in: ["completed", "rejected"] } } },
        },
      },
    },
  });
  return order && { ...order, accountId: targetAccountId(order.profile) };
}

function countOf({ of, ...facts }: Counters, { postId }: Pick<ItemFacts, "postId">) {
  const count = of(postId);
  return count === null ? null : { count, ...facts };
}

/**
 * What a counter showed before its delivery: the cached count from the hour before the order was sent; else the one
 * read now, if the supplier has said in the last two minutes that it has not begun. Never a count from a time when an
 * earlier delivery, a refill or a replacement of it, still added to it.
 */
async function countBefore(social: SocialDeps, order: CountedOrder, item: CountedBefore, askNow: AskNow) {
  if (!item.leasedAt || item.earlier.some(({ isMoving }) => isMoving)) return null;
  const ends = item.earlier.flatMap(({ lastEndedAt }) => lastEndedAt?.getTime() ?? []);
  const since = new Date(Math.max(item.leasedAt.getTime() - maxCountAgeMs, ...ends));
  const recalled = await recallCounters(social, order, { from: since, to: item.leasedAt });
  const known = recalled && countOf(recalled, item);
  if (known) return known;
  const saidAt = item.lastCheckedAt ?? item.submittedAt;
  const hasNotBegun =
    item.state === "submitted" && saidAt !== null && addMs(saidAt, 2 * minute) >= social.now;
  return hasNotBegun ? countOf(await askNow(), item) : null;
}

const refundedSchema = z.object({ units: z.number().int() });

/**
 * Records which items miss units according to these counts: an event for each, once since its last completed refill or
 * decided refund, and the job that decides about them, which every such count adds again. Units that were paid back are
 * not missing. While a later delivery adds to the same counter, a loss can't be seen; the next daily count looks again.
 */
async function noteDrops(
  tx: Tx,
  order: CountedOrder,
  rows: CountRow[],
  { deliveries, isAsked }: { deliveries: CounterDelivery[]; isAsked: boolean },
): Promise<void> {
  const noted = await tx.orderEvent.findMany({
    where: { orderId: order.id, type: { in: ["item.dropped", "refill.completed", "missing.refunded"] } },
    orderBy: { id: "desc" },
  });
  const found = rows.flatMap((row): (NewOrderEvent & { itemId: string })[] => {
    const item = order.items.find(({ id }) => id === row.itemId);
    const before =
      item?.counts.find(({ moment }) => moment === "before") ??
      rows.find((other) => other.itemId === row.itemId && other.moment === "before");
    // Units that aren't delivered yet aren't missing, and the count after a month is for the scorecard only.
    if ((row.moment !== "after" && row.moment !== "check") || !item || !before) return [];
    const after = deliveriesAfter(item, deliveries);
    const begun = { before: before.count, serviceType: order.serviceType };
    const counts = ownCounts([...item.counts, row], begun, after).filter(
      ({ takenAt }) => !wasMoving(takenAt, after),
    );
    const newest = counts.at(-1);
    if (newest?.takenAt !== row.takenAt || after.some(({ isMoving }) => isMoving)) return [];
    const { count } = newest;
    const refills = item.refills.filter(({ state }) => state === "completed");
    const start = startLevel(before.count, counts, { ...item, refills });
    const refunded = noted
      .filter(({ itemId, type }) => itemId === item.id && type === "missing.refunded")
      .reduce((sum, { data }) => sum + (refundedSchema.safeParse(data).data?.units ?? 0), 0);
    const quantity = deliveredUnits(item) - refunded;
    const missing = missingUnits({ before: start, quantity, count });
    if (missing === 0) return [];
    const data = { missing, before: start, count, moment: row.moment };
    return [{ orderId: order.id, itemId: item.id, type: "item.dropped", data }];
  });
  if (found.length === 0) return;
  const isNew = ({ itemId }: { itemId: string }) =>
    noted.find((event) => event.itemId === itemId)?.type !== "item.dropped";
  await recordEvents(tx, found.filter(isNew));
  // A request that had its targets counted is decided right after the count; the job decides what that leaves open.
  await enqueue(tx, [decideDropsJob.of(order.id, isAsked ? { inMs: minute } : {})]);
}
