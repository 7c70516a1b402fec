import { createHmac } from "node:crypto";
import { Agent, request } from "undici";
import { Semaphore } from "@/lib/base/process/semaphore";
import { nowSeconds } from "./objects";
import type { Hook, StoredEvent, StripeState } from "./state";

export type Deliveries = ReturnType<typeof startDeliveries>;

type DeliveryOptions = {
  state: StripeState;
  /** The waits before the second, third … attempt; the last one repeats. Empty: one attempt only. */
  retryMs: number[];
  /** Called when an acknowledgement changed the state. */
  changed(): void;
};

const answerMs = 10_000;
// Stripe, too, limits how many events it sends to an endpoint at once.
const deliveriesAtOnce = 32;
// https://docs.stripe.com/webhooks#retries: up to three days.
const givesUpAfterSeconds = 3 * 24 * 3600;

/**
 * Delivers events as Stripe does, at least once to each address: signed at each attempt, retried with growing waits
 * under the same event id until a 2xx. Stripe holds the buyer's redirect for up to 10 s until the webhook is answered;
 * here the two race, which is the harder case.
 */
export function startDeliveries({ state, retryMs, changed }: DeliveryOptions) {
  const stopping = new AbortController();
  const agent = new Agent();
  const queue = new Semaphore({ atOnce: deliveriesAtOnce, waiting: Number.POSITIVE_INFINITY });
  const waiting = new Map<string, NodeJS.Timeout>();
  const inFlight = new Set<string>();

  async function send(stored: StoredEvent, hook: Hook, ageSeconds = 0): Promise<number> {
    const status = await post(agent, hook, JSON.stringify(stored.event), nowSeconds() - ageSeconds);
    if (status >= 200 && status < 300 && stored.awaiting.includes(hook.url)) {
      stored.awaiting = stored.awaiting.filter((url) => url !== hook.url);
      stored.event.pending_webhooks = stored.awaiting.length;
      changed();
    }
    return status;
  }

  const isPaused = () => state.faults.webhooks === "paused";

  async function attempt(stored: StoredEvent, hook: Hook, failures: number): Promise<void> {
    const key = `${stored.event.id} ${hook.url}`;
    if (stopping.signal.aborted || isPaused()) return;
    if (inFlight.has(key) || !stored.awaiting.includes(hook.url)) return;
    inFlight.add(key);
    await queue.run(async () => {
      if (stopping.signal.aborted || isPaused()) return;
      const copies = state.faults.webhooks === "duplicate" ? 2 : 1;
      await Promise.all(Array.from({ length: copies }, () => send(stored, hook)));
    });
    inFlight.delete(key);
    if (stored.awaiting.includes(hook.url)) retryLater(stored, hook, failures, key);
  }

  function retryLater(stored: StoredEvent, hook: Hook, failures: number, key: string): void {
    const wait = retryMs[Math.min(failures, retryMs.length - 1)];
    const isTooOld = stored.event.created < nowSeconds() - givesUpAfterSeconds;
    if (wait === undefined || isTooOld || stopping.signal.aborted) return;
    const timer = setTimeout(() => {
      waiting.delete(key);
      void attempt(stored, hook, failures + 1);
    }, wait);
    waiting.set(key, timer.unref());
  }

  function forgetRetries(): void {
    for (const timer of waiting.values()) clearTimeout(timer);
    waiting.clear();
  }

  // In sequence: each event is sent after the first attempt of the one before it.
  async function deliverInTurn(events: StoredEvent[]): Promise<void> {
    for (const stored of events) await Promise.all(state.hooks.map((hook) => attempt(stored, hook, 0)));
  }

  /** Starts to deliver one action's events, in the order (and number) the faults request. */
  function deliver(events: StoredEvent[]): void {
    void deliverInTurn(state.faults.webhooks === "reverse" ? [...events].reverse() : events);
  }

  /** Starts to deliver all undelivered events: after a start, a pause or a change of the addresses. */
  function deliverOwed(): void {
    forgetRetries();
    const owed = Object.values(state.events).filter((stored) => stored.awaiting.length > 0);
    for (const events of byPayment(owed)) deliver(events);
  }

  return {
    deliver,
    deliverOwed,
    /**
     * Sends one event again, `times` in parallel, signed as if `ageSeconds` ago. Resolves with the statuses; 0 means no
     * answer.
     */
    redeliver: (stored: StoredEvent, times: number, ageSeconds: number) =>
      Promise.all(
        state.hooks.flatMap((hook) => Array.from({ length: times }, () => send(stored, hook, ageSeconds))),
      ),
    /** Replaces the addresses; undelivered events go to the new ones where no old one remains. */
    setHooks: (hooks: Hook[]) => {
      state.hooks = hooks;
      const urls = hooks.map((hook) => hook.url);
      for (const stored of Object.values(state.events)) {
        if (stored.awaiting.length === 0) continue;
        const kept = stored.awaiting.filter((url) => urls.includes(url));
        stored.awaiting = kept.length > 0 ? kept : urls;
        stored.event.pending_webhooks = stored.awaiting.length;
      }
    },
    /** Aborts deliveries. Unacknowledged events stay undelivered. */
    stop: () => {
      stopping.abort();
      forgetRetries();
      void agent.destroy();
    },
  };
}

/** One payment's events are sent in sequence; payments do not wait for each other. */
function byPayment(events: StoredEvent[]): StoredEvent[][] {
  const payments = new Map<string, StoredEvent[]>();
  for (const stored of events) {
    const { id, payment_intent } = stored.event.data.object;
    const payment = payment_intent ?? id;
    const known = payments.get(payment);
    if (known) known.push(stored);
    else payments.set(payment, [stored]);
  }
  return [...payments.values()];
}

// A redirect counts as a failure, as for Stripe.
async function post(agent: Agent, hook: Hook, body: string, timestamp: number): Promise<number> {
  const signature = createHmac("sha256", hook.secret).update(`${timestamp}.${body}`).digest("hex");
  try {
    const response = await request(hook.url, {
      dispatcher: agent,
      method: "POST",
      body,
      headersTimeout: answerMs,
      bodyTimeout: answerMs,
      headers: {
        "content-type": "application/json; charset=utf-8",
        "stripe-signature": `t=${timestamp},v1=${signature}`,
        "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
      },
    });
    await response.body.dump();
    return response.statusCode;
  } catch {
    return 0;
  }
}
