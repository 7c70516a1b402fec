import type { Database } from "@/lib/db/client";

/**
 * Notifies the web servers that static pages must be revalidated, if reviews have changed since the last call. Notice
 * and mark are one transaction, so no change is lost when a worker dies.
 */
export async function notifyReviewPages(db: Database): Promise<void> {
  await db.$executeRaw`
    WITH told AS (UPDATE reviews SET is_on_pages = true WHERE NOT is_on_pages RETURNING order_id)
    SELECT pg_notify('catalog_changed', 'reviews') FROM told LIMIT 1`;
}
