import { join } from "node:path";
import type { Emulator } from "./emulator-server";
import { startMail } from "./mail/start";
import { startPanel } from "./panel/start";
import { type Part, portOf } from "./ports";
import { startSocial } from "./social/start";
import { startStripe } from "./stripe/start";
import type { Hook } from "./stripe/state";

/**
 * Starts the emulators of a shop at `port`, except Google, with their state in `dataDir`. Stripe's events go to `hook`;
 * the panel's deliveries raise the public counters.
 */
export async function startEmulators(port: number, dataDir: string, hook: Hook): Promise<Emulator[]> {
  const at = (part: Part) => ({ port: portOf(part, port), stateFile: join(dataDir, `${part}.json`) });
  const panel = await startPanel(at("panel"));
  return [
    panel,
    await startStripe({ ...at("stripe"), webhooks: [hook] }),
    await startMail(at("mail")),
    await startSocial({ port: portOf("social", port) }, panel.delivered),
  ];
}
