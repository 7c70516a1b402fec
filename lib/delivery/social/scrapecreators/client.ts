import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { jsonText } from "@/lib/base/text/json-text";
import { ProviderError } from "@/lib/delivery/social/provider";
import { readCapped } from "@/lib/delivery/social/read-capped";

type ClientOptions = { baseUrl: string; apiKey: string };

/** The vendor's JSON object; null when it says that the account does not exist. */
export type Answer = Record<string, unknown> | null;

/** Asks one endpoint, its retry included, until `deadline`. Throws only ProviderError. */
export type Ask = (
  path: string,
  params: Record<string, string | undefined>,
  deadline: AbortSignal,
) => Promise<Answer>;

// A page of posts is some hundred kilobytes.
const maxBytes = 8 * 1024 * 1024;
const retryDelayMs = 300;

const bodySchema = jsonText().pipe(z.record(z.string(), z.unknown()));

/**
 * A client for https://docs.scrapecreators.com: GET, JSON, key in `x-api-key`. A broken connection and a 5xx are retried
 * once after about 300 ms; an expired deadline is not.
 */
export function openClient({ baseUrl, apiKey }: ClientOptions): Ask {
  return async (path, params, deadline) => {
    const url = new URL(path, baseUrl);
    for (const [name, value] of Object.entries(params))
      if (value !== undefined) url.searchParams.set(name, value);
    try {
      return await askOnce(url, apiKey, deadline);
    } catch (error) {
      if (!(error instanceof ProviderError) || !isWorthARetry(error)) throw error;
      const jitterMs = retryDelayMs * (0.5 + Math.random());
      await wait(jitterMs, undefined, { signal: deadline }).catch((cause) => {
        throw new ProviderError("timeout", "no answer in time", { cause });
      });
      return askOnce(url, apiKey, deadline);
    }
  };
}

function isWorthARetry(error: ProviderError): boolean {
  return error.kind === "network" || error.kind === "upstream";
}

async function askOnce(url: URL, apiKey: string, signal: AbortSignal): Promise<Answer> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      headers: { "x-api-key": apiKey, accept: "application/json" },
      // A redirect must not get the key.
      redirect: "manual",
      cache: "no-store",
      signal,
    });
    text = (await readCapped(response.body ?? emptyBody(), maxBytes)).toString("utf8");
  } catch (cause) {
    const kind = signal.aborted ? "timeout" : "network";
    throw new ProviderError(kind, kind === "timeout" ? "no answer in time" : "the connection broke", {
      cause,
    });
  }
  const body = bodySchema.safeParse(text).data ?? null;
  if (body && (response.status === 404 || (response.ok && saysNotFound(body)))) return null;
  if (!response.ok) throw refusal(response);
  if (!body) throw new ProviderError("bad_response", "the answer is not a JSON object");
  if (body.success === false) throw new ProviderError("bad_response", "the answer says that it failed");
  return body;
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}

/**
 * The vendor reports a missing account in several ways, some with status 200 and `success: true`. A 404 without JSON is
 * something else: a wrong address, a proxy's page.
 */
function saysNotFound(body: Record<string, unknown>): boolean {
  const isSaid = body.error === "not_found" || body.errorStatus === 404 || body.accountDoesNotExist === true;
  return isSaid || (body.success === false && /not found|n['o]t exist/i.test(String(body.message)));
}

function refusal(response: Response): ProviderError {
  const message = `status ${response.status}`;
  switch (response.status) {
    case 401:
      return new ProviderError("bad_key", message);
    case 402:
      return new ProviderError("no_credits", message);
    case 429:
      return new ProviderError("rate_limited", message, retryAfter(response));
    default:
      return new ProviderError(response.status >= 500 ? "upstream" : "bad_response", message);
  }
}

function retryAfter(response: Response): { retryAfterSeconds?: number } {
  const seconds = Number(response.headers.get("retry-after"));
  return seconds > 0 && Number.isFinite(seconds) ? { retryAfterSeconds: Math.ceil(seconds) } : {};
}
