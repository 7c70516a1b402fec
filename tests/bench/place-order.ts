import { randomInt } from "node:crypto";
import { newToken } from "@/lib/base/ids";
import { allAccounts } from "@/lib/local/social/directory";
import { orderBody } from "../support/purchase";

/** The accounts that behave normally. An order waits for earlier ones to the same account. */
export const usernames = allAccounts
  .filter(({ platform, quirk }) => platform === "instagram" && !quirk)
  .map(({ handle }) => handle);

let turn = 0;
// In turn, so that each is looked up once, before a flood whose paid look-ups are counted.
const nextUsername = () => usernames[turn++ % usernames.length];

/** The body of create-order for 100 followers, from another buyer each time. */
export function newBody(username = nextUsername()): string {
  const email = `${newToken().replace(/\W|_/g, "").toLowerCase()}@example.com`;
  return JSON.stringify(orderBody({ username, email }));
}

/** An address in a network of its own, as the benchmark's shop is told by its proxy. */
function newAddress(): string {
  return [randomInt(11, 100), randomInt(256), randomInt(256), randomInt(1, 255)].join(".");
}

const headers = { "content-type": "application/json", "accept-encoding": "gzip" };

/**
 * The requests that autocannon sends: a POST with a new body and from a new network for each request, or without one a
 * GET.
 */
export const requestsWith = (body?: () => string) => ({
  headers,
  ...(body && {
    method: "POST" as const,
    requests: [
      {
        setupRequest: (request: object) => ({
          ...request,
          headers: { ...headers, "x-forwarded-for": newAddress() },
          body: body(),
        }),
      },
    ],
  }),
});

/** Places an order at a shop, as a browser does. */
export function placeOrder(origin: string, username?: string): Promise<Response> {
  return fetch(`${origin}/api/functions/create-order`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": newAddress() },
    body: newBody(username),
  });
}
