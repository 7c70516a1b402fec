import { type PaymentDeps, toAppError } from "@/lib/money/stripe/stripe-client";
import { settlePayment } from "./settle-payment";

/**
 * Settles a payment page, and closes it if it can still be paid. One that was paid by a delayed method stays. Errors:
 * those of `settlePayment`.
 */
export async function closeIfOpen(deps: PaymentDeps, sessionId: string): Promise<void> {
  const { kind, session } = await settlePayment(deps, sessionId);
  if (kind === "open" && session.status === "open") await closeSession(deps, sessionId);
}

/**
 * Closes an open payment page, so that it can't be paid any more, and settles the session, because a page that was paid
 * or has expired meanwhile can't be closed. Errors: those of `settlePayment`.
 */
export async function closeSession(deps: PaymentDeps, sessionId: string): Promise<void> {
  const failure: unknown = await deps.stripe.checkout.sessions.expire(sessionId).then(
    () => null,
    (error) => error,
  );
  const settled = await settlePayment(deps, sessionId);
  if (failure && settled.kind === "open") throw toAppError(failure);
}
