import { placeOrder } from "./place-order";

/**
 * One buyer among others, in a separate process: asks for pages and places orders at a steady pace, however long the
 * answers take, and sends its figures to its parent on the first message. `probe.ts <origin>`.
 */
const origin = process.argv[2] ?? "";
const everyMs = 200;
const targets = {
  "/": () => fetch(`${origin}/`),
  hub: () => fetch(`${origin}/instagram`),
  "create-order": () => placeOrder(origin),
  health: () => fetch(`${origin}/api/health`),
};

/** The times of all answers by target, the missing answers and the server errors. */
export type Probed = Record<keyof typeof targets, { ms: number[]; failures: string[] }>;

const names = Object.keys(targets) as (keyof typeof targets)[];
const probed = Object.fromEntries(names.map((name) => [name, { ms: [], failures: [] }])) as unknown as Probed;
const inFlight = new Set<Promise<void>>();

async function ask(name: keyof typeof targets): Promise<void> {
  const start = performance.now();
  try {
    const answer = await targets[name]();
    await answer.arrayBuffer();
    if (answer.status >= 500) probed[name].failures.push(String(answer.status));
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
