import type Stripe from "stripe";
import type { SettleDeps } from "@/lib/checkout/settle-payment";
import { logger } from "@/lib/logger";
import { onRefundChanged } from "./refund-changed";
import { onSessionChanged } from "./session-changed";

/** A handler does what its event asks for and says in one sentence what it did, or why it did nothing. */
type EventHandler = (deps: SettleDeps, event: Stripe.Event) => Promise<string>;

const handlers = new Map<string, EventHandler>([
  ["checkout.session.completed", onSessionChanged],
  ["checkout.session.async_payment_succeeded", onSessionChanged],
  ["checkout.session.async_payment_failed", onSessionChanged],
  ["checkout.session.expired", onSessionChanged],
  ["refund.updated", onRefundChanged],
  ["refund.failed", onRefundChanged],
] satisfies [Stripe.Event["type"], EventHandler][]);

/**
 * Handles one verified event and keeps it with its sentence. A repeated delivery is recognised by its id and does
 * nothing; two at the same instant both run, which is harmless, because handlers converge on what Stripe says.
 * Throws when the work could not be committed: the door answers 5xx and Stripe delivers again.
 */
export async function handleStripeEvent(deps: SettleDeps, event: Stripe.Event): Promise<string> {
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
}
