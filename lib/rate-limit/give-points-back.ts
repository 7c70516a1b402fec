import type { Pool } from "pg";
import { getEnv } from "@/lib/env";
import type { LimitName } from "./limits";
import { limiterFor } from "./take-point";

/** Gives the last point back: what was counted turned out not to be what the limit is about. */
export async function givePointBack(
  pool: Pool,
  limit: LimitName,
  key: string,
  scale: number = getEnv().RATE_LIMIT_SCALE,
): Promise<void> {
  await limiterFor(pool, limit, scale).reward(key);
}

/** Gives all points back: whoever is counted under the key has proven who they are. */
export async function giveAllPointsBack(
  pool: Pool,
  limit: LimitName,
  key: string,
  scale: number = getEnv().RATE_LIMIT_SCALE,
): Promise<void> {
  await limiterFor(pool, limit, scale).delete(key);
}
