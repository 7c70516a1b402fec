import type { Db } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { addMs, day } from "@/lib/base/time/time";
import { erasedEmail } from "@/lib/mail/address/address";
import type { PageView } from "@/lib/shop/analytics/page-views";

/** The periods that the page Numbers offers, in days. */
export const periodDays = [7, 30, 90] as const;

/** From the start of one day (UTC) up to, but not including, the start of another. */
export type Period = { from: Date; to: Date };

/** The last days, including today, and as many days before them. Pure. */
export function periodsOf(now: Date, days: (typeof periodDays)[number]): { current: Period; before: Period } {
  const today = new Date(Math.floor(now.getTime() / day) * day);
  const to = addMs(today, day);
  const from = addMs(to, -days * day);
  return { current: { from, to }, before: { from: addMs(from, -days * day), to: from } };
}

/** The funnel's steps. The first four are counted views, the last three are orders, which are exact. */
export const funnelSteps = [
  "page",
  "details",
  "selection",
  "checkout",
  "placed",
  "paid",
  "delivered",
] as const;
export type FunnelStep = (typeof funnelSteps)[number];
export type Funnel = Record<FunnelStep, number>;

/** The part of the funnel to load: everything, one platform, or one service of it. */
type FunnelPart = { platform?: string | undefined; service?: string | undefined };

/**
 * The funnel of a period (UTC days): views of pages in it, and the orders placed in it, also those deleted since, with
 * what has become of them. A page about no platform counts only in the funnel of everything.
 */
export async function loadFunnel(
  db: Db,
  { from, to }: Period,
  { platform, service }: FunnelPart = {},
): Promise<Funnel> {
  const isPart = Prisma.sql`(${platform ?? null}::text IS NULL OR platform_slug = ${platform ?? null})
    AND (${service ?? null}::text IS NULL OR service_slug = ${service ?? null})`;
  const [views, [orders]] = await Promise.all([
    db.$queryRaw<(Pick<PageView, "page"> & { views: number })[]>`
      SELECT page, sum(views)::int AS views FROM page_views
      WHERE day >= ${from}::timestamptz AT TIME ZONE 'UTC' AND day < ${to}::timestamptz AT TIME ZONE 'UTC'
        AND (${platform ?? null}::text IS NULL OR platform = ${platform ?? null})
        AND (${service ?? null}::text IS NULL OR service = ${service ?? null})
      GROUP BY page`,
    db.$queryRaw<Pick<Funnel, "placed" | "paid" | "delivered">[]>`
      SELECT (count(*) + COALESCE((SELECT sum(orders) FROM deleted_orders
          WHERE day >= ${from}::timestamptz AT TIME ZONE 'UTC' AND day < ${to}::timestamptz AT TIME ZONE 'UTC'
            AND ${isPart}), 0))::int AS placed,
        count(paid_at)::int AS paid,
        (count(*) FILTER (WHERE paid_at IS NOT NULL AND status = 'completed'))::int AS delivered
      FROM orders WHERE created_at >= ${from} AND created_at < ${to} AND ${isPart}`,
  ]);
  const viewsOf = (pages: string[]) =>
    views.filter(({ page }) => pages.includes(page)).reduce((sum, row) => sum + row.views, 0);
  return {
    page: viewsOf(["home", "platform", "service"]),
    details: viewsOf(["details"]),
    selection: viewsOf(["selection"]),
    checkout: viewsOf(["checkout"]),
    ...(orders ?? { placed: 0, paid: 0, delivered: 0 }),
  };
}

export type RepeatBuyers = { orders: number; repeated: number };

/**
 * The orders paid in a period, and how many of them came from a buyer who had paid before, with the same account or the
 * same address. Orders of erased accounts are matched only by the account.
 */
export async function loadRepeatBuyers(db: Db, { from, to }: Period): Promise<RepeatBuyers> {
  const [row] = await db.$queryRaw<RepeatBuyers[]>`
    SELECT count(*)::int AS orders, (count(*) FILTER (WHERE
      EXISTS (SELECT FROM orders AS earlier
        WHERE earlier.user_id = paid.user_id AND (earlier.paid_at, earlier.id) < (paid.paid_at, paid.id))
      OR (paid.email <> ${erasedEmail} AND EXISTS (SELECT FROM orders AS earlier
        WHERE earlier.email = paid.email AND (earlier.paid_at, earlier.id) < (paid.paid_at, paid.id)))
    ))::int AS repeated
    FROM orders AS paid WHERE paid_at >= ${from} AND paid_at < ${to}`;
  return row ?? { orders: 0, repeated: 0 };
}
