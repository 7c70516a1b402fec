import type Stripe from "stripe";
import { AppError, type ErrorCode } from "@/lib/base/errors";
import { callStripe, type StripeClient } from "@/lib/money/stripe/stripe-client";
import { eventTypes } from "./event-types";

/** The address to which Stripe sends the shop's events. */
export function endpointAddress(origin: string): string {
  return `${origin}/api/webhooks/stripe`;
}

/** Every type of event that the shop handles, in the order of the alphabet. */
export function endpointEvents(): string[] {
  return [...eventTypes].sort();
}

/**
 * The change made to the shop's endpoint. `secret` signs its events; Stripe shows it only when an endpoint is made.
 * `others` are further enabled endpoints with the same address, whose events the shop refuses.
 */
type EndpointResult = {
  id: string;
  change: "made" | "fixed" | "unchanged";
  secret: string | null;
  others: string[];
};

type EventType = Stripe.WebhookEndpointCreateParams.EnabledEvent;

/**
 * Makes the shop's endpoint at Stripe, or gives the one that exists exactly the events that the shop handles. With
 * `isReplaced`, makes a new one with a new secret and disables all earlier ones. Safe to run again. Errors:
 * payment_misconfigured, payment_unavailable.
 */
export async function fixEndpoint(
  stripe: StripeClient,
  { origin, isReplaced }: { origin: string; isReplaced: boolean },
): Promise<EndpointResult> {
  const url = endpointAddress(origin);
  const enabled_events = endpointEvents() as EventType[];
  const existing = await callForEndpoint(listEndpoints(stripe, url));
  const [current, ...duplicates] = existing.toSorted(
    (a, b) => Number(a.status !== "enabled") - Number(b.status !== "enabled"),
  );
  if (!current || isReplaced) {
    const made = await callForEndpoint(
      stripe.webhookEndpoints.create({ url, enabled_events, description: "Groundswell" }),
    );
    // After the new one, so that no moment is without an endpoint.
    for (const { id, status } of existing) {
      if (status !== "enabled") continue;
      await callForEndpoint(stripe.webhookEndpoints.update(id, { disabled: true }));
    }
    return { id: made.id, change: "made", secret: made.secret ?? null, others: [] };
  }
  const others = duplicates.filter(({ status }) => status === "enabled").map(({ id }) => id);
  if (current.status === "enabled" && isSameSet(current.enabled_events, enabled_events)) {
    return { id: current.id, change: "unchanged", secret: null, others };
  }
  await callForEndpoint(stripe.webhookEndpoints.update(current.id, { enabled_events, disabled: false }));
  return { id: current.id, change: "fixed", secret: null, others };
}

async function listEndpoints(stripe: StripeClient, url: string): Promise<Stripe.WebhookEndpoint[]> {
  const found: Stripe.WebhookEndpoint[] = [];
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 })) {
    if (endpoint.url === url) found.push(endpoint);
  }
  return found;
}

/** Awaits a call about endpoints; an operator reads the refusals. */
async function callForEndpoint<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await callStripe(call);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, cause } = error;
    const userMessage = refusals[code];
    throw userMessage ? new AppError(code, { userMessage, cause }) : error;
  }
}

const refusals: Partial<Record<ErrorCode, string>> = {
  payment_misconfigured:
    "Stripe refuses the key, or the key may not write webhook endpoints. Give it that right at dashboard.stripe.com, Developers, API keys, or use the secret key for this one command.",
  payment_unavailable: "Stripe does not answer. Check status.stripe.com, then try again.",
};

function isSameSet(left: string[], right: string[]): boolean {
  return left.length === right.length && left.every((each) => right.includes(each));
}
