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
import { createMailApi, forgetOldKeys } from "./api";
import { createInbox } from "./inbox";
import { emptyState, type MailState, mailFaults } from "./state";
import { createTelegramApi } from "./telegram";

/**
 * Starts the Resend emulator: `/emails` for the SDK, `/inbox` to read mails, test controls at `/_control`, and Telegram's
 * `/bot<token>/sendMessage`. `stateFile` keeps mails and idempotency keys over restarts. Rejects with the socket's error.
 */
export async function startMail(options: EmulatorOptions): Promise<Emulator> {
  const { state, changed, flush } = openState(options.stateFile, emptyState);
  forgetOldKeys(state);
  const app = new Hono<NodeEnv>();
  app.route("/", createMailApi({ state, changed }));
  app.route("/", createMailControls(state, changed));
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

/**
 * Test controls, not part of Resend. `POST /_control` {faults} replaces the faults of the next sends: `429` and `500`
 * refuse, `hang` accepts nothing and never answers, `lost` accepts the mail and closes the connection. `GET /_control`
 * shows faults and counts; `POST /_control/reset` empties the mailbox.
 */
function createMailControls(state: MailState, changed: () => void): Hono {
  const app = new Hono();
  const snapshot = () => ({ sendCalls: state.sendCalls, accepted: state.mails.length, faults: state.faults });
  app.get("/_control", (c) => c.json(snapshot()));
  app.post("/_control", async (c) => {
    state.faults = (await readControl(c, controlSchema)).faults;
    changed();
    return c.json(snapshot());
  });
  app.post("/_control/reset", (c) => {
    Object.assign(state, emptyState());
    changed();
    return c.json(snapshot());
  });
  return app;
}
