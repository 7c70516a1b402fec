import { newToken } from "@/lib/base/ids";
import { orderBody } from "../support/purchase";

/** The body of create-order for 100 followers, from another buyer each time. */
export function newBody(username = "warmcrumbs"): string {
  const email = `${newToken().replace(/\W|_/g, "").toLowerCase()}@example.com`;
  return JSON.stringify(orderBody({ username, email }));
}

/** The requests that autocannon sends: a POST with a new body for each request, or without one a GET. */
export const requestsWith = (body?: () => string) => ({
  headers: { "content-type": "application/json", "accept-encoding": "gzip" },
  ...(body && {
    method: "POST" as const,
    requests: [{ setupRequest: (request: object) => ({ ...request, body: body() }) }],
  }),
});

/** Places an order at a shop, as a browser does. */
export function placeOrder(origin: string, username?: string): Promise<Response> {
  return fetch(`${origin}/api/functions/create-order`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: newBody(username),
  });
}
