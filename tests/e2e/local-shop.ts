import { readFileSync } from "node:fs";
import { join } from "node:path";
import { portOf, urlsOf } from "@/lib/local/ports";
import type { LocalShopOptions } from "@/lib/local/shop";

/** The shop under test: the production build with its own hundred ports, data and build folder, beside a running demo. */
export const shopUnderTest = {
  port: Number(process.env.E2E_PORT ?? 3400),
  dataDir: ".data/e2e",
  distDir: ".next-e2e",
  mode: "demo",
  fresh: true,
} satisfies Partial<LocalShopOptions>;

export const { shop: origin, mail: mailUrl, panel: panelUrl } = urlsOf(shopUnderTest.port);
export const databaseUrl = `postgresql://postgres@127.0.0.1:${portOf("database", shopUnderTest.port)}/shop`;

/** Every prerendered address, from the build's manifest. */
export function prerenderedPaths(): string[] {
  const manifest = readFileSync(join(shopUnderTest.distDir, "prerender-manifest.json"), "utf8");
  return Object.keys((JSON.parse(manifest) as { routes: object }).routes);
}

/** Tests order more often than people: limits are scaled, except in tests about them. */
process.env.RATE_LIMIT_SCALE ??= "100";
