import type { Database } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { inSet } from "@/lib/base/db/item-status";
import { addMs, minute, utcText } from "@/lib/base/time/time";
import { notSnoozed, resolveAlerts, watchMembers } from "@/lib/mail/alerts/raise-alert";

const reviewAlertMinutes = 30;
const reviewAlertMs = reviewAlertMinutes * minute;

/**
 * SQL: an item in review does not wait by design: until its call's evidence is looked for again, for the buyer, or until
 * an administrator looks at its order again.
 */
export const needsDecision = Prisma.sql`(
  NOT (state = 'unknown' AND COALESCE(not_before > now(), false)) AND state <> 'paused'
  AND ${notSnoozed(Prisma.sql`'order:' || order_id`, "review", Prisma.sql`review_since`)})`;

/**
 * Keeps one alert for all items that have been in review for more than half an hour, without those that wait by design.
 * Also resolves alerts about services that were not refused for an hour, and about unknown status words that no item
 * has any more.
 */
export async function watchReview(db: Database): Promise<void> {
  await watchMembers(db, {
    key: "items_in_review",
    kind: "items_in_review",
    members: Prisma.sql`
      SELECT review_since + ${reviewAlertMs}::int * interval '1 millisecond' AS since FROM fulfillment_items
      WHERE review_since < now() - ${reviewAlertMs}::int * interval '1 millisecond' AND ${needsDecision}`,
    message: ({ count, oldest }) => {
      const since = oldest && utcText(addMs(oldest, -reviewAlertMs));
      return count === 1
        ? `1 item has been in review for more than ${reviewAlertMinutes} minutes, since ${since}. Open Needs me and decide it.`
        : `${count} items have been in review for more than ${reviewAlertMinutes} minutes, the oldest since ${since}. Open Needs me and decide each.`;
    },
  });
  await resolveAlerts(
    db,
    Prisma.sql`(kind = 'service_unavailable' AND last_at < now() - interval '1 hour')
      OR (kind = 'unknown_status' AND key NOT IN (
        SELECT concat_ws(':', 'unknown_status', supplier_id, lower(provider_status)) FROM fulfillment_items
        WHERE review_since IS NOT NULL AND state ${inSet("atSupplier")}))`,
  );
}
