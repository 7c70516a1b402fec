import Stripe from "stripe";
import { newId } from "@/lib/ids";
import { webhookSecret } from "./payments-stripe";

/** A request as Stripe would send it, signed by whoever holds the secret. */
export function signedRequest(
  event: object,
  options: { secret?: string; ageSeconds?: number } = {},
): Request {
  const payload = JSON.stringify(event);
  const timestamp = Math.floor(Date.now() / 1000) - (options.ageSeconds ?? 0);
  const header = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: options.secret ?? webhookSecret,
    timestamp,
  });
  return new Request("http://127.0.0.1:3000/api/webhooks/stripe", {
    method: "POST",
    headers: { "stripe-signature": header },
    body: payload,
  });
}

/** An event as Stripe makes it, about any object. */
export function eventOf(type: string, object: object, id = `evt_${newId()}`) {
  return { id, object: "event", type, created: Math.floor(Date.now() / 1000), data: { object } };
}
