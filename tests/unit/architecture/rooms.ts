import { readdirSync, readFileSync } from "node:fs";
import { sourceFiles as files } from "../../support/source-facts";

export { files };

/** Every file of the shop's own code, except the two entries at the top of the repository. */
export const sources = ["app", "components", "emails", "lib"].flatMap(files);

/** The files of lib itself, in no room. */
const kernel = readdirSync("lib").flatMap((name) => /^(.+)\.ts$/.exec(name)?.[1] ?? []);

/** The order of rooms: a room may import itself and the ranks to its left, none beside it or to its right. */
const ranks: string[][] = [
  kernel,
  ["db"],
  ["audit", "quarantine", "rate-limit", "telemetry"],
  ["jobs", "legal"],
  ["email", "settings", "auth", "abuse"],
  ["catalog", "social", "customers", "alerts", "ledger"],
  ["orders"],
  ["reviews", "stripe", "suppliers", "support"],
  ["delivery"],
  ["refills"],
  ["refunds"],
  ["requests"],
  ["disputes"],
  ["payments"],
  ["checkout", "withdrawal"],
  ["reconciliation"],
  ["webhooks"],
  ["recovery"],
  ["facts"],
  ["worker"],
];
// Imported by pages and processes only; they may import all ranks.
export const besides = ["content", "analytics", "reporting", "local", "backups", "ops"];

export const rankOf = new Map(ranks.flatMap((names, rank) => names.map((name) => [name, rank] as const)));

const texts = new Map<string, string>();

/** The text of a file, read once. */
export function textOf(file: string): string {
  const text = texts.get(file) ?? readFileSync(file, "utf8");
  texts.set(file, text);
  return text;
}

/** The room of lib a file or import belongs to: `lib/base/money.ts` is `money`, `@/lib/orders/queries` is `orders`. */
export function roomOf(path: string): string | undefined {
  return /^(?:@\/)?lib\/([^/.]+)/.exec(path)?.[1];
}
