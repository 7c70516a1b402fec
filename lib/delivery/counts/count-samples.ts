import type { Database } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { inSet } from "@/lib/base/db/item-status";
import { enqueue } from "@/lib/base/jobs/enqueue";
import { day, hour, minute } from "@/lib/base/time/time";
import { countTargetsJob } from "@/lib/delivery/items/item-jobs";

/** The sample holds the first items of each supplier service on each day (UTC), at most this many. */
const itemsADay = 20;
// Times since the supplier accepted the item. Until the counter moves, each costs one call to the social data provider.
const startMarksMs = [1 / 4, 1 / 2, 1, 2, 4, 8, 16, 32].map((hours) => hours * hour);
const monthMs = 30 * day;
// The job runs every quarter of an hour, and may be a little late.
const windowMs = 20 * minute;

/**
 * Adds counts of a sample of items at times when no customer needs them: while an item runs, until it has visibly
 * begun, and 30 days after it was complete. The supplier's scorecard is computed from these counts. An item is looked
 * at only in the minutes after each mark, so that a counter that can't be read costs no more than one that can.
 */
export async function countSamples(db: Database): Promise<void> {
  const due = await db.$queryRaw<{ id: string }[]>`
    WITH sampled AS (
      SELECT item.* FROM (SELECT DISTINCT supplier_service_id FROM service_mappings) AS mapped
      -- Running items are two days old at most; what was complete 30 days ago was mostly sent in the days before.
      CROSS JOIN (SELECT generate_series(0, 2) UNION ALL SELECT generate_series(30, 40)) AS past(days)
      CROSS JOIN LATERAL (
        SELECT id, order_id, state, quantity, submitted_at, finished_at FROM fulfillment_items
        WHERE supplier_service_id = mapped.supplier_service_id
          AND submitted_at >= date_trunc('day', now(), 'UTC') - past.days * interval '1 day'
          AND submitted_at < date_trunc('day', now(), 'UTC') - (past.days - 1) * interval '1 day'
        ORDER BY submitted_at LIMIT ${itemsADay}::int
      ) AS item
    )
    SELECT DISTINCT order_id AS id FROM sampled
    JOIN target_counts AS before ON before.item_id = sampled.id AND before.moment = 'before'
    WHERE (state ${inSet("atSupplier")} AND (${Prisma.join(
      startMarksMs.map((mark) => isJustPast(Prisma.sql`submitted_at`, mark)),
      " OR ",
    )})
      -- A hundredth of what was bought shows that it has begun; less may be the account's own growth.
      AND NOT EXISTS (SELECT FROM target_counts AS look WHERE look.item_id = sampled.id
        AND look.moment = 'start' AND COALESCE(look.lowest, look.count) > before.count + quantity / 100)
    ) OR (state = 'completed' AND ${isJustPast(Prisma.sql`finished_at`, monthMs)})
    LIMIT 500`;
  const jobs = due.map(({ id }) => countTargetsJob.of(id));
  await enqueue(db, jobs);
}

/** True for a time that is `ms` ago, or up to `windowMs` longer. */
function isJustPast(moment: Prisma.Sql, ms: number): Prisma.Sql {
  return Prisma.sql`(${moment} <= now() - ${ms}::float8 * interval '1 millisecond'
    AND ${moment} > now() - ${ms + windowMs}::float8 * interval '1 millisecond')`;
}
