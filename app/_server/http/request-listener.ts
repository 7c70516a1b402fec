import { randomBytes } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Env } from "@/lib/env";
import { newId } from "@/lib/ids";
import { withLogFields } from "@/lib/logger";
import { openHeaderReplacer } from "./client-headers";
import { hashPolicy, noncePolicy } from "./content-policy";
import { finishResponse } from "./finish-response";
import { handleForm } from "./handle-form";
import { isOwnOrigin } from "./own-origin";
import type { PageCache } from "./page-cache";
import { plainAddress, refusalOf, refuseRequest } from "./refuse-request";

type Parts = {
  env: Pick<Env, "APP_MODE" | "SHOP_ORIGIN" | "TRUSTED_PROXIES" | "COUNTRY_HEADER">;
  isDevelopment: boolean;
  /** The paths of the build's prerendered pages; none under `next dev`. */
  prerendered: ReadonlySet<string>;
  pages: PageCache;
  handleWebhook: RequestListener;
  /** Next's request handler. */
  handle: RequestListener;
};

/**
 * What happens to every request before Next sees it: it may be refused, answered from the page cache or as a webhook,
 * or wait for its turn as a form; headers in which the client describes itself are replaced. Every answer gets security
 * headers and a content policy.
 */
export function createRequestListener(parts: Parts): RequestListener {
  const { env, isDevelopment, prerendered, pages, handle } = parts;
  const shop = { isLocal: env.APP_MODE === "local", isDevelopment };
  const replaceHeaders = openHeaderReplacer(env);
  const answer = (request: IncomingMessage, response: ServerResponse, path: string, nonce: string) => {
    if (path === "/api/webhooks/stripe") return parts.handleWebhook(request, response);
    if (prerendered.has(path) && request.method !== "POST") askForWholePage(request);
    // Next reads the nonce from here and puts it on its own scripts.
    else request.headers["content-security-policy"] = `script-src 'nonce-${nonce}'`;
    // A prerendered not-found page has a tag too, and its 304 would lack the policy with the scripts' hashes.
    if (isPage(path)) for (const name of ["if-none-match", "if-modified-since"]) delete request.headers[name];
    if (request.method !== "POST" || path.startsWith("/api/")) return handle(request, response);
    void handleForm(request, response, handle).then(
      (refused) => refused && refuseRequest(request, response, refused),
    );
  };
  return (request, response) => {
    request.url = plainAddress(request.url ?? "/");
    const refusal = refusalOf(request, isOwnOrigin);
    const path = (request.url ?? "").split("?")[0] ?? "";
    if (refusal === null && pages.answer(request, response)) return;
    const nonce = randomBytes(18).toString("base64");
    finishResponse(
      response,
      {
        ofDynamicPage: noncePolicy(nonce, shop),
        ofPrerendered: isDevelopment ? null : (html) => hashPolicy(html, shop),
      },
      pages.keeper(request),
    );
    if (refusal !== null) return refuseRequest(request, response, refusal);
    replaceHeaders(request);
    withLogFields({ requestId: requestIdOf(request) }, () => answer(request, response, path, nonce));
  };
}

/** The request's id in the log: the one set by our own proxy, so that both logs agree; otherwise a new one. */
function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers["x-request-id"];
  return typeof given === "string" && /^[\w-]{8,64}$/.test(given) ? given : newId();
}

/**
 * Turns HEAD into GET for Next, because a page's content policy is computed from its text. Node still leaves out the
 * body.
 */
function askForWholePage(request: IncomingMessage): void {
  if (request.method === "HEAD") request.method = "GET";
}

const isPage = (path: string) => !/^\/(?:api|_next)\/|\.\w+$/.test(path);
