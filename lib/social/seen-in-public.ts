import { Prisma } from "@/lib/db/generated/client";

/** Selects, as `at`, when any lookup last found the profile of the row `orders` public; no row for never. */
export const seenInPublic = Prisma.sql`
  SELECT fetched_at AS at FROM social_cache
  WHERE key = 'profile:' || orders.platform || ':' || orders.username
    AND value @> '{"exists": true, "is_private": false}'`;
