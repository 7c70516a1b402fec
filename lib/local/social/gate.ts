import { setTimeout as delay } from "node:timers/promises";
import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import { holdConnection } from "../cut-connection";
import { quirkOf } from "./account";
import { noteCall, type SocialFault, type SocialState } from "./state";
import { accountMissing, brokenJson, brokenServer, outOfCredits, rateLimited } from "./vendor-errors";

export type SocialEnv = { Bindings: HttpBindings };

const slowMs = 3000;

/**
 * The middleware of every vendor call: logs it, requires an `x-api-key`, and applies a test's next fault or the behaviour
 * of a reserved handle, in lookups and searches.
 */
export function vendorGate(state: SocialState): MiddlewareHandler<SocialEnv> {
  return async (c, next) => {
    const query = c.req.query();
    noteCall(state, { path: c.req.path, query });
    // The vendor answers a missing key with a 500.
    if (!c.req.header("x-api-key")) return c.json({ success: false, message: "apiKey is required" }, 500);
    const fault = state.faults.shift();
    if (fault === "malformed") {
      await next();
      c.res = new Response(malformed(await c.res.text()), c.res);
      return;
    }
    if (fault) return faultAnswers[fault](c);
    switch (quirkOf(query.handle ?? query.query ?? "")) {
      case "rate-limit":
        return rateLimited(c);
      case "no-credits":
        return outOfCredits(c);
      case "bad-json":
        return brokenJson(c);
      case "missing":
        if (query.handle !== undefined) return accountMissing(c);
        break;
      case "slow":
        await delay(slowMs);
    }
    state.credits -= 1;
    return next();
  };
}

/** The vendor's envelope around an answer. */
export function envelope(state: SocialState, body: object): object {
  return { success: true, credits_remaining: state.credits, credits_charged: 1, ...body };
}

/** True for a request of the trimmed answer. */
export function isTrimmed(c: Context): boolean {
  return c.req.query("trim") === "true";
}

/** The same answer with malformed texts: NUL, half an emoji, ten thousand characters. */
function malformed(json: string): string {
  const value: unknown = JSON.parse(json);
  return JSON.stringify(value, (key, text) =>
    freeTexts.has(key) && typeof text === "string" ? `${text}\u0000 \ud83d${"x".repeat(10_000)}` : text,
  );
}

const freeTexts = new Set(["full_name", "biography", "nickname", "signature", "desc", "text"]);

const faultAnswers: Record<
  Exclude<SocialFault, "malformed">,
  (c: Context<SocialEnv>) => Response | Promise<Response>
> = {
  429: rateLimited,
  402: outOfCredits,
  500: brokenServer,
  hang: holdConnection,
  badjson: brokenJson,
};
