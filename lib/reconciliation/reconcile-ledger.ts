import { raiseAlert, resolveAlert } from "@/lib/alerts/raise-alert";
import { clearSetAside, listSetAside, runEach, setAside } from "@/lib/alerts/set-aside";
import { Prisma } from "@/lib/db/generated/client";
import { logger } from "@/lib/logger";
import { postFee } from "@/lib/payments/post-fee";
import { getShopId } from "@/lib/quarantine/shop-id";
import type { PaymentDeps } from "@/lib/stripe/stripe-client";
import { addMs, day, hour, minute } from "@/lib/time";
import { compareLedger, listMovedOrders } from "./compare-ledger";
import { comparePayment, type Difference } from "./compare-payment";
import { compareSpending, isListedSpending } from "./compare-spending";
import { findCursor, listDiscrepancies, saveDiscrepancies } from "./discrepancies";
import {
  listPostedPayments,
  listStripePayments,
  type PostedPayment,
  type StripePayment,
} from "./list-payments";

const cursorName = "ledger";
// Each run overlaps the one before.
const overlapMs = 12 * hour;
const firstLookMs = 3 * day;
// Webhooks and jobs of the last minutes may still be in progress.
const graceMs = 15 * minute;

const alertKey = "reconcile";

/**
 * Compares, once a day, Stripe's payments, refunds and disputes with the shop's rows, the rows with the ledger, and the
 * suppliers' accounts with their charges: everything that moved since the last run, and all open discrepancies.
 * Differences are stored as discrepancies, those that are gone are resolved, and an alert lasts while any is open. Fees
 * that Stripe named late are posted too. A payment that can't be read is set aside until the next run. Returns the
 * differences. Errors: payment_unavailable.
 */
export async function reconcileLedger(deps: PaymentDeps, now: Date): Promise<Difference[]> {
  const { db, stripe } = deps;
  const window = { since: await sinceWhen(deps, now), until: addMs(now, -graceMs) };
  await compareSpending(db);
  const open = await listDiscrepancies(db);
  const openIntents = open.map(intentOf).filter((id) => id.startsWith("pi_"));

  const posted = await listPostedPayments(db, window, openIntents);
  const aside = (await listSetAside(db, "ledger")).map(({ id }) => id);
  const also = [...posted.keys(), ...openIntents, ...aside];
  const { payments: atStripe, moving, failed } = await listStripePayments(stripe, window, also);
  for (const [id, error] of failed) await setAside(db, "ledger", id, error);
  await clearSetAside(db, "ledger", [...atStripe.keys()]);
  const isUnseen = (id: string) => moving.has(id) || failed.has(id);
  const missing = [...atStripe.keys()].filter((id) => !posted.has(id));
  for (const [id, payment] of await listPostedPayments(db, window, missing)) posted.set(id, payment);
  await postLateFees(deps, atStripe, posted);

  const ours = await listOurIntents(deps, atStripe);
  const intents = new Set([...posted.keys(), ...ours].filter((id) => !isUnseen(id)));
  const openOrders = open.flatMap((discrepancy) => discrepancy.orderId ?? []);
  const orderIds = [...new Set([...(await listMovedOrders(db, window.since)), ...openOrders])];
  const differences = [
    ...[...intents].flatMap((id) => comparePayment(atStripe.get(id) ?? null, posted.get(id) ?? null)),
    ...(await compareLedger(db, orderIds)),
  ];
  const spending = open.filter((discrepancy) => isListedSpending(discrepancy, now));
  const unseen = [...open.filter((discrepancy) => isUnseen(intentOf(discrepancy))), ...spending];
  await saveDiscrepancies(db, { differences, unseen }, { name: cursorName, at: window.until });
  await alertDiscrepancies(deps, [...differences, ...unseen]);
  return differences;
}

/** The payment intent in the key of a difference from Stripe, such as `refunds:pi_…`. */
function intentOf({ key }: { key: string }): string {
  return key.split(":")[1] ?? "";
}

async function sinceWhen({ db }: PaymentDeps, now: Date): Promise<Date> {
  const cursor = await findCursor(db, cursorName);
  if (cursor === null) return addMs(now, -firstLookMs);
  // A cursor that was written while the database's clock was ahead must not hide what happened before it.
  return addMs(new Date(Math.min(Date.parse(cursor), now.getTime())), -overlapMs);
}

/** Shops may share a Stripe account: a payment is ours when it carries this shop's id or names one of its orders. */
async function listOurIntents({ db }: PaymentDeps, payments: Map<string, StripePayment>): Promise<string[]> {
  const ids = [...payments.values()].flatMap((payment) => payment.orderId ?? []);
  const known = await db.$queryRaw<{ id: string }[]>`SELECT id FROM orders WHERE id = ANY(${ids}::uuid[])`;
  const ours = new Set(known.map((row) => row.id));
  const shopId = await getShopId(db);
  return [...payments]
    .filter(([, { orderId, shop }]) => shop === shopId || ours.has(orderId ?? ""))
    .map(([intent]) => intent);
}

async function postLateFees(
  deps: PaymentDeps,
  atStripe: Map<string, StripePayment>,
  posted: Map<string, PostedPayment>,
): Promise<void> {
  const late = [...posted.values()].flatMap(({ attemptId, orderId, paymentIntentId: id, isFeePosted }) =>
    !isFeePosted && atStripe.get(id)?.hasFee ? { id, attemptId, orderId } : [],
  );
  await runEach(deps.db, "ledger", late, ({ id: paymentIntentId, attemptId, orderId }) =>
    postFee(deps, { id: attemptId, orderId, paymentIntentId }),
  );
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
