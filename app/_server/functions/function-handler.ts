import "server-only";
import type { z } from "zod";
import { getConnection } from "@/lib/base/db/client";
import { getEnv } from "@/lib/base/env/env";
import { AppError, type FieldErrors, hasCode } from "@/lib/base/errors";
import { addressKey } from "@/lib/base/rate-limit/address-key";
import { consumeForAddress } from "@/lib/base/rate-limit/consume-rate-limit";
import type { LimitName } from "@/lib/base/rate-limit/limits";
import { parseStorableJson } from "@/lib/base/text/storable-text";
import { appendCookies, signedOutCookies } from "@/lib/people/auth/session-cookies";
import { type Caller, clientAddress, hasSessionCookieOnly, resolveCaller } from "../caller";
import { concurrencyLimit, concurrencyPerCaller } from "../concurrency";
import { errorResponse } from "../error-response";
import { requireOwnOrigin } from "../http/own-origin";
import { readBody } from "../http/read-body";

const maxBytes = 256 * 1024;

type HandlerContext<Input> = {
  input: Input;
  caller: Caller;
  request: Request;
  /** Sent with errors too, so that a cookie set before a failure is not lost. */
  responseHeaders: Headers;
};

export type Handler = (request: Request) => Promise<Response>;

type HandlerOptions<Schema extends z.ZodType> = {
  /** The handler's name in the address and in the log. */
  name: string;
  limit: LimitName | ((input: z.output<Schema>) => LimitName);
  schema: Schema;
  /** The handler's share of the process (concurrency.ts). */
  share?: "functions" | "orders";
  /** Returns the JSON to answer with; throws AppError for failures that the caller should know about. */
  handler: (context: HandlerContext<z.output<Schema>>) => Promise<object>;
};

/**
 * One function's handler: checks the caller (own origin, valid credentials), the body (JSON, at most 256 KB, matching
 * the schema) and the limits (rate, calls in flight of the caller and of the process), and answers errors. A request
 * that does not match the schema does not count against the rate limit.
 */
export function functionHandler<Schema extends z.ZodType>({
  name,
  limit,
  schema,
  share = "functions",
  handler,
}: HandlerOptions<Schema>): Handler {
  return async (request) => {
    const responseHeaders = new Headers({ "Cache-Control": "no-store" });
    let release = () => {};
    try {
      requireOwnOrigin(request);
      release = concurrencyPerCaller("functions").acquire(addressKey(clientAddress(request)));
      const sent = await readJson(request);
      const answer = await concurrencyLimit(share).run(async () => {
        const caller = await resolveCaller(request);
        const input = parseInput(schema, sent);
        const limitName = typeof limit === "function" ? limit(input) : limit;
        await consumeForAddress(getConnection().pool, limitName, caller.address);
        return handler({ input, caller, request, responseHeaders });
      });
      return Response.json(answer, { headers: responseHeaders });
    } catch (error) {
      // The page then shows that nobody is signed in, and its next request comes from a guest.
      if (isDeadSession(error, request)) appendCookies(responseHeaders, signedOutCookies(getEnv().APP_MODE));
      return errorResponse(error, name, responseHeaders);
    } finally {
      release();
    }
  };
}

function isDeadSession(error: unknown, request: Request): boolean {
  return hasCode(error, "unauthorized") && hasSessionCookieOnly(request);
}

async function readJson(request: Request): Promise<unknown> {
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get("content-type") ?? "")) {
    throw new AppError("unsupported_media_type");
  }
  const body = await readBody(request.body, request.headers.get("content-length"), maxBytes);
  if (body === null) throw new AppError("too_large");
  try {
    return parseStorableJson(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch (cause) {
    throw new AppError("invalid_input", { userMessage: "The request is not valid JSON.", cause });
  }
}

function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fieldErrors: FieldErrors = {};
  for (const issue of parsed.error.issues) fieldErrors[issue.path.join(".") || "body"] ??= issue.message;
  throw new AppError("invalid_input", { fieldErrors });
}
