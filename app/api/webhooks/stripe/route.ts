import { checkoutDeps, getStripe } from "@/app/_server/runtime";
import { receiveStripeEvent } from "@/app/_server/stripe-webhook";
import { getEnv } from "@/lib/env";

/** Stripe's deliveries. 400 for what is not Stripe's, 2xx only after the commit, 5xx so that Stripe comes again. */
export function POST(request: Request): Promise<Response> {
  return receiveStripeEvent(request, getStripe(), getEnv().STRIPE_WEBHOOK_SECRET, checkoutDeps());
}
