import { logger } from "@/lib/logger";
import { startQuarantine } from "@/lib/quarantine/start-quarantine";
import { type PaymentDeps, toAppError } from "@/lib/stripe/stripe-client";
import { addMs, minute, unixSeconds } from "@/lib/time";
import { listLostRefunds, readAll, readSessions } from "./read-stripe";

// Stripe's clock may differ, and a session is created a moment after its attempt.
const overlapMs = 10 * minute;

/**
 * Begins the quarantine when Stripe has a session or refund of this shop that is newer than the newest in the database
 * and unknown there. This notices a restored copy on a machine without marks. A worker calls it before its first job.
 * Never throws, because the shop must work without Stripe.
 */
export async function checkStripe(deps: PaymentDeps): Promise<void> {
  try {
    const [newest] = await deps.db.$queryRaw<{ session: Date | null; refund: Date | null }[]>`
      SELECT (SELECT max(created_at) FROM payment_attempts) AS session,
        (SELECT max(created_at) FROM refunds) AS refund`;
    const since = (at: Date | null | undefined) => unixSeconds(addMs(at ?? new Date(0), -overlapMs));
    if (!newest?.session) return;
    const [session] = (await readSessions(deps, since(newest.session))).unknown;
    const created = { gte: since(newest.refund ?? newest.session) };
    const refunds = await readAll(deps.stripe.refunds.list({ created, limit: 100 }));
    const [refund] = await listLostRefunds(deps, refunds);
    const lost = session ?? refund;
    if (!lost) return;
    const reason = `Stripe has something of this shop (${lost.id}) that the database does not know: the database went back to an earlier state.`;
    await startQuarantine(deps.db, { reason, agreedUntil: new Date(lost.created * 1000) });
  } catch (error) {
    logger.warn({ err: String(toAppError(error)) }, "Stripe's newest sessions could not be compared");
  }
}
