import type Stripe from "stripe";
import type { StripeClient } from "@/lib/money/stripe/stripe-client";

/** The fields that the SDK's type declares as ones that Stripe may leave out. */
type Optional<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];

const optionalFields = {
  "charge.payment_method_details": ["card"] satisfies Optional<Stripe.Charge.PaymentMethodDetails>[],
  refund: ["failure_balance_transaction", "failure_reason"] satisfies Optional<Stripe.Refund>[],
  webhook_endpoint: ["secret"] satisfies Optional<Stripe.WebhookEndpoint>[],
};

// The SDK looks for `error` in each answer, and `await` for `then` in each object.
const known = new Set([
  ...["error", "then"],
  ...Object.entries(optionalFields).flatMap(([path, fields]) => fields.map((field) => `${path}.${field}`)),
]);

/**
 * Makes a client add to `missing` each field that is read of one of Stripe's objects and that the emulator's object does
 * not have, such as `charge.billing_details`. Fields that the SDK's types let Stripe leave out don't count.
 */
export function watchReads(client: StripeClient, missing: Set<string>): StripeClient {
  const http = client.getApiField("httpClient");
  const send: typeof http.makeRequest = http.makeRequest.bind(http);
  http.makeRequest = async (...request: Parameters<typeof send>) => {
    const response = await send(...request);
    const parse = response.toJSON.bind(response);
    response.toJSON = async () => {
      const answer = await parse();
      return "error" in answer ? answer : watch(answer, "answer", missing);
    };
    return response;
  };
  return client;
}

function watch<Value>(value: Value, path: string, missing: Set<string>): Value {
  if (typeof value !== "object" || value === null || path.endsWith(".metadata")) return value;
  const name = "object" in value && typeof value.object === "string" ? value.object : path;
  return new Proxy(value, {
    get(target, key, receiver) {
      const field: unknown = Reflect.get(target, key, receiver);
      if (Array.isArray(target)) return watch(field, name, missing);
      const fieldPath = `${name}.${String(key)}`;
      // Stripe's names are of this kind, and those that a test's matchers look for are not.
      const isOfStripe = typeof key === "string" && /^[a-z_]+$/.test(key);
      if (isOfStripe && !(key in target) && !known.has(fieldPath) && !known.has(key)) missing.add(fieldPath);
      return watch(field, fieldPath, missing);
    },
  });
}
