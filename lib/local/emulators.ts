import { join } from "node:path";
import type { Emulator, EmulatorOptions } from "./emulator";
import { startGoogle } from "./google/start";
import { startMail } from "./mail/start";
import { startPanel } from "./panel/start";
import { portOf } from "./ports";
import type { Delivered } from "./social/counters";
import { startSocial } from "./social/start";
import { startStripe } from "./stripe/start";

export const emulatorNames = ["stripe", "google", "mail", "panel", "social"] as const;
export type EmulatorName = (typeof emulatorNames)[number];

type Shop = {
  origin: string;
  webhookSecret: string;
  /** The units the panel delivered to a target, which public counters show. */
  delivered: Delivered;
};
type Starter = (options: EmulatorOptions, shop: Shop) => Promise<Emulator>;

const starters: Record<EmulatorName, Starter> = {
  stripe: (options, shop) =>
    startStripe({
      ...options,
      webhooks: [{ url: `${shop.origin}/api/webhooks/stripe`, secret: shop.webhookSecret }],
    }),
  google: ({ port }, shop) => startGoogle({ port, shopOrigin: shop.origin }),
  mail: (options) => startMail(options),
  panel: async (options, shop) => {
    const panel = await startPanel(options);
    shop.delivered = panel.delivered;
    return panel;
  },
  social: (options, shop) => startSocial(options, (...target) => shop.delivered(...target)),
};

/** Starts the emulators of a shop at `port`, with their state in `dataDir`. */
export async function startEmulators(
  names: readonly EmulatorName[],
  port: number,
  dataDir: string,
  webhookSecret: string,
): Promise<Emulator[]> {
  const started: Emulator[] = [];
  const shop: Shop = { origin: `http://127.0.0.1:${port}`, webhookSecret, delivered: () => 0 };
  for (const name of names) {
    const options = { port: portOf(name, port), stateFile: join(dataDir, `${name}.json`) };
    started.push(await starters[name](options, shop));
  }
  return started;
}
