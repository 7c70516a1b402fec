import { logger } from "@/lib/base/logger";
import { type FraudWarningOutcome, recordFraudWarning } from "@/lib/money/disputes/record-fraud-warning";
import { callStripe, idOf, type PaymentDeps } from "@/lib/money/stripe/stripe-client";
import { settleAndFindPayment } from "./settle-and-find";

/**
 * Applies one of Stripe's early fraud warnings to the order of its payment (`recordFraudWarning`). Idempotent; "foreign"
 * for a payment that is none of this shop. Errors: not_found (Stripe does not know the warning), payment_unavailable,
 * payment_misconfigured.
 */
export async function applyFraudWarning(
  deps: PaymentDeps,
  warningId: string,
): Promise<FraudWarningOutcome | "foreign"> {
  const warning = await callStripe(deps.stripe.radar.earlyFraudWarnings.retrieve(warningId), "warning");
  const intent = idOf(warning.payment_intent ?? null);
  const attempt = intent && (await settleAndFindPayment(deps, intent));
  if (!attempt) return "foreign";
  const outcome = await deps.db.$transaction((tx) => recordFraudWarning(tx, attempt, warning));
  logger.warn({ orderId: attempt.orderId, warningId, outcome }, "an early fraud warning was applied");
  return outcome;
}
