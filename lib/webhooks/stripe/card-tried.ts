import { AppError } from "@/lib/errors";
import { recordCard } from "@/lib/payments/record-card";
import type { PaymentDeps } from "@/lib/payments/settle-payment";
import type { EventSubject } from "./received-event";

const messages = {
  foreign: "Not a card for an order of this shop.",
  recorded: "The card is counted.",
  blocked: "The card is on the block list; an operator decides.",
} as const;

/** charge.succeeded and charge.failed: a card was tried. The event only says which charge to look at. */
export async function onCardTried(deps: PaymentDeps, subject: EventSubject): Promise<string> {
  if (subject.object !== "charge" || !subject.id) return "Not a charge.";
  try {
    return messages[await recordCard(deps, subject.id)];
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found")
      return "Stripe does not know the charge any more.";
    throw error;
  }
}
