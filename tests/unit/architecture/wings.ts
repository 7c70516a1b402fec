import { readFileSync } from "node:fs";
import { sourceFiles as files } from "../../support/source-facts";

export { files };

/** Every file of the shop's own code, except the two entries at the top of the repository. */
export const sources = ["app", "components", "emails", "lib"].flatMap(files);

/** The wings of lib, in order: a wing may import itself and the wings before it. lib/local may import all of them. */
export const wings = [
  "base",
  "shop",
  "mail",
  "orders",
  "people",
  "delivery",
  "money",
  "buyer",
  "running",
  "operator",
];

const texts = new Map<string, string>();

/** The text of a file, read once. */
export function textOf(file: string): string {
  const text = texts.get(file) ?? readFileSync(file, "utf8");
  texts.set(file, text);
  return text;
}

/** The wing that a file or import belongs to: `orders` for `lib/orders/ledger/movements.ts` and for its import. */
export function wingOf(path: string): string | undefined {
  return /^(?:@\/)?lib\/([^/.]+)\//.exec(path)?.[1];
}

/** Whether the second wing comes after the first. Files outside the wings come after all of them. */
export function isAfter(wing: string | undefined, other: string | undefined): boolean {
  const rank = (name = "") => (wings.includes(name) ? wings.indexOf(name) : wings.length);
  return rank(other) > rank(wing);
}
