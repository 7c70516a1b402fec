import type Stripe from "stripe";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Emulator } from "@/lib/local/emulator";
import { startStripe } from "@/lib/local/stripe/start";
import { openStripe, type StripeClient } from "@/lib/stripe/stripe-client";

export const goodCard = "4242 4242 4242 4242";
export const declinedCard = "4000 0000 0000 0002";
/** The emulator's delayed method: accepted now, paid or refused by `/_control/async`. */
export const delayedMethod = "async";

export const webhookSecret = "whsec_for_the_payment_tests";

/** Everything Stripe knows, as `GET /_control` shows it. */
export type StripeView = {
  sessions: Stripe.Checkout.Session[];
  charges: Stripe.Charge[];
  refunds: Stripe.Refund[];
  events: Stripe.Event[];
};

export type StripeFaults = {
  failNext?: number;
  status?: number;
  delayMs?: number;
  loseResponse?: number;
  noUrl?: number | boolean;
  webhooks?: "normal" | "paused" | "duplicate" | "reverse";
};

const noFaults: StripeFaults = {
  failNext: 0,
  status: 500,
  delayMs: 0,
  loseResponse: 0,
  noUrl: 0,
  webhooks: "normal",
};

/**
 * The Stripe emulator for one test file. Before each test its faults are off and nobody gets its webhooks; what it
 * remembers stays, so that the tests of a file share one account as orders do. Use what it returns inside tests only.
 */
export function useStripe() {
  let emulator: Emulator | undefined;
  const url = () => {
    if (!emulator) throw new Error("Stripe exists inside tests only");
    return emulator.url;
  };
  const control = async (path: string, body: object = {}): Promise<unknown> => {
    const response = await fetch(`${url()}/_control${path}`, { method: "POST", body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const view = async (): Promise<StripeView> => (await fetch(`${url()}/_control`)).json();

  beforeAll(async () => {
    emulator = await startStripe({ port: 0, retryMs: [50, 100, 200, 400] });
  });
  beforeEach(async () => {
    await control("/hooks", { hooks: [] });
    await control("/faults", noFaults);
  });
  afterAll(() => emulator?.close());

  return {
    get url() {
      return url();
    },
    /** The shop's own client. */
    client: (timeoutMs = 10_000): StripeClient =>
      openStripe({ secretKey: "sk_test_tests", apiBase: url(), timeoutMs }),
    control,
    faults: (faults: StripeFaults) => control("/faults", faults),
    heal: () => control("/faults", noFaults),
    /** From now on events go to this address, signed with `webhookSecret`. */
    deliverTo: (address: string) => control("/hooks", { hooks: [{ url: address, secret: webhookSecret }] }),
    view,
    /** The sessions of one order, the oldest first. */
    sessionsOf: async (orderId: string) =>
      (await view()).sessions.filter((session) => session.client_reference_id === orderId),
    /** The events about one session, the oldest first. */
    eventsOf: async (sessionId: string) =>
      (await view()).events.filter(
        (event) => "id" in event.data.object && event.data.object.id === sessionId,
      ),
    /** What a buyer does on the hosted page: the answer's status is 303 paid, 402 declined, 410 closed. */
    pay: async (sessionId: string, card = goodCard): Promise<number> => {
      const response = await fetch(`${url()}/checkout/${sessionId}/complete`, {
        method: "POST",
        redirect: "manual",
        body: new URLSearchParams({ card, email: "typed-on-the-page@example.com" }),
      });
      await response.arrayBuffer();
      return response.status;
    },
    expire: (sessionId: string) => control(`/expire/${sessionId}`),
  };
}

export type StripeFixture = ReturnType<typeof useStripe>;
