import { raiseAlert, resolveAlert } from "@/lib/alerts/raise-alert";
import { listSetAside, runIsolated, setAside, takeBack } from "@/lib/alerts/set-aside";
import { getShop } from "@/lib/env";
import { logger } from "@/lib/logger";
import { bookFee } from "@/lib/payments/book-fee";
import { type BookedPayment, listBookedPayments } from "@/lib/payments/booked-payments";
import { comparePayment, type Difference } from "@/lib/payments/compare-payment";
import { listStripePayments, type StripePayment } from "@/lib/payments/stripe-payments";
import { getShopId } from "@/lib/quarantine/shop-id";
import { addMs, day, hour, minute } from "@/lib/time";
import { compareLedger, listMovedOrders } from "./compare-ledger";
import { compareSpending, isListedSpending } from "./compare-spending";
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
 * charges agree, and did their accounts pay for nothing else? Looks at everything that moved since the last run and at
 * every difference that is still listed.
 * A payment that can't be read or posted is set aside and compared again with the next run; the others are compared now.
 * Differences go into reconcile_findings, those that are gone are resolved, and the operator is told while there are
 * any. A fee that Stripe named late is booked on the way. Returns the differences. Throws payment_unavailable.
 */
export async function reconcileBooks(deps: SettleDeps, now: Date): Promise<Difference[]> {
  const { db, stripe } = deps;
  const window = { since: await sinceWhen(deps, now), until: addMs(now, -graceMs) };
  await compareSpending(db);
  const open = await listFindings(db);
  const openIntents = open.map(intentOf).filter((id) => id.startsWith("pi_"));

  const booked = await listBookedPayments(db, window, openIntents);
  const aside = (await listSetAside(db, "ledger")).map(({ id }) => id);
  const also = [...booked.keys(), ...openIntents, ...aside];
  const { payments: atStripe, moving, failed } = await listStripePayments(stripe, window, also);
  for (const [id, error] of failed) await setAside(db, "ledger", id, error);
  await takeBack(db, "ledger", [...atStripe.keys()]);
  const isUnseen = (id: string) => moving.has(id) || failed.has(id);
  const missing = [...atStripe.keys()].filter((id) => !booked.has(id));
  for (const [id, payment] of await listBookedPayments(db, window, missing)) booked.set(id, payment);
  await bookLateFees(deps, atStripe, booked);

  const ours = await namesOurOrders(deps, atStripe);
  const intents = new Set([...booked.keys(), ...ours].filter((id) => !isUnseen(id)));
  const openOrders = open.flatMap((finding) => finding.orderId ?? []);
  const orderIds = [...new Set([...(await listMovedOrders(db, window.since)), ...openOrders])];
  const differences = [
    ...[...intents].flatMap((id) => comparePayment(atStripe.get(id) ?? null, booked.get(id) ?? null)),
    ...(await compareLedger(db, orderIds)),
  ];
  const spending = open.filter((finding) => isListedSpending(finding, now));
  const unseen = [...open.filter((finding) => isUnseen(intentOf(finding))), ...spending];
  await saveFindings(db, { differences, unseen }, { name: cursorName, at: window.until });
  await tellOfFindings(deps, [...differences, ...spending]);
  return differences;
}

/** `refunds:pi_…`: what a difference between Stripe and the books is about. */
function intentOf({ key }: { key: string }): string {
  return key.split(":")[1] ?? "";
}

async function sinceWhen({ db }: SettleDeps, now: Date): Promise<Date> {
  const cursor = await db.reconcileCursor.findUnique({ where: { name: cursorName } });
  if (!cursor) return addMs(now, -firstLookMs);
  // A cursor ahead of now was written while the database's clock was: it must not hide what comes before it.
  return addMs(new Date(Math.min(Date.parse(cursor.value), now.getTime())), -overlapMs);
}

/** The account may be shared: a payment counts when it carries this shop's mark or names one of its orders. */
async function namesOurOrders({ db }: SettleDeps, payments: Map<string, StripePayment>): Promise<string[]> {
  const ids = [...payments.values()].flatMap((payment) => payment.orderId ?? []);
  const known = await db.$queryRaw<{ id: string }[]>`SELECT id FROM orders WHERE id = ANY(${ids}::uuid[])`;
  const ours = new Set(known.map((row) => row.id));
  const shopId = await getShopId(db);
  return [...payments]
    .filter(([, { orderId, shop }]) => shop === shopId || ours.has(orderId ?? ""))
    .map(([intent]) => intent);
}

async function bookLateFees(
  deps: SettleDeps,
  atStripe: Map<string, StripePayment>,
  booked: Map<string, BookedPayment>,
): Promise<void> {
  await runIsolated(deps.db, "ledger", {
    entries: [...booked.values()].filter(
      ({ paymentIntentId, isFeeBooked }) => !isFeeBooked && atStripe.get(paymentIntentId)?.hasFee,
    ),
    idOf: ({ paymentIntentId }) => paymentIntentId,
    run: async (some) => {
      for (const { attemptId: id, orderId, paymentIntentId } of some)
        await bookFee(deps, { id, orderId, paymentIntentId });
    },
    isAlone: true,
  });
}

async function tellOfFindings(
  { db }: SettleDeps,
  differences: Pick<Difference, "key" | "sentence">[],
): Promise<void> {
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
