import { raiseAlert, resolveAlert, resolveAlerts } from "@/lib/alerts/raise-alert";
import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { inSet } from "@/lib/db/item-status";
import { utcText } from "@/lib/time";

const reviewAlertMinutes = 30;

/**
 * Keeps one alert for all items that have been in review for more than half an hour, and resolves it when none is left.
 * Also resolves alerts about services that were not refused for an hour, and about unknown status words that no item
 * has any more.
 */
export async function watchReview(db: Database): Promise<void> {
  const [late] = await db.$queryRaw<{ count: number; oldest: Date | null }[]>`
    SELECT count(*)::int AS count, min(review_since) AS oldest FROM fulfillment_items
    WHERE review_since < now() - ${reviewAlertMinutes}::int * interval '1 minute'`;
  if (late?.oldest) {
    const isOne = late.count === 1;
    const message =
      `${isOne ? "1 item has" : `${late.count} items have`} been in review for more than ${reviewAlertMinutes} minutes, ` +
      `${isOne ? "since" : "the oldest since"} ${utcText(late.oldest)}. Open Needs me and decide ${isOne ? "it" : "each"}.`;
    await raiseAlert(db, { key: "items_in_review", kind: "items_in_review", message });
  } else {
    await resolveAlert(db, "items_in_review");
  }
  await resolveAlerts(
    db,
    Prisma.sql`(kind = 'service_unavailable' AND last_at < now() - interval '1 hour')
      OR (kind = 'unknown_status' AND key NOT IN (
        SELECT concat_ws(':', 'unknown_status', supplier_id, lower(provider_status)) FROM fulfillment_items
        WHERE review_since IS NOT NULL AND state ${inSet("atSupplier")}))`,
  );
}
