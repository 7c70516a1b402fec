import "server-only";
import { z } from "zod";
import type { SignedInUser } from "@/app/_server/session";
import { getConnection } from "@/lib/base/db/client";
import { consumeRateLimit } from "@/lib/base/rate-limit/consume-rate-limit";
import { searchShop } from "@/lib/operator/search/search-shop";
import { readSearch } from "@/lib/operator/search/search-terms";
import { staffRoleOf } from "@/lib/people/auth/roles";
import { type ResultGroup, resultGroups } from "./result-groups";

export const searchSchema = z.object({ q: z.string().trim().max(254).catch("") });

/** What an administrator's text finds, as far as the role may read it. Errors: rate_limited. */
export async function searchFor({ id, roles }: SignedInUser, q: string): Promise<ResultGroup[]> {
  const terms = readSearch(q);
  if (!terms) return [];
  const { db, pool } = getConnection();
  await consumeRateLimit(pool, "adminSearch", id);
  const role = staffRoleOf(roles);
  return resultGroups(await searchShop(db, role, q), { verb: terms.verb, role });
}
