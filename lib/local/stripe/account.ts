import { apiVersion } from "./objects";
import { newStripeId, nowSeconds, type StoredEvent, type StripeState } from "./state";

/** Which API call an event comes from; both null when the buyer, time or a control did it. */
export type Cause = { id: string | null; idempotency_key: string | null };

export const notFromApi: Cause = { id: null, idempotency_key: null };

/** What happened, and the object as it is now. The object is copied: later changes do not reach the event. */
export type Happening = { type: string; object: unknown };

/** The one Stripe account the emulator plays: what it remembers, and how it tells the world. */
export type Account = {
  readonly state: StripeState;
  /** The emulator's own address, where the hosted pages are. */
  readonly origin: string;
  /** Records the events of one action and starts to deliver them. Returns at once. */
  publish(happenings: Happening[], cause: Cause): void;
};

// https://docs.stripe.com/api/events: events can be read for 30 days.
const keptSeconds = 30 * 24 * 3600;

/** Writes one event into the state, owed to every address known now. */
export function recordEvent(state: StripeState, happening: Happening, cause: Cause): StoredEvent {
  const stored: StoredEvent = {
    event: {
      id: newStripeId("evt"),
      object: "event",
      api_version: apiVersion,
      created: nowSeconds(),
      data: { object: structuredClone(happening.object) },
      livemode: false,
      pending_webhooks: state.hooks.length,
      request: { ...cause },
      type: happening.type,
    },
    awaiting: state.hooks.map((hook) => hook.url),
  };
  state.events[stored.event.id] = stored;
  return stored;
}

/** Drops the events that Stripe would not list any more. */
export function forgetOldEvents(state: StripeState): void {
  const horizon = nowSeconds() - keptSeconds;
  for (const { event } of Object.values(state.events)) {
    if (event.created < horizon) delete state.events[event.id];
  }
}
