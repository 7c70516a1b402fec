import { Prisma } from "@/lib/base/db/generated/client";

/** True for suppliers' services that take a link and a quantity: only these deliver what this shop sells. */
export function isMappable(type: string): boolean {
  return wordsOf(type) === "default";
}

/** `isMappable` for the row `service`: an import may have given a mapped service another type. */
export const isMappableSql = Prisma.sql`lower(btrim(service.type)) = 'default'`;

/** What panels ask for beside a link and a quantity, by the beginning of the type. */
const needs: [type: string, need: string][] = [
  ["custom comments", "a list of comments"],
  ["comment likes", "the name of the comment's author"],
  ["comment replies", "a comment and its answers"],
  ["mentions", "a choice of accounts to mention"],
  ["poll", "the answer to vote for"],
  ["subscriptions", "a number of future posts"],
  ["seo", "a list of keywords"],
  ["invites from groups", "a list of groups"],
];

/** Why a service of this type can't be bought, as a sentence for administrators; null where it can. Pure. */
export function whyNotMappable(type: string): string | null {
  if (isMappable(type)) return null;
  const words = wordsOf(type);
  const need = needs.find(([beginning]) => words.startsWith(beginning))?.[1];
  if (need) return `${type.trim()} needs ${need}, which orders here don't have.`;
  if (words === "package")
    return "A Package always has the same size, and orders here say how many they need.";
  return `${type.trim() || "A service without a type"} may need more than a link and a quantity, which is all that orders here have.`;
}

function wordsOf(type: string): string {
  return type.trim().toLowerCase();
}
