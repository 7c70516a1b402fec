import { newToken } from "@/lib/ids";

/**
 * One buyer among others, as a process of its own: asks for pages and places orders at a steady pace until it is
 * told to stop, whatever the answers take, and then writes one line of JSON. `probe.ts <origin>`.
 */
const origin = process.argv[2] ?? "";
const everyMs = 200;
const targets = {
  "/": () => fetch(`${origin}/`),
  hub: () => fetch(`${origin}/instagram`),
  "create-order": placeOrder,
  health: () => fetch(`${origin}/api/health`),
};

/** `ms` of every answer by target, and the answers that were none or failures of the server. */
export type Probed = Record<keyof typeof targets, { ms: number[]; failures: string[] }>;

const names = Object.keys(targets) as (keyof typeof targets)[];
const probed = Object.fromEntries(names.map((name) => [name, { ms: [], failures: [] }])) as unknown as Probed;
const underWay = new Set<Promise<void>>();

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
    const asked = ask(name).finally(() => underWay.delete(asked));
    underWay.add(asked);
  }
}, everyMs);

process.once("message", async () => {
  clearInterval(timer);
  await Promise.all(underWay);
  process.send?.(probed, () => process.exit(0));
});

// The bench is gone.
process.once("disconnect", () => process.exit(0));

function placeOrder(): Promise<Response> {
  const name = newToken()
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
  return fetch(`${origin}/api/functions/create-order`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      platform: "instagram",
      serviceType: "followers",
      username: "warmcrumbs",
      email: `${name}@example.com`,
      packageId: "followers-100",
      quantity: 100,
      price: 2.29,
      selectedPosts: [],
      isGuest: true,
    }),
  });
}
