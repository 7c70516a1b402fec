import type { PaymentDeps } from "@/lib/money/stripe/stripe-client";
import { hasTooManyDeclines } from "@/lib/people/abuse/velocity";
import { closeIfOpen } from "./close-session";
import { recordCard } from "./record-card";

/**
 * Records a card that was tried for an order (`recordCard`), and closes the order's payment pages after too many
 * declines. Idempotent. Returns what was recorded. Errors: those of `recordCard` and `settlePayment`.
 */
export async function applyCard(deps: PaymentDeps, chargeId: string) {
  const recorded = await recordCard(deps, chargeId);
  // For a repeated event too: an earlier run may have ended before it closed the page.
  if (recorded.kind === "declined" && (await hasTooManyDeclines(deps.db, recorded.orderId))) {
    await closePages(deps, recorded.orderId);
  }
  return recorded.kind;
}

async function closePages(deps: PaymentDeps, orderId: string): Promise<void> {
  const open = await deps.db.paymentAttempt.findMany({
    where: { orderId, status: "open", stripeSessionId: { not: null } },
    select: { stripeSessionId: true },
  });
  for (const { stripeSessionId } of open) if (stripeSessionId) await closeIfOpen(deps, stripeSessionId);
}
