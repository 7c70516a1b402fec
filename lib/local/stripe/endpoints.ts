import { z } from "zod";
import type { Account } from "./account";
import { newEndpoint, newStripeId, type WebhookEndpoint } from "./objects";
import { list, text, webAddress } from "./params";
import { getOne } from "./state";

const events = list(text()).refine((types) => types.length > 0, {
  error: "You must enable at least one event",
});

export const createEndpointSchema = z.strictObject({
  url: webAddress,
  enabled_events: events,
  description: text().optional(),
});

export const updateEndpointSchema = z.strictObject({
  enabled_events: events.optional(),
  disabled: z.enum(["true", "false"]).optional(),
});

/**
 * Makes an endpoint. The emulator delivers to the addresses that its controls name, so that a test decides where events
 * go.
 */
export function createEndpoint({ state }: Account, params: z.output<typeof createEndpointSchema>) {
  const endpoint = newEndpoint(params);
  state.endpoints[endpoint.id] = endpoint;
  return { ...endpoint, secret: newStripeId("whsec") };
}

/** Changes an endpoint's events or switches it on or off. Throws ApiError 404. */
export function updateEndpoint(
  { state }: Account,
  { enabled_events, disabled }: z.output<typeof updateEndpointSchema>,
  id: string,
): WebhookEndpoint {
  const endpoint = getOne(state.endpoints, id, "webhook_endpoint", "webhook_endpoint");
  if (enabled_events) endpoint.enabled_events = enabled_events;
  if (disabled !== undefined) endpoint.status = disabled === "true" ? "disabled" : "enabled";
  return endpoint;
}
