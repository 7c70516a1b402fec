import type { Pool } from "pg";
import { forgetRefusal, rowName } from "./consume-rate-limit";
import type { LimitName } from "./limits";

/** Takes back one count, for a call that was not of the kind the limit is for. */
export async function refundRateLimit(pool: Pool, limit: LimitName, key: string): Promise<void> {
  const name = rowName(limit, key);
  await pool.query("UPDATE rate_limits SET points = GREATEST(points - 1, 0) WHERE key = $1", [name]);
  forgetRefusal(pool, name);
}

/** Takes back all counts of a key, after its owner has authenticated. */
export async function resetRateLimit(pool: Pool, limit: LimitName, key: string): Promise<void> {
  const name = rowName(limit, key);
  await pool.query("DELETE FROM rate_limits WHERE key = $1", [name]);
  forgetRefusal(pool, name);
}
