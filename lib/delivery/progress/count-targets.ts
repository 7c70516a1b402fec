import { z } from "zod";
import { runIsolated } from "@/lib/alerts/set-aside";
import type { Database } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { type NewOrderEvent, recordEvents } from "@/lib/orders/record-event";
import type { SocialDeps } from "@/lib/social/social-deps";
import { addMs, hour } from "@/lib/time";
import { type CountMoment, dueCounts } from "./due-counts";
import { type Counters, readCounters, recallCounters } from "./read-counters";
import { missingUnits } from "./refill-rules";

/** Asks for the counters as they are now; the source is asked once for all targets of an order. */
type AskNow = () => Promise<Counters>;

/**
 * Takes the due counts of an order's targets from a source that is not the supplier, and keeps them with time and source.
 * Units that are missing at or after completion go into the timeline (`item.dropped`), once until a refill. Throws when
 * the source does not answer; the job is then retried. Returns how many counts were kept.
 */
export async function countTargets(db: Database, social: SocialDeps, orderId: string): Promise<number> {
  const order = await findOrder(db, orderId);
  if (!order) return 0;
  let answer: Promise<Counters> | undefined;
  const askNow: AskNow = () => {
    answer ??= readCounters(social, order);
    return answer;
  };
  const counts: CountRow[][] = [];
  for (const { refills, ...item } of order.items) {
    const refilledAt = refills[0]?.updatedAt ?? null;
    const rows: CountRow[] = [];
    for (const moment of dueCounts({ ...item, refilledAt }, social.now)) {
      const isBefore = moment === "before";
      const counted = isBefore
        ? await countBefore(social, order, item, askNow)
        : await countNow(item, askNow);
      if (counted) rows.push({ id: newId(), itemId: item.id, moment, ...counted });
    }
    if (rows.length > 0) counts.push(rows);
  }
  let kept = 0;
  await runIsolated(db, "counts", {
    entries: counts,
    idOf: ([first]) => first?.itemId ?? order.id,
    run: async (some) => {
      const rows = some.flat();
      await db.$transaction(async (tx) => {
        await tx.targetCount.createMany({ data: rows });
        await recordEvents(tx, await findDrops(tx, order, rows));
      });
      kept += rows.length;
    },
  });
  return kept;
}

type CountRow = {
  id: string;
  itemId: string;
  moment: CountMoment;
  count: number;
  source: string;
  takenAt: Date;
};
type CountedOrder = NonNullable<Awaited<ReturnType<typeof findOrder>>>;
type ItemFacts = { postId: string | null; state: string; leasedAt: Date | null };

function findOrder(db: Database, id: string) {
  return db.order.findUnique({
    where: { id },
    select: {
      id: true,
      platform: true,
      serviceType: true,
      username: true,
      profile: true,
      createdAt: true,
      items: {
        orderBy: { position: "asc" },
        select: {
          id: true,
          postId: true,
          quantity: true,
          state: true,
          leasedAt: true,
          finishedAt: true,
          counts: { orderBy: { takenAt: "asc" } },
          refills: { where: { state: "completed" }, orderBy: { updatedAt: "desc" }, take: 1 },
        },
      },
    },
  });
}

async function countNow(item: ItemFacts, askNow: AskNow) {
  const { of, ...facts } = await askNow();
  const count = of(item.postId);
  return count === null ? null : { count, ...facts };
}

const profileSchema = z.object({ followersCount: z.number().int().nonnegative() });

/**
 * What a counter showed before its delivery: cached from before the order was sent, or read before the supplier began,
 * or, for followers, as verified at the order within the hour before.
 */
async function countBefore(social: SocialDeps, order: CountedOrder, item: ItemFacts, askNow: AskNow) {
  if (!item.leasedAt) return null;
  const recalled = await recallCounters(social, order, item.leasedAt);
  const known = recalled && (await countNow(item, async () => recalled));
  if (known) return known;
  if (item.state === "submitted") return countNow(item, askNow);
  const profile = order.serviceType === "followers" ? profileSchema.safeParse(order.profile).data : undefined;
  if (!profile || order.createdAt < addMs(item.leasedAt, -hour)) return null;
  return { count: profile.followersCount, source: "order", takenAt: order.createdAt };
}

/** The events for items that miss units by these counts; one for each item since its last refill. */
async function findDrops(
  tx: Pick<Database, "orderEvent">,
  order: CountedOrder,
  rows: CountRow[],
): Promise<NewOrderEvent[]> {
  const found = rows.flatMap((row): NewOrderEvent[] => {
    const item = order.items.find(({ id }) => id === row.itemId);
    const before =
      item?.counts.find(({ moment }) => moment === "before") ??
      rows.find((other) => other.itemId === row.itemId && other.moment === "before");
    // What is not delivered yet is not missing, and a month later there is nothing to ask for.
    if ((row.moment !== "after" && row.moment !== "check") || !item || !before) return [];
    const missing = missingUnits({ before: before.count, quantity: item.quantity, count: row.count });
    if (missing === 0) return [];
    const data = { missing, before: before.count, count: row.count, moment: row.moment };
    return [{ orderId: order.id, itemId: item.id, type: "item.dropped", data }];
  });
  if (found.length === 0) return [];
  const noted = await tx.orderEvent.findMany({
    where: { orderId: order.id, type: { in: ["item.dropped", "refill.completed"] } },
    orderBy: { id: "desc" },
  });
  return found.filter(
    ({ itemId }) => noted.find((event) => event.itemId === itemId)?.type !== "item.dropped",
  );
}
