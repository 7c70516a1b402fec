import { raiseAlert, resolveAlert } from "@/lib/alerts/raise-alert";
import { listSetAside, runIsolated, setAside, takeBack } from "@/lib/alerts/set-aside";
import { getShop } from "@/lib/env";
import { logger } from "@/lib/logger";
import { postFee } from "@/lib/payments/post-fee";
import type { PaymentDeps } from "@/lib/payments/settle-payment";
import { getShopId } from "@/lib/quarantine/shop-id";
import { addMs, day, hour, minute } from "@/lib/time";
import { compareLedger, listMovedOrders } from "./compare-ledger";
import { comparePayment, type Difference } from "./compare-payment";
import { compareSpending, isListedSpending } from "./compare-spending";
import { listDiscrepancies, saveDiscrepancies } from "./discrepancies";
import { listPostedPayments, type PostedPayment } from "./posted-payments";
import { listStripePayments, type StripePayment } from "./stripe-payments";

const cursorName = "ledger";
// Each run looks once more at what the one before saw at its end.
const overlapMs = 12 * hour;
const firstLookMs = 3 * day;
// Webhooks and jobs of the last minutes may still be in progress.
const graceMs = 15 * minute;

const alertKey = "reconcile";

/**
 * Once a day: do Stripe's payments, refunds and disputes, the shop's rows, the double-entry ledger and the suppliers'
 * charges agree, and did their accounts pay for nothing else? Looks at everything that moved since the last run and at
 * every difference that is still listed.
 * A payment that can't be read or posted is set aside and compared again with the next run; the others are compared now.
 * Differences go into discrepancies, those that are gone are resolved, and the operator is told while there are
 * any. A fee that Stripe named late is posted on the way. Returns the differences. Throws payment_unavailable.
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
  await takeBack(db, "ledger", [...atStripe.keys()]);
  const isUnseen = (id: string) => moving.has(id) || failed.has(id);
  const missing = [...atStripe.keys()].filter((id) => !posted.has(id));
  for (const [id, payment] of await listPostedPayments(db, window, missing)) posted.set(id, payment);
  await postLateFees(deps, atStripe, posted);

  const ours = await namesOurOrders(deps, atStripe);
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
  await alertDiscrepancies(deps, [...differences, ...spending]);
  return differences;
}

/** `refunds:pi_…`: what a difference between Stripe and the ledger is about. */
function intentOf({ key }: { key: string }): string {
  return key.split(":")[1] ?? "";
}

async function sinceWhen({ db }: PaymentDeps, now: Date): Promise<Date> {
  const cursor = await db.reconcileCursor.findUnique({ where: { name: cursorName } });
  if (!cursor) return addMs(now, -firstLookMs);
  // A cursor ahead of now was written while the database's clock was: it must not hide what comes before it.
  return addMs(new Date(Math.min(Date.parse(cursor.value), now.getTime())), -overlapMs);
}

/** The account may be shared: a payment counts when it carries this shop's mark or names one of its orders. */
async function namesOurOrders({ db }: PaymentDeps, payments: Map<string, StripePayment>): Promise<string[]> {
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
  await runIsolated(deps.db, "ledger", {
    entries: [...posted.values()].filter(
      ({ paymentIntentId, isFeePosted }) => !isFeePosted && atStripe.get(paymentIntentId)?.hasFee,
    ),
    idOf: ({ paymentIntentId }) => paymentIntentId,
    run: async (some) => {
      for (const { attemptId: id, orderId, paymentIntentId } of some)
        await postFee(deps, { id, orderId, paymentIntentId });
    },
    isAlone: true,
  });
}

async function alertDiscrepancies(
  { db }: PaymentDeps,
  differences: Pick<Difference, "key" | "message">[],
): Promise<void> {
  const [first] = differences;
  if (!first) return resolveAlert(db, alertKey);
  logger.error(
    { count: differences.length, keys: differences.map(({ key }) => key) },
    "the ledger do not agree",
  );
  const more = differences.length > 1 ? ` ${differences.length - 1} more are listed at the admin pages.` : "";
  const alert = { key: alertKey, kind: "reconcile", message: `${first.message}${more}` };
  await raiseAlert(db, alert, getShop().supportEmail);
}
