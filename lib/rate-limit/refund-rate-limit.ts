import type { Pool } from "pg";
import { forgetRefusal, rowName } from "./consume-rate-limit";
import type { LimitName } from "./limits";

/** Gives the last point back: what was counted turned out not to be what the limit is about. */
export async function refundRateLimit(pool: Pool, limit: LimitName, key: string): Promise<void> {
  const name = rowName(limit, key);
  await pool.query("UPDATE rate_limits SET points = GREATEST(points - 1, 0) WHERE key = $1", [name]);
  forgetRefusal(pool, name);
}

/** Gives all points back: whoever is counted under the key has proven who they are. */
export async function resetRateLimit(pool: Pool, limit: LimitName, key: string): Promise<void> {
  const name = rowName(limit, key);
  await pool.query("DELETE FROM rate_limits WHERE key = $1", [name]);
  forgetRefusal(pool, name);
}
