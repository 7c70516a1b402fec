import { Hono } from "hono";
import { type Emulator, type EmulatorOptions, listen, type NodeEnv, openState } from "../emulator-server";
import { type Account, forgetOldEvents, recordEvent } from "./account";
import { createApi } from "./api";
import { createControls } from "./control";
import { createHostedPages } from "./hosted-routes";
import { forgetOldAnswers } from "./idempotency";
import { expireDueSessions } from "./sessions";
import { emptyState, type Hook } from "./state";
import { startDeliveries } from "./webhooks";

type StripeOptions = EmulatorOptions & {
  /** Where events go; replaces a saved state's addresses. */
  webhooks?: Hook[];
  /** The waits in milliseconds before each further attempt to deliver an event; the last one repeats. */
  retryMs?: number[];
};

const defaultRetryMs = [500, 2000, 5000, 15_000, 30_000, 60_000];
const expirySweepMs = 1000;
const cleanUpMs = 10 * 60 * 1000;

/**
 * Starts a Stripe with one account: the API the shop uses, the hosted payment page, signed and retried webhooks, and
 * test controls at `/_control`. `stateFile` keeps the state over restarts, undelivered events too. Rejects with the
 * socket's error.
 */
export async function startStripe(options: StripeOptions): Promise<Emulator> {
  const initialHooks = options.webhooks ?? [];
  const { state, changed, flush } = openState(options.stateFile, () => emptyState(initialHooks));
  // A state that an earlier version saved lacks newer faults.
  state.faults = { ...emptyState([]).faults, ...state.faults };
  const deliveries = startDeliveries({ state, retryMs: options.retryMs ?? defaultRetryMs, changed });
  if (options.webhooks) deliveries.setHooks(initialHooks);

  const account = {
    state,
    origin: "",
    publish(newEvents, cause) {
      const events = newEvents.map((event) => recordEvent(state, event, cause));
      changed();
      deliveries.deliver(events);
    },
  } satisfies Account;

  const app = new Hono<NodeEnv>();
  app.route("/", createControls({ account, deliveries, initialHooks, changed }));
  app.route("/", createHostedPages(account));
  app.route("/", createApi(account, changed));
  app.notFound((c) => c.text("Not found", 404));
  const listener = await listen(app, options.port);
  // The payment page is opened by a browser on this machine, even if the emulators are in a composition.
  account.origin = `http://127.0.0.1:${new URL(listener.url).port}`;

  const forget = () => {
    forgetOldEvents(state);
    forgetOldAnswers(state);
  };
  forget();
  deliveries.deliverOwed();
  const sweep = setInterval(() => expireDueSessions(account), expirySweepMs).unref();
  const cleanUp = setInterval(forget, cleanUpMs).unref();

  return {
    url: listener.url,
    async close() {
      clearInterval(sweep);
      clearInterval(cleanUp);
      deliveries.stop();
      await listener.pause();
      flush();
    },
  };
}
