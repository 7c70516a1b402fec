import type { Db } from "@/lib/base/db/client";
import { addMs, day } from "@/lib/base/time/time";
import { type LedgerTotals, ledgerSums } from "@/lib/orders/ledger/order-totals";
import { may, type StaffRole } from "@/lib/people/auth/roles";
import { loadDailyRevenue } from "./shop-totals";
import { daysCompared, type UnusualDay, unusualDay } from "./unusual-day";

/** What happened since an administrator's last visit. What the role does not include is null. */
export type SinceVisit = {
  since: Date;
  /** Orders that were paid. */
  orders: number | null;
  /** Received and refunded, one row for each currency. */
  money: Pick<LedgerTotals, "currency" | "revenueMicros" | "refundsMicros">[] | null;
  tickets: number | null;
  alerts: number | null;
  /** Yesterday, if it was unlike other days of its weekday. */
  unusual: UnusualDay | null;
};

/** Longer absences count from here, so that the numbers stay quick to read. */
const longestMs = 14 * day;

/** What happened since `lastVisit`, at most two weeks ago, as far as the role may read it. */
export async function loadSinceVisit(
  db: Db,
  { role, lastVisit, now }: { role: StaffRole | null; lastVisit: Date; now: Date },
): Promise<SinceVisit> {
  const since = new Date(Math.max(lastVisit.getTime(), addMs(now, -longestMs).getTime()));
  const [orders, money, tickets, alerts, days] = await Promise.all([
    may(role, "orders.read") ? db.order.count({ where: { paidAt: { gt: since } } }) : null,
    may(role, "numbers.read")
      ? db.$queryRaw<LedgerTotals[]>`
          SELECT currency, ${ledgerSums} FROM ledger_entries WHERE created_at > ${since}
          GROUP BY currency ORDER BY currency`
      : null,
    may(role, "tickets.read") ? db.supportTicket.count({ where: { createdAt: { gt: since } } }) : null,
    may(role, "operations.read") ? db.operatorAlert.count({ where: { firstAt: { gt: since } } }) : null,
    may(role, "numbers.read") ? loadDailyRevenue(db, addMs(now, -day), daysCompared) : [],
  ]);
  return { since, orders, money, tickets, alerts, unusual: unusualDay(days) };
}
