import { AppError } from "@/lib/errors";
import { type PaymentDeps, settlePayment } from "@/lib/payments/settle-payment";
import type { EventSubject } from "./received-event";

const messages = {
  paid: "The order is paid.",
  refunding: "The payment was not the order's and is going back.",
  open: "Nothing is paid yet.",
  expired: "The payment page has expired.",
  failed: "The payment fell through.",
  lost: "The database has lost this order; an alert has the payment.",
  foreign: "Not a session of this shop.",
} as const;

/**
 * checkout.session.completed, .async_payment_succeeded, .async_payment_failed and .expired: the event only says which
 * session to look at. They come in any order, so each one asks Stripe how the session stands now.
 */
export async function onSessionChanged(deps: PaymentDeps, subject: EventSubject): Promise<string> {
  if (subject.object !== "checkout.session" || !subject.id) return "Not a session.";
  try {
    return messages[(await settlePayment(deps, subject.id)).kind];
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found")
      return "Stripe does not know the session any more.";
    throw error;
  }
}
