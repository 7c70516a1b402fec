import { setTimeout as delay } from "node:timers/promises";
import type { Context, MiddlewareHandler } from "hono";
import { holdConnection, type NodeEnv } from "../emulator-server";
import { normalizeHandle, type Quirk, quirkOf } from "./account";
import { noteCall, type SocialFault, type SocialState } from "./state";

const slowMs = 3000;

/**
 * The middleware of every vendor call: logs it, requires an `x-api-key`, and fails for an account that is down, by a
 * test's next fault, or as a reserved handle does.
 */
export function vendorGate(state: SocialState): MiddlewareHandler<NodeEnv> {
  return async (c, next) => {
    const query = c.req.query();
    noteCall(state, { path: c.req.path, query });
    // The vendor answers a missing key with a 500.
    if (!c.req.header("x-api-key")) return c.json({ success: false, message: "apiKey is required" }, 500);
    const [, , platform = ""] = c.req.path.split("/");
    if (state.habits[`${platform} ${normalizeHandle(query.handle ?? "")}`]?.isDown)
      return faultAnswers[500](c);
    const asked = state.faults.shift();
    if (asked === "malformed") {
      await next();
      c.res = new Response(malformed(await c.res.text()), c.res);
      return;
    }
    const quirk = quirkOf(query.handle ?? query.query ?? "");
    const fault = asked ?? (quirk && faultOfQuirk[quirk]);
    if (fault) return faultAnswers[fault](c);
    if (quirk === "slow") await delay(slowMs);
    state.credits -= 1;
    return next();
  };
}

/** The vendor's envelope around an answer. */
export function envelope(state: SocialState, body: object): object {
  return { success: true, credits_remaining: state.credits, credits_charged: 1, ...body };
}

/** The same answer with malformed texts: NUL, half an emoji, ten thousand characters. */
function malformed(json: string): string {
  const value: unknown = JSON.parse(json);
  return JSON.stringify(value, (key, text) =>
    freeTexts.has(key) && typeof text === "string" ? `${text}\u0000 \ud83d${"x".repeat(10_000)}` : text,
  );
}

const freeTexts = new Set([
  "full_name",
  "biography",
  "nickname",
  "signature",
  "desc",
  "text",
  "name",
  "title",
  "description",
]);

type FaultAnswer = (c: Context<NodeEnv>) => Response | Promise<Response>;

const faultAnswers: Record<Exclude<SocialFault, "malformed">, FaultAnswer> = {
  429: (c) =>
    c.json({ success: false, message: "Rate limit exceeded. Try again in a moment." }, 429, {
      "retry-after": "1",
    }),
  402: (c) => c.json({ success: false, credits_remaining: 0, message: "You have run out of credits." }, 402),
  500: (c) => c.json({ success: false, message: "Something went wrong on our end." }, 500),
  hang: holdConnection,
  badjson: (c) =>
    c.body('{"success":true,"credits_remaining":24', 200, { "content-type": "application/json" }),
};

/** The reserved handles that always meet a fault. */
const faultOfQuirk: Partial<Record<Quirk, keyof typeof faultAnswers>> = {
  ratelimit: "429",
  nocredits: "402",
  badjson: "badjson",
};

/** A missing account: status 404 with `success: true`. */
export function accountMissing(c: Context): Response {
  return c.json(
    {
      success: true,
      error: "not_found",
      errorStatus: 404,
      message: "Account doesn't exist",
      accountDoesNotExist: true,
    },
    404,
  );
}

/** Posts that can't be fetched: the body says 404; the HTTP status depends on the endpoint. */
export function postsMissing(c: Context, status: 200 | 404): Response {
  return c.json(
    {
      success: true,
      credits_charged: 0,
      error: "not_found",
      errorStatus: 404,
      message: "The user was not found, or is private and only visible to a signed-in account.",
    },
    status,
  );
}
