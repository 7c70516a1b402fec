import { z } from "zod";

/** The admin's filter of orders from the page's query string; invalid values are ignored. */
export const orderFilterSchema = z.object({
  status: z
    .enum(["pending", "processing", "completed", "failed", "expired", "partial"])
    .optional()
    .catch(undefined),
  /** An email or its beginning, an order's id or its first 8 characters, @name or its beginning, a supplier's id. */
  q: z.string().trim().max(254).optional().catch(undefined),
  /** First and last day, UTC. */
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
  sort: z.enum(["newest", "oldest", "dearest", "cheapest"]).catch("newest"),
  /** The cursor of the previous page. */
  after: z.string().max(600).optional().catch(undefined),
});

export type OrderFilter = z.infer<typeof orderFilterSchema>;

/** What a search text may mean; an order that matches any of them is found. */
export type OrderSearch = {
  /** A whole order id, or all ids with that beginning. */
  ids?: { first: string; last: string };
  emailPrefix?: string;
  usernamePrefix?: string;
  providerOrderId?: string;
};

/** Reads a search text; null for an empty one. `@name` is a name, `a@b` an email, anything else may be several things. */
export function readOrderSearch(text: string | undefined): OrderSearch | null {
  const given = text?.trim().replace(/^#/, "") ?? "";
  const query = given.toLowerCase();
  if (query === "" || query === "@") return null;
  if (query.startsWith("@")) return { usernamePrefix: query.slice(1) };
  if (query.includes("@")) return { emailPrefix: query };
  const search: OrderSearch = { emailPrefix: query, usernamePrefix: query };
  const digits = query.replaceAll("-", "");
  if (/^[0-9a-f]{8,32}$/.test(digits)) search.ids = { first: uuid(digits, "0"), last: uuid(digits, "f") };
  if (/^[\w-]{1,64}$/.test(given)) search.providerOrderId = given;
  return search;
}

/** Pads hex digits to a uuid. */
function uuid(digits: string, filler: string): string {
  return digits.padEnd(32, filler).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
