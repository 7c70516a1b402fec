import { newBody } from "./place-order";
import { addressOf, send } from "./send";

/**
 * Honest visitors, in a separate process: ask for pages and place orders at a steady pace, however long the answers
 * take, each from another address, and send their figures to the parent on the first message. `probe.ts <origin> <path
 * of a page>`.
 */
const [origin = "", visitPath = ""] = process.argv.slice(2);
const everyMs = 200;

let visits = Math.floor(Math.random() * 30_000);

const visit = (path: string) => send(origin + path, { from: addressOf(200, visits++) });
const targets = {
  "/": () => visit("/"),
  hub: () => visit("/instagram"),
  "order page": () => visit(visitPath),
  "create-order": () =>
    send(`${origin}/api/functions/create-order`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: newBody(),
      from: addressOf(200, visits++),
    }),
  health: () => visit("/api/health"),
};

/** The times of all answers by target, and the answers that were missing, refused or server errors. */
export type Probed = Record<keyof typeof targets, { ms: number[]; failures: string[] }>;

const names = Object.keys(targets) as (keyof typeof targets)[];
const probed = Object.fromEntries(names.map((name) => [name, { ms: [], failures: [] }])) as unknown as Probed;
const inFlight = new Set<Promise<void>>();

async function ask(name: keyof typeof targets): Promise<void> {
  const start = performance.now();
  try {
    const { status, body } = await targets[name]();
    if (status >= 400) probed[name].failures.push(`${status} ${body.slice(0, 100)}`);
  } catch (error) {
    probed[name].failures.push(String(error));
  }
  probed[name].ms.push(performance.now() - start);
}

const timer = setInterval(() => {
  for (const name of names) {
    const asked = ask(name).finally(() => inFlight.delete(asked));
    inFlight.add(asked);
  }
}, everyMs);

process.once("message", async () => {
  clearInterval(timer);
  await Promise.all(inFlight);
  process.send?.(probed, () => process.exit(0));
});

// The parent has ended.
process.once("disconnect", () => process.exit(0));
