import { EmptyState } from "@/components/ui/empty-state";
import { getConnection } from "@/lib/base/db/client";
import { hasCode } from "@/lib/base/errors";
import { consumeRateLimit } from "@/lib/base/rate-limit/consume-rate-limit";

/** False when an account has opened its tickets too often. A page can't answer 429, so it shows TooManyReads. */
export async function mayReadTickets(userId: string): Promise<boolean> {
  try {
    await consumeRateLimit(getConnection().pool, "readTickets", userId);
    return true;
  } catch (error) {
    if (hasCode(error, "rate_limited")) return false;
    throw error;
  }
}

/** Stands in place of a ticket page once its rate limit is reached. */
export function TooManyReads() {
  return (
    <EmptyState
      title="Your tickets were opened very often"
      detail="Please wait a minute, then load this page again."
    />
  );
}
