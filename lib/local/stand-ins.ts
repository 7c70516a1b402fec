import { join } from "node:path";
import { startMail } from "./mail/start";
import { startPanel } from "./panel/start";
import { portOf } from "./ports";
import { startSocial } from "./social/start";
import type { StandIn, StandInOptions } from "./stand-in";
import { startStripe } from "./stripe/start";

export const standInNames = ["stripe", "mail", "panel", "social"] as const;
export type StandInName = (typeof standInNames)[number];

type Starter = (options: StandInOptions, shop: { origin: string; webhookSecret: string }) => Promise<StandIn>;

const starters: Record<StandInName, Starter> = {
  stripe: (options, shop) =>
    startStripe({
      ...options,
      webhooks: [{ url: `${shop.origin}/api/webhooks/stripe`, secret: shop.webhookSecret }],
    }),
  mail: (options) => startMail(options),
  panel: (options) => startPanel(options),
  social: (options) => startSocial(options),
};

/** Starts stand-ins for a shop at `port`, each at its own port, with their state in `dataDir`. */
export async function startStandIns(
  names: readonly StandInName[],
  port: number,
  dataDir: string,
  webhookSecret: string,
): Promise<StandIn[]> {
  const started: StandIn[] = [];
  for (const name of names) {
    const options = { port: portOf(name, port), stateFile: join(dataDir, `${name}.json`) };
    started.push(await starters[name](options, { origin: `http://127.0.0.1:${port}`, webhookSecret }));
  }
  return started;
}
