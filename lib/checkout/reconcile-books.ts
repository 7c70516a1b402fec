import { raiseAlert, resolveAlert } from "@/lib/alerts/raise-alert";
import { getShop } from "@/lib/env";
import { logger } from "@/lib/logger";
import { bookFee } from "@/lib/payments/book-fee";
import { type BookedPayment, listBookedPayments } from "@/lib/payments/booked-payments";
import { comparePayment, type Difference } from "@/lib/payments/compare-payment";
import { listStripePayments, type StripePayment } from "@/lib/payments/stripe-payments";
import { addMs, day, hour, minute } from "@/lib/time";
import { compareLedger, listMovedOrders } from "./compare-ledger";
import { listFindings, saveFindings } from "./reconcile-findings";
import type { SettleDeps } from "./settle-payment";

const cursorName = "books";
// Each run looks once more at what the one before saw at its end.
const overlapMs = 12 * hour;
const firstLookMs = 3 * day;
// Webhooks and jobs of the last minutes may still be under way.
const graceMs = 15 * minute;

const alertKey = "reconcile";

/**
 * Once a day: do Stripe's payments, refunds and disputes, the shop's rows, the double-entry books and the suppliers'
 * charges agree? Looks at everything that moved since the last run and at every difference that is still listed.
 * Differences go into reconcile_findings, those that are gone are resolved, and the operator is told while there are
 * any. A fee that Stripe named late is booked on the way. Returns the differences. Throws payment_unavailable.
 */
export async function reconcileBooks(deps: SettleDeps, now: Date): Promise<Difference[]> {
  const { db, stripe } = deps;
  const window = { since: await sinceWhen(deps, now), until: addMs(now, -graceMs) };
  const open = await listFindings(db);
  const openIntents = open.map(intentOf).filter((id) => id.startsWith("pi_"));

  const booked = await listBookedPayments(db, window, openIntents);
  const also = [...booked.keys(), ...openIntents];
  const { payments: atStripe, moving } = await listStripePayments(stripe, window, also);
  const missing = [...atStripe.keys()].filter((id) => !booked.has(id));
  for (const [id, payment] of await listBookedPayments(db, window, missing)) booked.set(id, payment);
  await bookLateFees(deps, atStripe, booked);

  const ours = await namesOurOrders(deps, atStripe);
  const intents = new Set([...booked.keys(), ...ours].filter((id) => !moving.has(id)));
  const openOrders = open.flatMap((finding) => finding.orderId ?? []);
  const orderIds = [...new Set([...(await listMovedOrders(db, window.since)), ...openOrders])];
  const differences = [
    ...[...intents].flatMap((id) => comparePayment(atStripe.get(id) ?? null, booked.get(id) ?? null)),
    ...(await compareLedger(db, orderIds)),
  ];
  const unseen = open.filter((finding) => moving.has(intentOf(finding)));
  await saveFindings(db, { differences, unseen }, { name: cursorName, at: window.until });
  await tellOfFindings(deps, differences);
  return differences;
}

/** `refunds:pi_…`: what a difference between Stripe and the books is about. */
function intentOf({ key }: { key: string }): string {
  return key.split(":")[1] ?? "";
}

async function sinceWhen({ db }: SettleDeps, now: Date): Promise<Date> {
  const cursor = await db.reconcileCursor.findUnique({ where: { name: cursorName } });
  return cursor ? addMs(new Date(cursor.value), -overlapMs) : addMs(now, -firstLookMs);
}

/** The account may be shared: a payment counts when it names one of this shop's orders. */
async function namesOurOrders({ db }: SettleDeps, payments: Map<string, StripePayment>): Promise<string[]> {
  const ids = [...payments.values()].flatMap((payment) => payment.orderId ?? []);
  const known = await db.$queryRaw<{ id: string }[]>`SELECT id FROM orders WHERE id = ANY(${ids}::uuid[])`;
  const ours = new Set(known.map((row) => row.id));
  return [...payments].filter(([, payment]) => ours.has(payment.orderId ?? "")).map(([intent]) => intent);
}

async function bookLateFees(
  deps: SettleDeps,
  atStripe: Map<string, StripePayment>,
  booked: Map<string, BookedPayment>,
): Promise<void> {
  for (const { attemptId: id, orderId, paymentIntentId, isFeeBooked } of booked.values()) {
    if (isFeeBooked || !atStripe.get(paymentIntentId)?.hasFee) continue;
    await bookFee(deps, { id, orderId, paymentIntentId });
  }
}

async function tellOfFindings({ db }: SettleDeps, differences: Difference[]): Promise<void> {
  const [first] = differences;
  if (!first) return resolveAlert(db, alertKey);
  logger.error(
    { count: differences.length, keys: differences.map(({ key }) => key) },
    "the books do not agree",
  );
  const more = differences.length > 1 ? ` ${differences.length - 1} more are listed at the desk.` : "";
  const alert = { key: alertKey, kind: "reconcile", sentence: `${first.sentence}${more}` };
  await raiseAlert(db, alert, getShop().supportEmail);
}
