import { raiseAlert, resolveAlert } from "@/lib/alerts/raise-alert";
import { type Discrepancy, Prisma } from "@/lib/db/generated/client";
import { logger } from "@/lib/logger";
import type { PaymentDeps } from "@/lib/stripe/stripe-client";
import { addMs, day, hour, minute } from "@/lib/time";
import { adjustment, compareBalance } from "./compare-balance";
import { compareLedger, listMovedOrders } from "./compare-ledger";
import { compareSpending, spending } from "./compare-spending";
import { type Difference, findCursor, listDiscrepancies, saveDiscrepancies } from "./discrepancies";
import { storeTransactions } from "./list-transactions";

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

const alertKey = "reconcile";

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
  const window = { ...(await sinceWhen(deps, now, open)), until: addMs(now, -graceMs) };
  await storeTransactions(deps, window.since);
  const balance = await compareBalance(db, window, open.map(subjectOf));
  const openOrders = open.flatMap((discrepancy) => discrepancy.orderId ?? []);
  const orderIds = [...new Set([...(await listMovedOrders(db, window.postedSince)), ...openOrders])];
  const differences = [...balance.differences, ...(await compareLedger(db, orderIds))];
  const moving = new Set(balance.moving);
  const unseen = open.filter((listed) => moving.has(subjectOf(listed)) || isKept(listed, now));
  await saveDiscrepancies(db, { differences, unseen }, { name: cursorName, at: window.until });
  await alertDiscrepancies(deps, [...differences, ...unseen]);
  return differences;
}

/** What the key of a difference is about, such as `refund:re_…`. */
function subjectOf({ key }: { key: string }): string {
  return key.split(":")[1] ?? "";
}

function isKept({ kind, foundAt }: Discrepancy, now: Date): boolean {
  const isPast = kind === spending || kind === adjustment;
  return isPast && now.getTime() - foundAt.getTime() < listedMs;
}

async function sinceWhen(
  { db }: PaymentDeps,
  now: Date,
  open: Discrepancy[],
): Promise<{ since: Date; postedSince: Date }> {
  const cursor = await findCursor(db, cursorName);
  if (cursor === null) {
    const oldest = Math.min(now.getTime(), ...open.map(({ foundAt }) => foundAt.getTime()));
    const postedSince = addMs(now, -firstLookMs);
    return { since: addMs(new Date(oldest), -firstLookMs - marginMs), postedSince };
  }
  // A cursor that was written while the database's clock was ahead must not hide what happened before it.
  const since = addMs(new Date(Math.min(Date.parse(cursor), now.getTime())), -overlapMs);
  return { since, postedSince: since };
}

async function alertDiscrepancies(
  { db }: PaymentDeps,
  differences: Pick<Difference, "key" | "message">[],
): Promise<void> {
  const [first] = differences;
  if (!first) return resolveAlert(db, alertKey);
  const members = Prisma.sql`SELECT found_at AS since FROM discrepancies WHERE resolved_at IS NULL`;
  logger.error(
    { count: differences.length, keys: differences.map(({ key }) => key) },
    "Stripe, the ledger and the suppliers do not agree",
  );
  const more = differences.length > 1 ? ` ${differences.length - 1} more are listed under Operations.` : "";
  await raiseAlert(db, { key: alertKey, kind: "reconcile", message: `${first.message}${more}`, members });
}
