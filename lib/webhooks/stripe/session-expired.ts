import type { PaymentDeps } from "@/lib/payments/settle-payment";
import type { EventSubject } from "./received-event";
import { onSessionChanged } from "./session-changed";

/**
 * checkout.session.expired: when the attempt is closed here already, nothing is asked. An expired page can't be paid,
 * so a closed attempt has nothing left to learn from it; money that came all the same is told by another event.
 */
export async function onSessionExpired(deps: PaymentDeps, subject: EventSubject): Promise<string> {
  const attempt = subject.id
    ? await deps.db.paymentAttempt.findUnique({
        where: { stripeSessionId: subject.id },
        select: { status: true },
      })
    : null;
  if (attempt && attempt.status !== "creating" && attempt.status !== "open")
    return "The attempt was closed before.";
  return onSessionChanged(deps, subject);
}
