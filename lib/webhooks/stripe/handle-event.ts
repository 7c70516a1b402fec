import { logger } from "@/lib/logger";
import type { PaymentDeps } from "@/lib/stripe/stripe-client";
import { recordEventFailure } from "./event-failures";
import { eventHandlers } from "./event-handlers";
import { subjectSchema } from "./received-event";

/**
 * Handles one stored event and keeps its message. One that was handled before, or is not stored, does nothing; two
 * runs at the same time are harmless, because handlers converge on Stripe's state. Throws when the work could not be
 * committed, and counts that; the job is retried.
 */
export async function handleEvent(deps: PaymentDeps, eventId: string): Promise<void> {
  const event = await deps.db.stripeEvent.findUnique({ where: { id: eventId } });
  if (!event || event.outcome !== null) return;
  const { type } = event;
  try {
    const handler = eventHandlers.get(type);
    // A type that a newer version of the shop stored is left to that version.
    if (!handler) throw new Error(`no handler for ${type}`);
    const outcome = await handler(deps, subjectSchema.parse(event.subject));
    await deps.db.$executeRaw`UPDATE stripe_events SET outcome = ${outcome} WHERE id = ${eventId}`;
    logger.info({ eventId, type, outcome }, "stripe event handled");
  } catch (error) {
    await recordEventFailure(deps.db, event, error);
    throw error;
  }
}
