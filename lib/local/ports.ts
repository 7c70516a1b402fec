import { createServer } from "node:net";

/** The parts in the order of their ports. */
const parts = ["shop", "stripe", "google", "mail", "panel", "social", "database"] as const;

export type Part = (typeof parts)[number];

/** A part's port for a shop at `base`. */
export function portOf(part: Part, base: number): number {
  return base + parts.indexOf(part);
}

/** The parts' addresses for a shop at `base`, except the database's. */
export function urlsOf(base: number) {
  const at = (part: Part) => `http://127.0.0.1:${portOf(part, base)}`;
  return {
    shop: at("shop"),
    stripe: at("stripe"),
    google: at("google"),
    mail: at("mail"),
    panel: at("panel"),
    social: at("social"),
  };
}

/** Throws a message with the first port in use. */
export async function requireFreePorts(base: number, wanted: Part[]): Promise<void> {
  for (const part of wanted) {
    const port = portOf(part, base);
    if (!(await isFree(port))) {
      throw new Error(
        `Port ${port} (${part}) is in use. Stop what listens there, or choose another: PORT=${base + 100} npm run demo`,
      );
    }
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
