import type { Db } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { type Forecast, forecastMinutes, minOrders, sizeBounds } from "./forecast";

type Measured = {
  platform: string;
  service: string;
  variant: string;
  size: number;
  orders: number;
  seconds: number | null;
};

/**
 * Measures how long after payment 8 in 10 of the last 90 days' orders were delivered in full, by platform, service,
 * quality and size, and stores that for the pages. Only orders of one service count. One that ended undelivered counts as
 * never delivered; one that still runs counts once it is older than the duration in question. Without enough delivered
 * orders, or where 8 in 10 are not delivered at all, there is no forecast. Safe to repeat. Returns how many there are.
 */
export async function refreshForecasts(db: Db): Promise<number> {
  const measured = await db.$queryRaw<Measured[]>`
    WITH sample AS (
      SELECT platform_slug, service_slug, variant, width_bucket(quantity, ${sizeBounds}::int[]) AS size, status = 'completed' AS is_done,
        status = 'processing' AS is_open,
        CASE status WHEN 'completed' THEN extract(epoch FROM finished_at - paid_at)::float8
          WHEN 'processing' THEN extract(epoch FROM now() - paid_at)::float8 ELSE 'infinity' END AS seconds
      FROM orders
      WHERE created_at > now() - interval '90 days' AND paid_at IS NOT NULL AND parts = '[]'
        AND status IN ('processing', 'completed', 'partial', 'failed')
    ), counted AS (
      SELECT *, count(*) FILTER (WHERE is_done) OVER until_then AS done,
        count(*) OVER (PARTITION BY platform_slug, service_slug, variant, size)
          - count(*) FILTER (WHERE is_open) OVER until_then AS known
      FROM sample WINDOW until_then AS (PARTITION BY platform_slug, service_slug, variant, size ORDER BY seconds)
    )
    SELECT platform_slug AS platform, service_slug AS service, variant, size, count(*) FILTER (WHERE is_done)::int AS orders,
      min(seconds) FILTER (WHERE is_done AND done >= 0.8 * known) AS seconds
    FROM counted GROUP BY platform_slug, service_slug, variant, size`;
  const forecasts = measured.flatMap(({ seconds, ...row }) => {
    const minutes = seconds === null || row.orders < minOrders ? null : forecastMinutes(seconds);
    return minutes === null ? [] : [{ ...row, minutes }];
  });
  await db.$executeRaw`
    WITH fresh AS (
      INSERT INTO variant_forecasts AS kept (platform_slug, service_slug, variant, size, within_minutes, orders)
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(forecasts)}::jsonb)
        AS fresh(platform text, service text, variant text, size int, minutes int, orders int)
      ON CONFLICT (platform_slug, service_slug, variant, size) DO UPDATE SET within_minutes = EXCLUDED.within_minutes,
        orders = EXCLUDED.orders, updated_at = now()
      RETURNING platform_slug, service_slug, variant, size
    )
    DELETE FROM variant_forecasts WHERE (platform_slug, service_slug, variant, size) NOT IN (SELECT * FROM fresh)`;
  return forecasts.length;
}

/** SQL: a worker has measured the row `forecast` in the last two days. */
export const forecastIsFresh = Prisma.sql`forecast.updated_at > now() - interval '2 days'`;

/** The forecasts that a worker has measured in the last two days. */
export async function listForecasts(db: Db): Promise<Forecast[]> {
  return db.$queryRaw<Forecast[]>`
    SELECT platform_slug AS platform, service_slug AS service, variant, size, within_minutes AS minutes
    FROM variant_forecasts AS forecast WHERE ${forecastIsFresh}`;
}
