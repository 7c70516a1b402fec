import { type Cause, type NewEvent, newEvent, nowSeconds } from "./objects";
import type { StoredEvent, StripeState } from "./state";

export const notFromApi: Cause = { id: null, idempotency_key: null };

/** The emulator's one Stripe account: its state, and how it publishes events. */
export type Account = {
  readonly state: StripeState;
  /** The emulator's address, which serves the hosted pages. */
  readonly origin: string;
  /** Records one action's events and starts to deliver them, without waiting. */
  publish(newEvents: NewEvent[], cause: Cause): void;
};

// https://docs.stripe.com/api/events: events can be read for 30 days.
const keptSeconds = 30 * 24 * 3600;

/** Stores an event, to be delivered to every address that is known now. */
export function recordEvent(state: StripeState, occurred: NewEvent, cause: Cause): StoredEvent {
  const event = newEvent(occurred, cause, state.hooks.length);
  const stored = { event, awaiting: state.hooks.map((hook) => hook.url) };
  state.events[event.id] = stored;
  return stored;
}

/** Drops the events that Stripe would no longer list. */
export function forgetOldEvents(state: StripeState): void {
  const horizon = nowSeconds() - keptSeconds;
  for (const { event } of Object.values(state.events)) {
    if (event.created < horizon) delete state.events[event.id];
  }
}
