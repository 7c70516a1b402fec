import type Stripe from "stripe";
import type { Tx } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { logger, logOrder } from "@/lib/base/logger";
import { formatAmount } from "@/lib/base/money";
import { shortOrderId } from "@/lib/base/order-id";
import { quarantineFor } from "@/lib/base/quarantine/start-quarantine";
import { databaseNow } from "@/lib/base/time/clock";
import { insertItems } from "@/lib/delivery/items/create-items";
import { promoteLocked } from "@/lib/delivery/items/promote-waiting";
import { raiseAlert } from "@/lib/mail/alerts/raise-alert";
import { enqueueMail, enqueueOrderMails } from "@/lib/mail/queue/enqueue-mail";
import { recordDispute } from "@/lib/money/disputes/record-dispute";
import { recordFraudWarning } from "@/lib/money/disputes/record-fraud-warning";
import type { PaymentRefusal } from "@/lib/money/refunds/refund-reasons";
import { requestRefund } from "@/lib/money/refunds/request-refund";
import { adoptRefund } from "@/lib/money/refunds/sync-refunds";
import { callStripe, idOf, type PaymentDeps, paymentFee } from "@/lib/money/stripe/stripe-client";
import { feeMovement, paymentMovement } from "@/lib/orders/ledger/movements";
import { movementInsert, recordMovement } from "@/lib/orders/ledger/record-movement";
import { expireOrder } from "@/lib/orders/order/close-order";
import { flagOrder } from "@/lib/orders/order/flag-order";
import { orderPaid } from "@/lib/orders/order/payment-status";
import { recordEvents } from "@/lib/orders/order/record-event";
import { adoptSession } from "./adopt-session";
import { closeAttempt } from "./attempts";
import { type Attempted, type LockedRow, lockAttempt, refusalOf } from "./lock-attempt";
import { alertLostPayment, isLeftToOperator } from "./lost-payment";
import { orderConfirmedMail, paymentFailedMail } from "./payment-mails";
import {
  chargeOf,
  isOwnSession,
  type Returned,
  readReturned,
  readSubject,
  readWarnings,
} from "./read-session";
import { holdForCard } from "./record-card";

/**
 * paid: this call or an earlier one settled the order with this session. refunding: the money arrived but can't be the
 * order's payment (a second one, a wrong amount, an excluded country, the block list, an order its buyer withdrew from)
 * and is being refunded. open, expired: nothing was paid. failed: a delayed payment was refused. lost: paid to this
 * shop, but the database has lost its order and the session can't rebuild it; an alert names it. foreign: not a session
 * of this shop.
 */
type Settled =
  | {
      kind: "paid" | "refunding" | "open" | "expired" | "failed" | "lost";
      orderId: string;
      session: Stripe.Checkout.Session;
    }
  | { kind: "foreign"; session: Stripe.Checkout.Session };

/**
 * Brings an order into line with Stripe's state of one of its sessions. Safe to repeat and to run concurrently: the
 * webhook, the success page and the reconciler all call it, and neither the order nor the age of events matters. A paid
 * session of this shop that the database does not know proves that the database went back in time, unless an earlier
 * recovery has found it: the quarantine begins, and the order is rebuilt. `isRebuilt` says that the database has lost
 * the payment itself. Errors: not_found (Stripe does not know the session), payment_unavailable, payment_misconfigured.
 */
export async function settlePayment(
  deps: PaymentDeps,
  sessionId: string,
  { isRebuilt = false }: { isRebuilt?: boolean } = {},
): Promise<Settled> {
  const session = await callStripe(
    deps.stripe.checkout.sessions.retrieve(sessionId, {
      expand: ["payment_intent.latest_charge.balance_transaction"],
    }),
    "session",
  );
  const subject = readSubject(session);
  if (!subject) return { kind: "foreign", session };
  const { orderId, number } = subject;
  const attempted = { orderId, number, session };
  logOrder(orderId);

  if (session.payment_status === "paid") {
    const paid = { ...attempted, ...(await readReturned(deps, session)) };
    const settled =
      (await settleKnown(deps, paid, { isRebuilt })) ??
      ((await isOwnSession(deps.db, session)) ? await settleLost(deps, paid) : null);
    if (!settled) return { kind: "foreign", session };
    const { kind, isNews } = settled;
    const facts = { orderId, attempt: number, sessionId };
    if (isNews && kind === "paid") logger.info(facts, "order paid");
    if (isNews && kind === "refunding") logger.warn(facts, "a payment that is not the order's is refunded");
    return { kind, orderId, session };
  }
  if (session.status === "open") return { kind: "open", orderId, session };
  if (session.status === "expired") {
    await deps.db.$transaction((tx) => closeUnpaid(tx, attempted, "expired"));
    return { kind: "expired", orderId, session };
  }
  // Complete but unpaid means a delayed method; the session may still be paid until that fails.
  const intent = typeof session.payment_intent === "object" ? session.payment_intent : null;
  if (intent && (intent.status === "requires_payment_method" || intent.status === "canceled")) {
    await deps.db.$transaction((tx) => closeUnpaid(tx, attempted, "failed"));
    return { kind: "failed", orderId, session };
  }
  return { kind: "open", orderId, session };
}

type PaidAttempt = Attempted & Returned;
type PaidOutcome = { kind: "paid" | "refunding" | "lost"; isNews: boolean };

/**
 * Settles a payment in a transaction; null when the database has no such attempt. Fraud warnings that the transaction
 * finds are read from Stripe before it is run again, because no transaction waits for Stripe.
 */
async function settleKnown(
  deps: PaymentDeps,
  paid: PaidAttempt,
  options: { isRebuilt: boolean },
): Promise<PaidOutcome | null> {
  const settled = await deps.db.$transaction((tx) => settlePaid(tx, paid, options));
  if (settled?.kind !== "warned") return settled;
  const { warningIds } = settled;
  const warnings = await readWarnings(deps, warningIds);
  return settleKnown(deps, { ...paid, warnings, warningIds }, options);
}

/**
 * The quarantine begins before the order is rebuilt, because it may have been delivered and refunded already. A payment
 * that a recovery has left to the operator stays as it is.
 */
async function settleLost(deps: PaymentDeps, attempted: PaidAttempt): Promise<PaidOutcome> {
  const { db } = deps;
  const { session } = attempted;
  if (await isLeftToOperator(db, session.id)) return { kind: "lost", isNews: false };
  await quarantineFor(db, "a payment", session);
  if (await adoptSession(deps, session)) {
    const settled = await settleKnown(deps, attempted, { isRebuilt: true });
    if (settled) return settled;
  }
  await alertLostPayment(db, session);
  return { kind: "lost", isNews: true };
}

/**
 * Null when the database has no such attempt; warned, with nothing written, when fraud warnings are to be read first.
 * What has gone back of the payment is recorded in the same transaction, because a worker may send the items as soon as
 * it commits. `isRebuilt`: the payment comes from Stripe's records (`refusalOf`).
 */
async function settlePaid(
  tx: Tx,
  attempted: PaidAttempt,
  { isRebuilt }: { isRebuilt: boolean },
): Promise<PaidOutcome | { kind: "warned"; warningIds: string[] } | null> {
  const row = await lockAttempt(tx, attempted);
  if (!row) return null;
  if (row.attemptStatus === "paid") return { kind: "paid", isNews: false };
  if (row.attemptStatus === "duplicate") return { kind: "refunding", isNews: false };
  const { warningIds } = row;
  if (warningIds.some((id) => !attempted.warningIds.includes(id))) return { kind: "warned", warningIds };

  const { orderId, session, refunds, disputes, warnings } = attempted;
  const { attemptId } = row;
  const refusal = refusalOf(row, session, isRebuilt);
  if (refusal) {
    await refundPayment(tx, attempted, row, refusal);
    const duplicate = { id: attemptId, orderId, status: "duplicate" } as const;
    for (const warning of warnings) await recordFraudWarning(tx, duplicate, warning);
    return { kind: "refunding", isNews: true };
  }

  const items = insertItems(row);
  await markPaid(tx, attempted, row, items.entries);
  await promoteLocked(tx, items.targetKeys);
  const charge = chargeOf(session);
  if (charge && row.isCardBlocked && !isRebuilt) await holdForCard(tx, orderId, charge);
  for (const sent of refunds) await adoptRefund(tx, { id: attemptId, orderId }, sent);
  const paid = { id: attemptId, orderId, status: "paid" } as const;
  for (const dispute of disputes) await recordDispute(tx, paid, dispute);
  for (const warning of warnings) await recordFraudWarning(tx, paid, warning);
  return { kind: "paid", isNews: true };
}

/** Writes order, attempt, event, items, confirmation and ledger in one statement, because the buyer waits for it. */
async function markPaid(
  tx: Tx,
  { orderId, session }: Attempted,
  row: LockedRow,
  items: Prisma.Sql[],
): Promise<void> {
  const confirmation = { about: orderId, orderId, recipient: row.email };
  const { attemptId, amountCents, currency } = row;
  const payment = movementInsert(
    paymentMovement({ attemptId, orderId, role: "paid", amountCents, currency }),
  );
  const fee = feeInsert(orderId, attemptId, session);
  await enqueueMail(tx, orderConfirmedMail, confirmation, [
    Prisma.sql`paid_order AS (${orderPaid(orderId, amountCents)})`,
    Prisma.sql`paid_attempt AS (
      UPDATE payment_attempts SET status = 'paid', paid_at = now(), stripe_session_id = ${session.id},
        payment_intent_id = ${idOf(session.payment_intent)}
      WHERE id = ${attemptId}::uuid
    )`,
    Prisma.sql`event AS (
      INSERT INTO order_events (order_id, type, "from", "to", data)
      VALUES (${orderId}::uuid, 'order.paid', ${row.status}, 'processing',
        ${JSON.stringify({ amountCents })}::jsonb)
    )`,
    ...items,
    ...(payment ? [Prisma.sql`payment_posted AS (${payment})`] : []),
    ...(fee ? [Prisma.sql`fee_posted AS (${fee})`] : []),
  ]);
}

/** Records a payment that can't be the order's on its attempt and refunds it in full. */
async function refundPayment(
  tx: Tx,
  { orderId, session }: Attempted,
  row: LockedRow,
  reason: PaymentRefusal,
): Promise<void> {
  const { attemptId } = row;
  const amountCents = session.amount_total ?? row.amountCents;
  const currency = session.currency ?? row.currency;
  await tx.paymentAttempt.update({
    where: { id: attemptId },
    data: {
      status: "duplicate",
      paidAt: databaseNow(),
      stripeSessionId: session.id,
      paymentIntentId: idOf(session.payment_intent),
      amountCents,
      currency,
    },
  });
  await recordMovement(tx, paymentMovement({ attemptId, orderId, role: "duplicate", amountCents, currency }));
  const fee = feeInsert(orderId, attemptId, session);
  if (fee) await tx.$executeRaw(fee);
  await recordEvents(tx, [{ orderId, type: "payment.duplicate", data: { reason, amountCents } }]);
  await requestRefund(tx, { orderId, attemptId, amountCents, reason });
  if (reason === "excluded_country" || reason === "blocked") await flagOrder(tx, orderId, reason);
  if (reason === "wrong_amount") {
    // A second payment is normal; a different amount means that a session or a price was tampered with.
    await flagOrder(tx, orderId, "wrong_amount");
    const message = `Order #${shortOrderId(orderId)} was paid with ${formatAmount(amountCents, currency)} instead of ${formatAmount(row.amountCents, row.currency)}. The payment is refunded and nothing is delivered for it. Find out in Stripe's dashboard who changed the amount.`;
    await raiseAlert(tx, { key: `wrong_amount:${attemptId}`, kind: "wrong_amount", message, orderId });
  }
}

/** Ends an unpaid attempt. Only the newest attempt's end expires the order. */
async function closeUnpaid(tx: Tx, attempted: Attempted, status: "expired" | "failed"): Promise<void> {
  const row = await lockAttempt(tx, attempted);
  if (!row) return;
  const { orderId, number, session } = attempted;
  const attempt = { id: row.attemptId, orderId, number };
  const closed = await closeAttempt(tx, attempt, { status, stripeSessionId: session.id });
  if (!closed) return;
  const { isNewest } = closed;
  const isExpired = status === "expired" && isNewest && (await expireOrder(tx, orderId));
  if (!isExpired) await recordEvents(tx, [{ orderId, type: `payment.${status}`, data: { number } }]);
  // No reminder if another attempt has paid the order.
  if (status === "failed" && isNewest && (row.status === "pending" || row.status === "expired")) {
    await enqueueOrderMails(tx, paymentFailedMail, [{ orderId, about: number }]);
  }
}

// Stripe may name its fee later; the daily comparison with its balance posts it then.
function feeInsert(orderId: string, attemptId: string, session: Stripe.Checkout.Session): Prisma.Sql | null {
  const fee = paymentFee(chargeOf(session));
  return fee && movementInsert(feeMovement({ orderId, attemptId, ...fee }));
}
