import { applyFraudWarning } from "@/lib/disputes/apply-fraud-warning";
import { AppError } from "@/lib/errors";
import type { PaymentDeps } from "@/lib/payments/settle-payment";
import type { EventSubject } from "./received-event";

const messages = {
  refund: "The payment is going back, and nothing more of the order is sent.",
  review: "Nothing more of the order is sent; an operator decides.",
  foreign: "Not a warning about a payment of this shop.",
} as const;

/** radar.early_fraud_warning.created and .updated: the event only says which warning to look at. */
export async function onFraudWarned(deps: PaymentDeps, subject: EventSubject): Promise<string> {
  if (subject.object !== "radar.early_fraud_warning" || !subject.id) return "Not a warning.";
  try {
    return messages[await applyFraudWarning(deps, subject.id)];
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found")
      return "Stripe does not know the warning any more.";
    throw error;
  }
}
