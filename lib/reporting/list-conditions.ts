import type { Db } from "@/lib/db/client";

export type AlertRow = {
  key: string;
  message: string;
  firstAt: string;
  lastAt: string;
  resolvedAt: string | null;
  times: number;
};

/** Alerts that are on, the oldest first, then those of the last seven days that are over, the newest first. */
export async function listAlerts(db: Db, { limit }: { limit: number }): Promise<AlertRow[]> {
  const rows = await db.$queryRaw<
    { key: string; message: string; first: Date; last: Date; over: Date | null; times: number }[]
  >`
    SELECT key, message, first_at AS first, last_at AS last, resolved_at AS over, times FROM operator_alerts
    WHERE resolved_at IS NULL OR resolved_at > now() - interval '7 days'
    ORDER BY resolved_at DESC NULLS FIRST, first_at LIMIT ${limit}::int`;
  return rows.map(({ first, last, over, ...row }) => ({
    ...row,
    firstAt: first.toISOString(),
    lastAt: last.toISOString(),
    resolvedAt: over?.toISOString() ?? null,
  }));
}

/** The newest Stripe events, each with the message that handling it produced. */
export async function listStripeEvents(db: Db, { limit }: { limit: number }) {
  const rows = await db.stripeEvent.findMany({
    orderBy: { receivedAt: "desc" },
    take: limit,
    select: { id: true, type: true, outcome: true, receivedAt: true },
  });
  return rows.map(({ receivedAt, outcome, ...row }) => ({
    ...row,
    outcome: outcome ?? "Stored; a worker handles it.",
    receivedAt: receivedAt.toISOString(),
  }));
}
