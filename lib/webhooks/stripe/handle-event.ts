import { logger } from "@/lib/logger";
import type { PaymentDeps } from "@/lib/stripe/stripe-client";
import { recordEventFailure } from "./event-failures";
import { eventHandlers } from "./event-handlers";
import { subjectSchema } from "./received-event";

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
    const handler = eventHandlers.get(type);
    // An event type that only a newer version of the shop knows is left to that version.
    if (!handler) throw new Error(`no handler for ${type}`);
    const outcome = await handler(deps, subjectSchema.parse(event.subject));
    await deps.db.$executeRaw`UPDATE stripe_events SET outcome = ${outcome} WHERE id = ${eventId}`;
    logger.info({ eventId, type, outcome }, "stripe event handled");
  } catch (error) {
    await recordEventFailure(deps.db, event, error);
    throw error;
  }
}
