import type { Db } from "@/lib/base/db/client";
import type { PageView } from "./page-views";

/**
 * Counts views in memory until `flush` adds them to their day in one statement. A counter holds one number for each kind
 * of page and nothing about a visitor.
 */
export class PageViewCounter {
  #counts = new Map<string, Record<keyof PageView, string> & { views: number }>();

  add(
    { page, platform = "", service = "" }: { page: string; platform?: string; service?: string },
    views = 1,
  ) {
    const key = `${page}/${platform}/${service}`;
    const held = this.#counts.get(key) ?? { page, platform, service, views: 0 };
    held.views += views;
    this.#counts.set(key, held);
  }

  /** Adds the counts to the database's current day (UTC). Counts that can't be written wait for the next flush. */
  async flush(db: Db): Promise<void> {
    const counted = [...this.#counts.values()];
    if (counted.length === 0) return;
    this.#counts = new Map();
    try {
      // Sorted, so that two processes never deadlock on each other's rows.
      await db.$executeRaw`
        INSERT INTO page_views (day, page, platform, service, views)
        SELECT (now() AT TIME ZONE 'UTC')::date, page, platform, service, views
        FROM json_to_recordset(${JSON.stringify(counted)}::json)
          AS counted(page text, platform text, service text, views int)
        ORDER BY page, platform, service
        ON CONFLICT (day, page, platform, service) DO UPDATE SET views = page_views.views + EXCLUDED.views`;
    } catch (error) {
      for (const { views, ...view } of counted) this.add(view, views);
      throw error;
    }
  }
}
