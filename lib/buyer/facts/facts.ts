import type { Database, Db } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { plural } from "@/lib/base/text/plural";

/** How many days a fact looks back. */
export const factDays = 90;

/** A counted figure: `value` of `n` orders or messages, or minutes. */
export type CountedFact = { name: string; n: number; value: number | null; since: Date; until: Date };

/** A fact as its page prints it. */
type ShownFact = { figure: string; message: string; how: string };

type Fact = {
  /** With fewer than this, the fact is hidden, because it would be chance. */
  minimum: number;
  /** One row, `n` and `value`, of the last 90 days. */
  sql: Prisma.Sql;
  say(n: string, value: number | null, all: number): Pick<ShownFact, "figure" | "message">;
  how: string;
};

const since = Prisma.sql`now() - ${factDays}::int * interval '1 day'`;

const paid = Prisma.sql`FROM orders WHERE paid_at >= ${since}`;

/** The median of `minutes`, where 1e9 stands for what has not ended; null while fewer than half have ended. */
const median = Prisma.sql`
  count(*)::int AS n, CASE WHEN percentile_disc(0.5) WITHIN GROUP (ORDER BY minutes) < 1e9
    THEN ceil(percentile_disc(0.5) WITHIN GROUP (ORDER BY minutes))::int END AS value`;

/**
 * Every fact the shop states about itself, as a query. No fact flatters: good figures are rounded down, bad ones up,
 * and what has not happened yet counts as infinitely late.
 */
export const facts: Record<string, Fact> = {
  delivered: {
    minimum: 30,
    sql: Prisma.sql`
      SELECT count(*)::int AS n, count(*) FILTER (WHERE status = 'completed')::int AS value
      ${paid} AND status IN ('completed', 'partial', 'failed')`,
    say: (n, value, all) => ({
      figure: `${shareDown(value, all)}%`,
      message: `Of the ${n} orders that were paid and have ended in the last ${factDays} days, ${shareDown(value, all)}% were delivered in full.`,
    }),
    how: "Delivered in full means every unit of every target. The rest arrived in part or not at all, and what is missing is refunded. Rounded down.",
  },
  started: {
    minimum: 30,
    sql: Prisma.sql`
      SELECT ${median}
      FROM (
        SELECT COALESCE(extract(epoch FROM begun.at - paid_at) / 60, 1e9)::float8 AS minutes
        FROM orders LEFT JOIN LATERAL (
          SELECT min(created_at) AS at FROM order_events
          WHERE order_id = orders.id AND type = 'item.changed' AND "to" IN ('in_progress', 'completed', 'partial')
        ) AS begun ON true
        WHERE paid_at >= ${since} AND paid_at < now() - interval '1 day'
      ) AS started`,
    say: sayMedian(
      (n) => `Of the ${n} orders that were paid in the last ${factDays} days, fewer than half have started.`,
      (n, time) =>
        `Half of the ${n} orders paid in the last ${factDays} days started within ${time} of payment.`,
    ),
    how: "From the payment to the first delivery that a supplier reports. Orders that never started count as the slowest; those of the last day are left out. Rounded up.",
  },
  refunded: {
    minimum: 100,
    sql: Prisma.sql`
      SELECT count(*)::int AS n, count(*) FILTER (WHERE refunded_cents > 0)::int AS value ${paid}`,
    say: (n, value, all) => ({
      figure: `${shareUp(value, all)}%`,
      message: `Of the ${n} orders that were paid in the last ${factDays} days, ${shareUp(value, all)}% were refunded, in full or in part.`,
    }),
    how: "Every refund counts, including those that we made without being asked. Rounded up.",
  },
  disputed: {
    minimum: 100,
    sql: Prisma.sql`
      SELECT count(*)::int AS n,
        count(*) FILTER (WHERE EXISTS (SELECT FROM disputes WHERE order_id = orders.id))::int AS value ${paid}`,
    say: (n, value, all) => ({
      figure: `${shareUp(value, all)}%`,
      message: `Of the ${n} orders that were paid in the last ${factDays} days, ${shareUp(value, all)}% were disputed with the buyer's bank.`,
    }),
    how: "Every dispute that was opened counts, however it ended. Rounded up.",
  },
  answered: {
    minimum: 20,
    sql: Prisma.sql`
      SELECT ${median}
      FROM (
        SELECT COALESCE(extract(epoch FROM answer.at - ticket.created_at) / 60, 1e9)::float8 AS minutes
        FROM support_tickets AS ticket LEFT JOIN LATERAL (
          SELECT min(created_at) AS at FROM ticket_messages
          WHERE ticket_id = ticket.id AND author = 'administrator'
        ) AS answer ON true
        WHERE ticket.created_at >= ${since} AND ticket.created_at < now() - interval '1 day'
          AND kind IN ('support', 'custom_package')
      ) AS answered`,
    say: sayMedian(
      (n) => `Of the ${n} messages to support of the last ${factDays} days, fewer than half have an answer.`,
      (n, time) =>
        `Half of the ${n} messages to support of the last ${factDays} days were answered within ${time}.`,
    ),
    how: "Counted up to the first answer from a person. Messages without an answer count as the slowest; those of the last day are left out. Rounded up.",
  },
};

/** Counts every fact over the last 90 days and keeps the figures; the pages that show them are rendered again. */
export async function countFacts(db: Database): Promise<void> {
  const counted: Pick<CountedFact, "name" | "n" | "value">[] = [];
  for (const [name, { sql }] of Object.entries(facts)) {
    const [row] = await db.$queryRaw<Pick<CountedFact, "n" | "value">[]>(sql);
    counted.push({ name, n: row?.n ?? 0, value: row?.value ?? null });
  }
  await db.$executeRaw`
    INSERT INTO facts (name, n, value, since, until)
    SELECT name, n, value, ${since}, now()
    FROM json_to_recordset(${JSON.stringify(counted)}::json) AS counted(name text, n int, value int)
    ORDER BY name
    ON CONFLICT (name) DO UPDATE SET n = EXCLUDED.n, value = EXCLUDED.value, since = EXCLUDED.since,
      until = EXCLUDED.until`;
}

/** The figures as they were counted last. */
export function listFacts(db: Db): Promise<CountedFact[]> {
  return db.fact.findMany({ orderBy: { name: "asc" } });
}

/** The facts with enough data behind them, in words, in the order above. Pure. */
export function showFacts(counted: readonly CountedFact[]): ShownFact[] {
  return Object.entries(facts).flatMap(([name, { minimum, say, how }]) => {
    const found = counted.find((fact) => fact.name === name);
    if (!found || found.n < minimum) return [];
    return [{ ...say(found.n.toLocaleString("en-US"), found.value, found.n), how }];
  });
}

/** The share of orders delivered in full, as its fact states it; null while too few have ended. */
export function shareDelivered(counted: readonly CountedFact[]): string | null {
  const delivered = counted.filter(({ name }) => name === "delivered");
  return showFacts(delivered)[0]?.figure ?? null;
}

/** A median in words, or the statement that there is none because fewer than half have an end. */
function sayMedian(few: (n: string) => string, half: (n: string, time: string) => string): Fact["say"] {
  return (n, value) =>
    value === null
      ? { figure: "Under half", message: few(n) }
      : { figure: durationUp(value), message: half(n, durationUp(value)) };
}

/**
 * A percentage where higher is better, rounded down to a whole one so that it is never overstated; 100 only for all.
 */
function shareDown(part: number | null, all: number): number {
  return Math.floor(((part ?? 0) * 100) / all);
}

/** A percentage where lower is better, rounded up to a tenth so that it is never understated; 0.0 only for none. */
function shareUp(part: number | null, all: number): string {
  return (Math.ceil(((part ?? 0) * 1_000) / all) / 10).toFixed(1);
}

/** Minutes in words, rounded up: minutes to two hours, hours to two days, then days. */
function durationUp(minutes: number): string {
  const units: [size: number, name: string, most: number][] = [
    [1, "minute", 120],
    [60, "hour", 48],
    [1_440, "day", Number.POSITIVE_INFINITY],
  ];
  const [size, name] = units.find(([each, , most]) => Math.ceil(minutes / each) <= most) ?? [1_440, "day"];
  return plural(Math.max(1, Math.ceil(minutes / size)), name);
}
