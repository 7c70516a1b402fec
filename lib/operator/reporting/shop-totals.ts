import type { Db } from "@/lib/base/db/client";

/** The dashboard's figures. Money is cents; `conversion` is completed of all orders in percent, null without orders. */
type Figures = { revenueCents: number; orders: number; completed: number; conversion: number | null };

export type ShopTotals = Figures & {
  growth: Record<"revenue" | "orders" | "completed" | "conversion", number | null>;
};

type Sums = Omit<Figures, "conversion"> & { part: "current" | "before" | "earlier" };

/**
 * The figures over all orders, also those deleted unpaid, and their growth: this calendar month to date against the same
 * days of last month, in percent, null when last month was zero. Revenue is paid minus refunded. Reads daily totals (UTC,
 * by the day an order was placed), so its cost does not grow with the number of orders.
 */
export async function loadShopTotals(db: Db, now: Date): Promise<ShopTotals> {
  const today = now.toISOString().slice(0, 10);
  const rows = await db.$queryRaw<Sums[]>`
    WITH span AS (
      SELECT ${today}::date AS today, date_trunc('month', ${today}::date)::date AS month,
        (date_trunc('month', ${today}::date) - interval '1 month')::date AS last_month
    )
    SELECT CASE WHEN day >= month THEN 'current'
        WHEN day >= last_month AND day - last_month <= today - month THEN 'before' ELSE 'earlier' END AS part,
      sum(paid_cents - refunded_cents)::float8 AS "revenueCents", sum(orders)::float8 AS orders,
      sum(completed)::float8 AS completed
    FROM order_totals, span GROUP BY 1`;
  const current = figures(rows.filter(({ part }) => part === "current"));
  const before = figures(rows.filter(({ part }) => part === "before"));
  return {
    ...figures(rows),
    growth: {
      revenue: growth(current.revenueCents, before.revenueCents),
      orders: growth(current.orders, before.orders),
      completed: growth(current.completed, before.completed),
      conversion: growth(current.conversion, before.conversion),
    },
  };
}

function figures(rows: Sums[]): Figures {
  const sum = (name: "revenueCents" | "orders" | "completed") =>
    rows.reduce((total, row) => total + row[name], 0);
  const [orders, completed] = [sum("orders"), sum("completed")];
  const conversion = orders === 0 ? null : (completed * 100) / orders;
  return { revenueCents: sum("revenueCents"), orders, completed, conversion };
}

/** The change in percent; null without a positive base. */
export function growth(current: number | null, before: number | null): number | null {
  if (current === null || before === null || before <= 0) return null;
  return ((current - before) * 100) / before;
}

export type DayRevenue = { day: string; revenueCents: number; orders: number };

/** Revenue and orders of each of the last `days` days, today included, oldest first; days without orders are zero. */
export async function loadDailyRevenue(db: Db, now: Date, days: number): Promise<DayRevenue[]> {
  const today = now.toISOString().slice(0, 10);
  return db.$queryRaw<DayRevenue[]>`
    SELECT to_char(span.day, 'YYYY-MM-DD') AS day,
      COALESCE(sum(paid_cents - refunded_cents), 0)::float8 AS "revenueCents", COALESCE(sum(orders), 0)::int AS orders
    FROM generate_series(${today}::date - ${days - 1}::int, ${today}::date, interval '1 day') AS span(day)
    LEFT JOIN order_totals ON order_totals.day = span.day::date
    GROUP BY span.day ORDER BY span.day`;
}
