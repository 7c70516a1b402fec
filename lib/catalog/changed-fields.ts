import type { Prisma } from "@/lib/db/generated/client";

type Value = string | number | boolean | string[];

/** The fields of `after` that are not as they were, with what they were: what the audit log keeps of a change. */
export function changedFields<Fields extends Record<string, Value>>(
  held: Record<keyof Fields, unknown>,
  after: Fields,
): { before: Prisma.InputJsonObject; after: Prisma.InputJsonObject } | null {
  const names = Object.keys(after).filter(
    (name) => JSON.stringify(held[name]) !== JSON.stringify(after[name]),
  );
  if (names.length === 0) return null;
  const pick = (from: Record<string, unknown>) =>
    Object.fromEntries(names.map((name) => [name, from[name] as Value]));
  return { before: pick(held), after: pick(after) };
}
