import { Prisma } from "@/lib/db/generated/client";

/** Selects, as `at`, when the profile of the row `orders` was last found public by anybody's lookup; no row when it wasn't. */
export const seenInPublic = Prisma.sql`
  SELECT fetched_at AS at FROM social_cache
  WHERE key = 'profile:' || orders.platform || ':' || orders.username
    AND value @> '{"exists": true, "is_private": false}'`;
