import { join } from "node:path";
import type { Emulator } from "./emulator-server";
import { startMail } from "./mail/start";
import { startPanel } from "./panel/start";
import { type Part, portOf } from "./ports";
import { startSocial } from "./social/start";
import { startStripe } from "./stripe/start";
import type { Hook } from "./stripe/state";

/**
 * Starts the emulators of a shop at `port`, except Google, with their state in `dataDir`. Stripe's and Resend's events
 * go to `hooks`; the panel's deliveries raise the public counters.
 */
export async function startEmulators(
  port: number,
  dataDir: string,
  hooks: { stripe: Hook; resend?: Hook },
): Promise<Emulator[]> {
  const at = (part: Part) => ({ port: portOf(part, port), stateFile: join(dataDir, `${part}.json`) });
  const panel = await startPanel(at("panel"));
  return [
    panel,
    await startStripe({ ...at("stripe"), webhooks: [hooks.stripe] }),
    await startMail({ ...at("mail"), ...(hooks.resend && { hook: hooks.resend }) }),
    await startSocial({ port: portOf("social", port) }, panel.delivered),
  ];
}
