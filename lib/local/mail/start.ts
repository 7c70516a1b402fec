import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { type Emulator, type EmulatorOptions, listen, openState } from "../emulator";
import { createMailApi, forgetOldKeys } from "./api";
import { createMailControls } from "./control";
import { createInbox } from "./inbox";
import { startResendEmulator } from "./resend-emulator";
import { emptyState } from "./state";
import { createTelegramApi } from "./telegram";

/**
 * Starts the Resend emulator: `/emails` for the SDK, `/inbox` to read mails, test controls at `/_control`, and Telegram's
 * `/bot<token>/sendMessage`. `stateFile` keeps mails and idempotency keys over restarts. Rejects with the socket's error.
 */
export async function startMail(options: EmulatorOptions): Promise<Emulator> {
  const { state, changed, flush } = openState(options.stateFile, emptyState);
  forgetOldKeys(state);
  const resend = await startResendEmulator();
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.route("/", createMailApi({ state, changed, resend }));
  app.route("/", createMailControls(state, changed));
  app.route("/", createInbox(state));
  app.route("/", createTelegramApi(state, changed));
  app.notFound((c) => c.json({ statusCode: 404, name: "not_found", message: "Not found" }, 404));
  const listener = await listen(app, options.port).catch(async (error: unknown) => {
    await resend.close();
    throw error;
  });
  return {
    url: listener.url,
    async close() {
      await listener.pause();
      await resend.close();
      flush();
    },
  };
}
