import { z } from "zod";
import { sha256 } from "@/lib/base/ids";
import type { Job } from "@/lib/base/jobs/define-job";
import type { NewJob } from "@/lib/base/jobs/enqueue";

// Stripe's ids and type names have no other characters.
const word = z.string().regex(/^[\w.-]{1,255}$/);

/** The ids of an event's subject; its state is read from Stripe when the event is handled. */
export const subjectSchema = z.object({
  object: word.optional().catch(undefined),
  id: word.optional().catch(undefined),
  payment_intent: word.optional().catch(undefined),
});

export type EventSubject = z.infer<typeof subjectSchema>;

/** The part of a Stripe event that the shop keeps. `created` is in Unix seconds. */
export const receivedEventSchema = z.object({
  id: word,
  type: word,
  created: z.number().int().nonnegative().max(100_000_000_000),
  data: z.object({ object: subjectSchema }),
});

export type ReceivedEvent = z.infer<typeof receivedEventSchema>;

const paidTypes = new Set(["checkout.session.completed", "checkout.session.async_payment_succeeded"]);
const lowPriorityTypes = new Set(["checkout.session.expired", "charge.failed"]);
// A queue runs one job at a time, so all workers together handle at most ten events at once. That leaves workers,
// connections and Stripe's rate limit to other jobs.
const paymentQueues = 8;
const otherQueues = 2;

export const handleEventJob: Job<{ eventId: string }> = {
  name: "handle-stripe-event",
  payload: z.object({ eventId: z.string() }),
};

/**
 * The job that handles a stored event. Payments have their own queues and the highest priority, because buyers wait for
 * them. Events about one object share a queue, so that workers don't wait for each other's locks.
 */
export function eventJob({ id, type }: { id: string; type: string }, subject: EventSubject): NewJob {
  const about = subject.payment_intent ?? subject.id ?? id;
  const isPaid = paidTypes.has(type);
  const queueNumber = Number.parseInt(sha256(about).slice(0, 8), 16) % (isPaid ? paymentQueues : otherQueues);
  return {
    name: handleEventJob.name,
    payload: { eventId: id },
    key: `stripe-event:${id}`,
    queue: `stripe-${isPaid ? "paid" : "other"}-${queueNumber}`,
    priority: isPaid ? 0 : lowPriorityTypes.has(type) ? 10 : 5,
  };
}
