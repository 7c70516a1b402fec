import { hasCode } from "@/lib/base/errors";
import { logger } from "@/lib/base/logger";
import { inWords } from "@/lib/base/text/words";
import { applyCard } from "@/lib/money/payments/apply-card";
import { applyDispute } from "@/lib/money/payments/apply-dispute";
import { applyFraudWarning } from "@/lib/money/payments/apply-fraud-warning";
import { settleAndFindPayment } from "@/lib/money/payments/settle-and-find";
import { settlePayment } from "@/lib/money/payments/settle-payment";
import { syncRefunds } from "@/lib/money/refunds/sync-refunds";
import type { PaymentDeps } from "@/lib/money/stripe/stripe-client";
import { recordEventFailure } from "./event-failures";
import { type EventType, isUsedEvent } from "./event-types";
import { type EventSubject, subjectSchema } from "./received-event";

/**
 * Does what an event requires and returns one message that says what it did, or why it did nothing. An event only names
 * its subject: events come in any order, so each handler asks Stripe for the subject's state now.
 */
type EventHandler = (deps: PaymentDeps, subject: EventSubject) => Promise<string>;

/** A handler of events about one object of Stripe, which is looked up by its id. */
function about(
  object: string,
  noun: string,
  handle: (deps: PaymentDeps, id: string) => Promise<string>,
): EventHandler {
  return async (deps, subject) => {
    if (subject.object !== object || !subject.id) return `Not a ${noun}.`;
    try {
      return await handle(deps, subject.id);
    } catch (error) {
      if (!hasCode(error, "not_found")) throw error;
      return `Stripe does not know the ${noun} any more.`;
    }
  };
}

const sessionMessages = {
  paid: "The order is paid.",
  refunding: "The payment was not the order's and is going back.",
  open: "Nothing is paid yet.",
  expired: "The payment page has expired.",
  failed: "The payment failed.",
  lost: "The database has lost this order; an alert names the payment.",
  foreign: "Not a session of this shop.",
} as const;

const session = about(
  "checkout.session",
  "session",
  async (deps, id) => sessionMessages[(await settlePayment(deps, id)).kind],
);

/** An expired page can't be paid, so a closed attempt needs no call to Stripe. */
const expiredSession: EventHandler = async (deps, subject) => {
  const where = { stripeSessionId: subject.id ?? "" };
  const attempt = await deps.db.paymentAttempt.findUnique({ where, select: { status: true } });
  const isClosed = attempt !== null && attempt.status !== "creating" && attempt.status !== "open";
  return isClosed ? "The attempt was closed before." : session(deps, subject);
};

const cardMessages = {
  declined: "The declined card is counted.",
  foreign: "Not a card for an order of this shop.",
  recorded: "The card is counted.",
  blocked: "The card is on the block list; an operator decides.",
} as const;

const card = about("charge", "charge", async (deps, id) => cardMessages[await applyCard(deps, id)]);

/** The subject is a refund or a charge. Both name their payment, all of whose refunds are compared. */
const refund: EventHandler = async (deps, { object, payment_intent: paymentIntentId }) => {
  const isMoney = object === "refund" || object === "charge";
  const attempt = isMoney && paymentIntentId ? await settleAndFindPayment(deps, paymentIntentId) : null;
  if (!attempt || !paymentIntentId) return "Not a refund of this shop.";
  const adopted = await syncRefunds(deps, paymentIntentId);
  return adopted > 0 ? "A refund made at Stripe was adopted." : "The payment's refunds are posted.";
};

const dispute = about("dispute", "dispute", async (deps, id) => {
  const status = await applyDispute(deps, id);
  if (status === null) return "Not a dispute of a payment of this shop.";
  return `The dispute's status is "${inWords(status)}".`;
});

const warningMessages = {
  refund: "The payment is going back, and nothing more of the order is sent.",
  review: "An operator decides.",
  foreign: "Not a warning about a payment of this shop.",
} as const;

const warning = about(
  "radar.early_fraud_warning",
  "warning",
  async (deps, id) => warningMessages[await applyFraudWarning(deps, id)],
);

const handlers: Record<EventType, EventHandler> = {
  "checkout.session.completed": session,
  "checkout.session.async_payment_succeeded": session,
  "checkout.session.async_payment_failed": session,
  "checkout.session.expired": expiredSession,
  "charge.succeeded": card,
  "charge.failed": card,
  "charge.refunded": refund,
  "refund.created": refund,
  "refund.updated": refund,
  "refund.failed": refund,
  "charge.dispute.created": dispute,
  "charge.dispute.updated": dispute,
  "charge.dispute.closed": dispute,
  "charge.dispute.funds_withdrawn": dispute,
  "charge.dispute.funds_reinstated": dispute,
  "radar.early_fraud_warning.created": warning,
  "radar.early_fraud_warning.updated": warning,
};

/**
 * Handles one stored event and stores its message. Does nothing for an event that was handled before or is not stored;
 * two runs at the same time are harmless, because handlers converge on Stripe's state. If the work can't be committed,
 * counts the failure and throws; the job is retried.
 */
export async function handleEvent(deps: PaymentDeps, eventId: string): Promise<void> {
  const event = await deps.db.stripeEvent.findUnique({ where: { id: eventId } });
  if (!event || event.outcome !== null) return;
  const { type } = event;
  try {
    // An event type that only a newer version of the shop knows is left to that version.
    if (!isUsedEvent(type)) throw new Error(`no handler for ${type}`);
    const outcome = await handlers[type](deps, subjectSchema.parse(event.subject));
    await deps.db.$executeRaw`UPDATE stripe_events SET outcome = ${outcome} WHERE id = ${eventId}`;
    logger.info({ eventId, type, outcome }, "stripe event handled");
  } catch (error) {
    await recordEventFailure(deps.db, event, error);
    throw error;
  }
}
