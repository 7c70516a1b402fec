import { createServer } from "node:net";

/** Each part's port, relative to the shop's. */
const portOffsets = {
  shop: 0,
  stripe: 1,
  google: 2,
  mail: 3,
  panel: 4,
  social: 5,
  database: 6,
} as const;

export type Part = keyof typeof portOffsets;

/** A part's port for a shop at `base`. */
export function portOf(part: Part, base: number): number {
  return base + portOffsets[part];
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
export async function requireFreePorts(base: number, parts: Part[]): Promise<void> {
  for (const part of parts) {
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
