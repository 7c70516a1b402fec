import { Hono } from "hono";
import { z } from "zod";
import {
  type Emulator,
  type EmulatorOptions,
  listen,
  type NodeEnv,
  openState,
  readControl,
} from "../emulator-server";
import type { Hook } from "../stripe/state";
import { createMailApi, findMail, forgetOldKeys } from "./api";
import { eventsFor, eventTypes, postEvent } from "./events";
import { createInbox } from "./inbox";
import { emptyState, type MailState, mailFaults, type StoredMail } from "./state";
import { createTelegramApi } from "./telegram";

/**
 * Starts the Resend emulator: `/emails` for the SDK, `/inbox` to read mails, test controls at `/_control`, and
 * Telegram's `/bot<token>/sendMessage`. `stateFile` keeps mails and idempotency keys over restarts. Signed events about
 * the mails go to `hook`. Rejects with the socket's error.
 */
export async function startMail(options: EmulatorOptions & { hook?: Hook }): Promise<Emulator> {
  const { state, changed, flush } = openState(options.stateFile, emptyState);
  forgetOldKeys(state);
  const app = new Hono<NodeEnv>();
  const { hook } = options;
  const accepted = async (mail: StoredMail) => {
    if (!hook) return;
    for (const event of eventsFor(mail)) await postEvent(hook, mail, event);
  };
  app.route("/", createMailApi({ state, changed, accepted }));
  app.route("/", createMailControls(state, changed, hook));
  app.route("/", createInbox(state));
  app.route("/", createTelegramApi(state, changed));
  app.notFound((c) => c.json({ statusCode: 404, name: "not_found", message: "Not found" }, 404));
  const listener = await listen(app, options.port);
  return {
    url: listener.url,
    async close() {
      await listener.pause();
      flush();
    },
  };
}

const controlSchema = z.strictObject({ faults: z.array(z.enum(mailFaults)).max(1000) });
const eventSchema = z.strictObject({
  mail: z.string(),
  type: z.enum(eventTypes),
  bounce: z.enum(["Permanent", "Transient", "Undetermined"]).optional(),
  /** By default the emulator's own. */
  hook: z.strictObject({ url: z.url(), secret: z.string() }).optional(),
});

/**
 * Test controls, not part of Resend. `POST /_control` {faults} replaces the faults of the next sends: `429` and `500`
 * refuse, `hang` accepts nothing and never answers, `lost` accepts the mail and closes the connection. `GET /_control`
 * shows faults and counts; `POST /_control/reset` empties the mailbox. `POST /_control/event` {mail, type, bounce}
 * sends an event about the mail with this id, and answers with the `status` that the hook answered. By itself a mail is
 * delivered, except to `bounced@`, `suppressed@` and `complained@`, as at resend.dev.
 */
function createMailControls(state: MailState, changed: () => void, ownHook: Hook | undefined): Hono {
  const app = new Hono();
  const snapshot = () => ({ sendCalls: state.sendCalls, accepted: state.mails.length, faults: state.faults });
  app.get("/_control", (c) => c.json(snapshot()));
  app.post("/_control", async (c) => {
    state.faults = (await readControl(c, controlSchema)).faults;
    changed();
    return c.json(snapshot());
  });
  app.post("/_control/event", async (c) => {
    const { mail: id, hook = ownHook, ...event } = await readControl(c, eventSchema);
    const mail = findMail(state, id);
    if (!mail || !hook) return c.json({ error: { message: "There is no such mail, or no hook." } }, 404);
    return c.json({ status: await postEvent(hook, mail, event) });
  });
  app.post("/_control/reset", (c) => {
    Object.assign(state, emptyState());
    changed();
    return c.json(snapshot());
  });
  return app;
}
