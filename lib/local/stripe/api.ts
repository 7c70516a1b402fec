import { setTimeout as wait } from "node:timers/promises";
import { type Context, Hono } from "hono";
import { cutConnection, type NodeEnv } from "../emulator-server";
import type { Account } from "./account";
import { ApiError, errorBody } from "./api-error";
import { expandObject } from "./expand";
import { type FormTree, parseForm, toList } from "./form";
import { openIdempotencyKeys, type Reservation } from "./idempotency";
import { newStripeId } from "./objects";
import { requireRight } from "./rights";
import { type Route, routes } from "./routes";
import type { Answer } from "./state";

/**
 * The handler of /v1: checks the key, applies faults and idempotency keys, and answers every refusal in Stripe's envelope,
 * so that the SDK throws. `changed` is called after each call that may have changed the state.
 */
export function createApi(account: Account, changed: () => void): Hono<NodeEnv> {
  const app = new Hono<NodeEnv>();
  const reserveKey = openIdempotencyKeys(account.state);
  const { faults } = account.state;

  async function answerRead(c: Context<NodeEnv>, route: Route): Promise<Response> {
    const requestId = newStripeId("req");
    try {
      requireKey(c);
      await pause(faults.delayMs);
      return respond(execute(account, route, c, new URL(c.req.url).search, { requestId, key: null }));
    } catch (error) {
      return respond(refusal(error, requestId));
    }
  }

  async function answerWrite(c: Context<NodeEnv>, route: Route): Promise<Response> {
    const requestId = newStripeId("req");
    const key = c.req.header("idempotency-key") || null;
    let answer: Answer;
    let headers: Record<string, string> = key ? { "idempotency-key": key } : {};
    try {
      requireKey(c);
      const body = await c.req.text();
      // Only a 500 is the call's own answer and stored under its key. Any other status comes from a proxy in front (a
      // limit, an outage) and leaves the key free.
      const failure = faults.status === 500 ? null : takeFailure(account);
      if (failure) {
        await pause(faults.delayMs);
        throw failure;
      }
      const reservation = key === null ? unkeyed : reserveKey(key, c.req.path, body);
      await pause(faults.delayMs);
      if ("saved" in reservation) {
        answer = reservation.saved;
        headers = { ...headers, "idempotent-replayed": "true", "original-request": answer.requestId };
      } else {
        answer = carryOut(reservation, requestId, () => {
          const failure = faults.status === 500 ? takeFailure(account) : null;
          if (failure) throw failure;
          return execute(account, route, c, body, { requestId, key });
        });
        changed();
      }
    } catch (error) {
      answer = refusal(error, requestId);
    }
    if (faults.loseResponse > 0) {
      faults.loseResponse -= 1;
      return cutConnection(c);
    }
    return respond(answer, headers);
  }

  for (const route of routes) {
    if (route.method === "GET") app.get(route.path, (c) => answerRead(c, route));
    else app.post(route.path, (c) => answerWrite(c, route));
  }
  app.all("/v1/*", (c) => answerRead(c, { method: "GET", path: c.req.path, run: unknownRoute(c) }));
  return app;
}

const unkeyed: Reservation = { end: () => {} };

// A refused parameter frees the key; any later result is stored under it.
function carryOut(reservation: Reservation, requestId: string, run: () => Answer): Answer {
  try {
    const answer = run();
    reservation.end(answer);
    return answer;
  } catch (error) {
    const answer = refusal(error, requestId);
    const isRefusedParameter = error instanceof ApiError && error.status < 500 && !error.isOutcome;
    reservation.end(isRefusedParameter ? null : answer);
    return answer;
  }
}

function execute(
  account: Account,
  route: Route,
  c: Context<NodeEnv>,
  encoded: string,
  { requestId, key }: { requestId: string; key: string | null },
): Answer {
  requireRight(account, route.path, route.method === "GET" ? "read" : "write");
  const { expand, ...params } = parseForm(encoded);
  const cause = { id: requestId, idempotency_key: key };
  const made = route.run(account, { id: c.req.param("id") ?? "", params, cause });
  const body = expandObject(account, made, expandPaths(expand));
  const shown = isUrlWithheld(account, route) ? { ...body, url: null } : body;
  return { status: 200, body: JSON.stringify(shown, null, 2), requestId };
}

/** The fields whose objects are to be shown in full instead of by id. */
function expandPaths(expand: FormTree[string] | undefined): string[] {
  const paths = toList(expand);
  return Array.isArray(paths) ? paths.filter((path) => typeof path === "string") : [];
}

function isUrlWithheld({ state: { faults } }: Account, route: Route): boolean {
  const createsSession = route.method === "POST" && route.path === "/v1/checkout/sessions";
  if (!createsSession || !faults.noUrl) return false;
  if (typeof faults.noUrl === "number") faults.noUrl -= 1;
  return true;
}

/** The next failure that a test has asked for. */
function takeFailure({ state: { faults } }: Account): ApiError | null {
  if (faults.failNext <= 0) return null;
  faults.failNext -= 1;
  return new ApiError(faults.status, "This failure was asked for through the emulator's controls.", {
    ...(faults.status === 402 && { type: "card_error" }),
    ...(faults.status === 429 && { code: "rate_limit" }),
  });
}

function requireKey(c: Context<NodeEnv>): void {
  const given = /^Bearer (.+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
  if (!given) {
    throw new ApiError(
      401,
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  if (!/^(sk|rk)_\w+$/.test(given)) {
    throw new ApiError(401, `Invalid API Key provided: ${given.slice(0, 3)}***`, { code: "api_key_invalid" });
  }
}

function unknownRoute(c: Context<NodeEnv>): Route["run"] {
  return () => {
    const message = `Unrecognized request URL (${c.req.method}: ${c.req.path}). Please see https://stripe.com/docs.`;
    throw new ApiError(404, message);
  };
}

function refusal(error: unknown, requestId: string): Answer {
  const known =
    error instanceof ApiError ? error : new ApiError(500, `The emulator failed: ${String(error)}`);
  return { status: known.status, body: JSON.stringify(errorBody(known, requestId), null, 2), requestId };
}

function respond({ status, body, requestId }: Answer, headers: Record<string, string> = {}): Response {
  return new Response(body, {
    status,
    headers: {
      "content-type": "application/json",
      "request-id": requestId,
      "cache-control": "no-store",
      ...headers,
    },
  });
}

async function pause(ms: number): Promise<void> {
  if (ms > 0) await wait(ms, undefined, { ref: false });
}
