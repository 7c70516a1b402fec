import type Stripe from "stripe";
import { type SettleDeps, settlePayment } from "@/lib/checkout/settle-payment";
import { AppError } from "@/lib/errors";

const sentences = {
  paid: "The order is paid.",
  refunding: "The payment was not the order's and is going back.",
  open: "Nothing is paid yet.",
  expired: "The payment page has expired.",
  failed: "The payment fell through.",
  foreign: "Not a session of this shop.",
} as const;

/**
 * checkout.session.completed, .expired, .async_payment_succeeded and .async_payment_failed: the event only says which
 * session to look at. They come in any order, so each one asks Stripe how the session stands now.
 */
export async function onSessionChanged(deps: SettleDeps, event: Stripe.Event): Promise<string> {
  if (!("object" in event.data.object) || event.data.object.object !== "checkout.session")
    return "Not a session.";
  try {
    return sentences[(await settlePayment(deps, event.data.object.id)).kind];
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found")
      return "Stripe does not know the session any more.";
    throw error;
  }
}
