import { randomBytes } from "node:crypto";
import { IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { Env } from "@/lib/env";
import { openClaimReplacer } from "./client-claims";
import { hashPolicy, noncePolicy } from "./content-policy";
import { finishAnswer } from "./finish-answer";
import { isOwnOrigin } from "./own-origin";
import type { PageCache } from "./page-cache";
import { plainAddress } from "./plain-address";
import { bringsForm, readForm } from "./read-form";
import { type Refusal, refusalOf } from "./refuse-request";

type Parts = {
  env: Pick<Env, "APP_MODE" | "SHOP_ORIGIN" | "TRUSTED_PROXY_HOPS">;
  isDevelopment: boolean;
  /** The paths of the pages that the build has prerendered; none under `next dev`. */
  prerendered: ReadonlySet<string>;
  pages: PageCache;
  answerWebhook: RequestListener;
  /** Next's own. */
  handle: RequestListener;
};

/**
 * What happens to every request before Next sees it, in this order: it may be refused, what it claims is replaced, a
 * webhook goes its own way, a kept page is sent, a form is read. All answers get their guards and their content policy here.
 */
export function openListener(parts: Parts): RequestListener {
  const { env, isDevelopment, prerendered, pages, handle } = parts;
  const shop = { isLocal: env.APP_MODE === "local", isDevelopment };
  const replaceClaims = openClaimReplacer(env);
  return (request, response) => {
    request.url = plainAddress(request.url ?? "/");
    const refusal = refusalOf(request, { isOwnOrigin });
    const path = (request.url ?? "").split("?")[0] ?? "";
    if (refusal === null && pages.answer(request, response)) return;
    const nonce = randomBytes(18).toString("base64");
    finishAnswer(
      response,
      {
        ofDynamicPage: noncePolicy(nonce, shop),
        ofPrerendered: isDevelopment ? null : (html) => hashPolicy(html, shop),
      },
      pages.keeper(request),
    );
    if (refusal !== null) return refuse(request, response, refusal);
    replaceClaims(request);
    if (path === "/api/webhooks/stripe") return parts.answerWebhook(request, response);
    if (prerendered.has(path) && request.method !== "POST") askForWholePage(request);
    // Next reads the nonce from here and puts it on its own scripts.
    else request.headers["content-security-policy"] = `script-src 'nonce-${nonce}'`;
    // A prerendered page that was not found has a tag too, and "not changed" would come without its scripts' hashes.
    if (isPage(path)) for (const name of ["if-none-match", "if-modified-since"]) delete request.headers[name];
    if (!bringsForm(request) || path.startsWith("/api/")) return handle(request, response);
    void readForm(request).then((read) =>
      read instanceof IncomingMessage ? handle(read, response) : refuse(request, response, read),
    );
  };
}

function refuse(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  response.writeHead(refusal.status, { "content-type": "text/plain; charset=utf-8", ...refusal.headers });
  response.end(refusal.message);
  // What is left of a body is read and forgotten, within the limits of open-server.ts.
  request.resume();
}

/** A page's policy is made from its text, which an answer to HEAD does not have; node leaves the body out by itself. */
function askForWholePage(request: IncomingMessage): void {
  if (request.method === "HEAD") request.method = "GET";
}

const isPage = (path: string) => !/^\/(?:api|_next)\/|\.\w+$/.test(path);
