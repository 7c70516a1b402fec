import type Stripe from "stripe";
import type { SettleDeps } from "@/lib/checkout/settle-payment";
import { logger } from "@/lib/logger";
import { onChargeUpdated } from "./charge-updated";
import { onDisputeChanged } from "./dispute-changed";
import { recordEventFailure } from "./record-event-failure";
import { onRefundChanged } from "./refund-changed";
import { onSessionChanged } from "./session-changed";

/** A handler does what its event asks for and says in one sentence what it did, or why it did nothing. */
type EventHandler = (deps: SettleDeps, event: Stripe.Event) => Promise<string>;

const handlers = new Map<string, EventHandler>([
  ["checkout.session.completed", onSessionChanged],
  ["checkout.session.async_payment_succeeded", onSessionChanged],
  ["checkout.session.async_payment_failed", onSessionChanged],
  ["checkout.session.expired", onSessionChanged],
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
] satisfies [Stripe.Event["type"], EventHandler][]);

/** The types of event the shop acts on; an endpoint at Stripe needs no others. */
export const handledTypes = [...handlers.keys()];

/**
 * Handles one verified event and keeps it with its sentence. A repeated delivery is recognised by its id and does
 * nothing; two at the same instant both run, which is harmless, because handlers converge on what Stripe says.
 * Throws when the work could not be committed, and keeps that too: the door answers 5xx and Stripe delivers again.
 */
export async function handleStripeEvent(deps: SettleDeps, event: Stripe.Event): Promise<string> {
  try {
    const seen = await deps.db.stripeEvent.findUnique({ where: { id: event.id }, select: { id: true } });
    if (seen) return "Seen before; nothing to do.";
    const handler = handlers.get(event.type);
    const outcome = handler ? await handler(deps, event) : `Events of type ${event.type} are not used.`;
    await deps.db.stripeEvent.createMany({
      data: [{ id: event.id, type: event.type, createdAt: new Date(event.created * 1000), outcome }],
      skipDuplicates: true,
    });
    logger.info({ eventId: event.id, type: event.type, outcome }, "stripe event");
    return outcome;
  } catch (error) {
    await recordEventFailure(deps.db, event, error);
    throw error;
  }
}
