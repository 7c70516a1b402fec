import type { Database } from "@/lib/base/db/client";
import { type Discrepancy, Prisma } from "@/lib/base/db/generated/client";
import { logger } from "@/lib/base/logger";
import { databaseNow } from "@/lib/base/time/clock";
import { addMs, day, hour, minute } from "@/lib/base/time/time";
import { raiseAlert, resolveAlert } from "@/lib/mail/alerts/raise-alert";
import type { PaymentDeps } from "@/lib/money/stripe/stripe-client";
import { adjustment, compareBalance, type Window } from "./compare-balance";
import { compareLedger } from "./compare-ledger";
import { compareSpending, spending } from "./compare-spending";
import {
  type Difference,
  findCursor,
  listDiscrepancies,
  moveCursor,
  saveDiscrepancies,
} from "./discrepancies";
import { storeTransactions } from "./store-transactions";

const cursorName = "balance_transactions";
// Each run overlaps the one before.
const overlapMs = 12 * hour;
const firstLookMs = 3 * day;
// A payment may be posted days after Stripe took it, so the first run fetches more rows than it compares postings.
const marginMs = 7 * day;
// Webhooks and jobs of the last minutes may still be in progress.
const graceMs = 15 * minute;
// How long a discrepancy stays listed that no later run can explain.
const listedMs = 7 * day;

/**
 * Compares, once a day, the rows of Stripe's balance with the ledger, the shop's rows with the ledger, and the suppliers'
 * accounts with their charges: everything that moved since the last run, and all open discrepancies. Fees that the ledger
 * lacks are posted from the rows. Differences are stored as discrepancies, those that are gone are resolved, and an alert
 * lasts while any is open. Returns the differences. Errors: payment_unavailable, payment_misconfigured.
 */
export async function reconcileLedger(deps: PaymentDeps, now: Date): Promise<Difference[]> {
  const { db } = deps;
  await compareSpending(db);
  const open = await listDiscrepancies(db);
  const window = await nextWindow(db, now, open);
  await storeTransactions(deps, window.since);
  const balance = await compareBalance(db, window, open.map(subjectOf));
  const openOrders = open.flatMap(({ orderId }) => orderId ?? []);
  const differences = [...balance.differences, ...(await compareLedger(db, window.postedSince, openOrders))];
  const moving = open.filter((listed) => balance.moving.includes(subjectOf(listed)));
  await db.$transaction(async (tx) => {
    await saveDiscrepancies(tx, differences);
    await tx.discrepancy.updateMany({
      where: {
        resolvedAt: null,
        key: { notIn: [...differences, ...moving].map(({ key }) => key) },
        NOT: { kind: { in: [spending, adjustment] }, foundAt: { gt: addMs(now, -listedMs) } },
      },
      data: { resolvedAt: databaseNow() },
    });
    await moveCursor(tx, cursorName, window.until.toISOString());
  });
  await alertDiscrepancies(db);
  return differences;
}

/** The subject of a difference's key, such as `re_…` of `refund:re_…`. */
function subjectOf({ key }: { key: string }): string {
  return key.split(":")[1] ?? "";
}

async function nextWindow(db: Database, now: Date, [oldest]: Discrepancy[]): Promise<Window> {
  const until = addMs(now, -graceMs);
  const cursor = await findCursor(db, cursorName);
  if (cursor === null) {
    const since = addMs(oldest?.foundAt ?? now, -firstLookMs - marginMs);
    return { since, postedSince: addMs(now, -firstLookMs), until };
  }
  // A cursor that was written while the database's clock was ahead must not hide what happened before it.
  const since = addMs(new Date(Math.min(Date.parse(cursor), now.getTime())), -overlapMs);
  return { since, postedSince: since, until };
}

/** The alert quotes the newest discrepancy. */
async function alertDiscrepancies(db: Database): Promise<void> {
  const key = "reconcile";
  const open = await listDiscrepancies(db);
  const newest = open.at(-1);
  if (!newest) return resolveAlert(db, key);
  logger.error(
    { count: open.length, keys: open.map((listed) => listed.key) },
    "Stripe, the ledger and the suppliers do not agree",
  );
  const more = open.length > 1 ? ` ${open.length - 1} more are listed under Operations.` : "";
  const members = Prisma.sql`SELECT found_at AS since FROM discrepancies WHERE resolved_at IS NULL`;
  await raiseAlert(db, { key, kind: key, message: `${newest.message}${more}`, members });
}
