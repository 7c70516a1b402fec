import type Stripe from "stripe";
import { logger } from "@/lib/logger";
import type { PaymentDeps } from "@/lib/payments/settle-payment";
import { onCardTried } from "./card-tried";
import { onChargeUpdated } from "./charge-updated";
import { onDisputeChanged } from "./dispute-changed";
import { onFraudWarned } from "./fraud-warned";
import { type EventSubject, subjectSchema } from "./received-event";
import { recordEventFailure } from "./record-event-failure";
import { onRefundChanged } from "./refund-changed";
import { onSessionChanged } from "./session-changed";
import { onSessionExpired } from "./session-expired";

/** A handler does what its event asks for and says in one message what it did, or why it did nothing. */
type EventHandler = (deps: PaymentDeps, subject: EventSubject) => Promise<string>;

const handlers = new Map<string, EventHandler>([
  ["checkout.session.completed", onSessionChanged],
  ["checkout.session.async_payment_succeeded", onSessionChanged],
  ["checkout.session.async_payment_failed", onSessionChanged],
  ["checkout.session.expired", onSessionExpired],
  ["charge.succeeded", onCardTried],
  ["charge.failed", onCardTried],
  ["charge.updated", onChargeUpdated],
  ["charge.refunded", onRefundChanged],
  ["refund.created", onRefundChanged],
  ["refund.updated", onRefundChanged],
  ["refund.failed", onRefundChanged],
  ["charge.dispute.created", onDisputeChanged],
  ["charge.dispute.updated", onDisputeChanged],
  ["charge.dispute.closed", onDisputeChanged],
  ["charge.dispute.funds_withdrawn", onDisputeChanged],
  ["charge.dispute.funds_reinstated", onDisputeChanged],
  ["radar.early_fraud_warning.created", onFraudWarned],
  ["radar.early_fraud_warning.updated", onFraudWarned],
] satisfies [Stripe.Event["type"], EventHandler][]);

/** The types of event the shop acts on; an endpoint at Stripe needs no others. */
export const handledTypes = [...handlers.keys()];

/** True for a type of event that the shop acts on. */
export function isHandledType(type: string): boolean {
  return handlers.has(type);
}

/**
 * Handles one stored event and keeps its message. One that was handled before, or is not stored, does nothing; two
 * runs at the same instant are harmless, because handlers converge on what Stripe says. Throws when the work could
 * not be committed, and counts that: the job comes again.
 */
export async function handleEvent(deps: PaymentDeps, eventId: string): Promise<void> {
  const event = await deps.db.stripeEvent.findUnique({ where: { id: eventId } });
  if (!event || event.outcome !== null) return;
  const { type } = event;
  try {
    const handler = handlers.get(type);
    // A type that a newer version stored is left to it.
    if (!handler) throw new Error(`no handler for ${type}`);
    const outcome = await handler(deps, subjectSchema.parse(event.subject));
    await deps.db.$executeRaw`UPDATE stripe_events SET outcome = ${outcome} WHERE id = ${eventId}`;
    logger.info({ eventId, type, outcome }, "stripe event");
  } catch (error) {
    await recordEventFailure(deps.db, event, error);
    throw error;
  }
}
