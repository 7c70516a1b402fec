import { randomBytes } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import { type Env, getEnv } from "@/lib/base/env/env";
import { AppError } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { withLogFields } from "@/lib/base/logger";
import { addressKey } from "@/lib/base/rate-limit/address-key";
import { countInProcess } from "@/lib/base/rate-limit/count-in-process";
import { second } from "@/lib/base/time/time";
import { concurrencyLimit, pageQueues, routeQueues } from "../concurrency";
import { openHeaderReplacer } from "./client-headers";
import { hashPolicy, noncePolicy } from "./content-policy";
import { finishResponse, type PrerenderedPage } from "./finish-response";
import { handleForm } from "./handle-form";
import { isImpossibleLink, isUnknownToken, tokenOf, unknownOrderPath } from "./order-link";
import { isOwnOrigin } from "./own-origin";
import type { PageCache } from "./page-cache";
import { destinationOf, missingPath } from "./platform-paths";
import { plainAddress, type Refusal, refusalOf, refuseRequest, retryLaterRefusal } from "./refuse-request";
import { atMost, responseMade, takeTurn } from "./response-made";

type Parts = {
  env: Pick<Env, "APP_MODE" | "SHOP_ORIGIN" | "TRUSTED_PROXIES" | "COUNTRY_HEADER">;
  isDevelopment: boolean;
  /** The paths of the build's prerendered pages; none under `next dev`. */
  prerendered: ReadonlySet<string>;
  /** The first parts of the build's own addresses; null under `next dev`, where Next decides what an address is. */
  ownWords: ReadonlySet<string> | null;
  /** The ids of the build's server actions; null under `next dev`, which makes them as they are needed. */
  actions: ReadonlySet<string> | null;
  pages: PageCache;
  handleWebhook: RequestListener;
  /** Next's request handler. */
  handle: RequestListener;
};

/**
 * How long a caller waits for the answer to come back later. Connections that ask again at once would keep the server
 * so busy with refusals that it accepts new connections, one in each turn of its loop, only after seconds.
 */
const retryDelayMs = second;

/**
 * Handles every request before Next sees it: it may be refused, answered from the page cache or as a webhook, or wait
 * for its turn as a form, a page or a call; headers in which the client describes itself are replaced. Every answer
 * gets security headers and a content policy.
 */
export function createRequestListener(parts: Parts): RequestListener {
  const { env, isDevelopment, prerendered, ownWords, actions, pages, handle } = parts;
  const shop = { isLocal: env.APP_MODE === "local", isDevelopment };
  const replaceHeaders = openHeaderReplacer(env);
  const findsUnknownOrders = prerendered.has(unknownOrderPath);
  const answer = (request: IncomingMessage, response: ServerResponse, visit: Visit) => {
    const { path, nonce } = visit;
    const refuseIf = async (refused: Refusal | null) => {
      if (refused === null) return;
      if (refused.headers?.["Retry-After"]) await wait(retryDelayMs);
      refuseRequest(request, response, refused);
    };
    if (path === "/api/webhooks/stripe" || path === "/api/webhooks/resend")
      return parts.handleWebhook(request, response);
    const isPrerendered = visit.isPrerendered && request.method !== "POST";
    if (isPrerendered) askForWholePage(request);
    // Next reads the nonce from here and puts it on its own scripts.
    else request.headers["content-security-policy"] = `script-src 'nonce-${nonce}'`;
    // A prerendered not-found page has a tag too, and its 304 would lack the policy with the scripts' hashes.
    if (isPage(path)) for (const name of ["if-none-match", "if-modified-since"]) delete request.headers[name];
    if (path.startsWith("/api/")) return void handleRoute(request, response, handle).then(refuseIf);
    if (isPrerendered || path.startsWith("/_next/")) return handle(request, response);
    if (request.method === "POST") return void handleForm(request, response, handle, actions).then(refuseIf);
    void handlePage(request, response, () => makePage(request, response, visit)).then(refuseIf);
  };
  const makePage = async (request: IncomingMessage, response: ServerResponse, visit: Visit) => {
    const token = findsUnknownOrders ? tokenOf(visit.path) : null;
    if (token === null || !(await isUnknownToken(token))) return handle(request, response);
    if (isRouters(request)) return refuseRequest(request, response, unknownOrder);
    request.url = unknownOrderPath;
    delete request.headers["content-security-policy"];
    askForWholePage(request);
    visit.keep = pages.keeper(request);
    if (!pages.answer(request, response)) handle(request, response);
  };
  return (request, response) => {
    request.url = plainAddress(request.url ?? "/");
    let refusal = refusalOf(request, isOwnOrigin);
    if (findsUnknownOrders && request.method !== "POST" && isImpossibleLink(pathOf(request))) {
      if (isRouters(request)) refusal ??= unknownOrder;
      else request.url = unknownOrderPath;
    }
    if (refusal === null && pages.answer(request, response)) return;
    const nonce = randomBytes(18).toString("base64");
    const asked = pathOf(request);
    const destination = ownWords ? destinationOf(asked, ownWords) : "other";
    // A form is never led elsewhere: a browser would send all of it again.
    const isLedHome = destination === "home" && request.method !== "POST";
    if (destination === "missing" || (destination === "home" && !isLedHome)) request.url = missingPath;
    const path = pathOf(request);
    const isPrerendered = destination === "page" || (destination === "other" && prerendered.has(path));
    const visit: Visit = {
      path,
      nonce,
      isPrerendered,
      keep: isPrerendered ? pages.keeper(request) : () => {},
    };
    finishResponse(
      response,
      {
        ofDynamicPage: noncePolicy(nonce, shop),
        ofPrerendered: isDevelopment ? null : (html) => hashPolicy(html, shop),
      },
      (page) => visit.keep(page),
    );
    if (refusal !== null) return refuseRequest(request, response, refusal);
    if (isLedHome) {
      const home = `/${request.url.slice(asked.length)}`;
      return void response.writeHead(307, { Location: home }).end(home);
    }
    replaceHeaders(request);
    withLogFields({ requestId: requestIdOf(request) }, () => answer(request, response, visit));
  };
}

/** A request on its way: its path, its page's nonce, and what keeps its page if it is prerendered. */
type Visit = { path: string; nonce: string; isPrerendered: boolean; keep: (page: PrerenderedPage) => void };

const pathOf = ({ url = "" }: IncomingMessage) => url.split("?")[0] ?? "";

/** True for a request of the page's script, which takes no page, and opens the address after any other answer. */
const isRouters = ({ headers }: IncomingMessage) => headers.rsc !== undefined;

const unknownOrder: Refusal = { code: "link_unknown", status: 404, message: "We can't find this order." };

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

/**
 * Lets `render` answer a page that is made for its visitor, within the limits of its network and of the process
 * (concurrency.ts): a page takes up to 85 ms of processor time, so a flood of pages would stop purchases. A network's
 * pages wait for each other first, so that a flood from one network does not delay the pages of others. Returns why the
 * page was refused, or null when it was answered.
 */
async function handlePage(
  request: IncomingMessage,
  response: ServerResponse,
  render: () => void | Promise<void>,
): Promise<Refusal | null> {
  try {
    const network = addressKey(String(request.headers["x-client-address"]));
    countInProcess("pageOfNetwork", network, getEnv().RATE_LIMIT_SCALE);
    const inTurn = async () => {
      // The visitor has left the queue.
      if (response.destroyed) return;
      await takeTurn(render, responseMade(response));
    };
    await pageQueues().run(network, () => concurrencyLimit("pages").run(inTurn));
    return null;
  } catch (error) {
    if (error instanceof AppError) return retryLaterRefusal(error);
    throw error;
  }
}

/** The shop's own answers take a few milliseconds. A call that takes longer is waiting for another server. */
const longestTurnMs = 50;

/**
 * Lets `handle` answer a call of a route (/api) within the limits of its network (concurrency.ts), before Next, whose
 * own work costs more than most answers. A network's calls wait for each other first. Returns why the call was refused,
 * or null when it is being answered.
 */
async function handleRoute(
  request: IncomingMessage,
  response: ServerResponse,
  handle: RequestListener,
): Promise<Refusal | null> {
  try {
    const network = addressKey(String(request.headers["x-client-address"]));
    countInProcess("routeOfNetwork", network, getEnv().RATE_LIMIT_SCALE);
    await routeQueues().run(network, async () => {
      // The caller has left the queue.
      if (response.destroyed) return;
      const made = responseMade(response);
      handle(request, response);
      await atMost(longestTurnMs, made);
      // Most answers need no wait, so the queue would go on in this turn of the event loop, which accepts one connection.
      await nextTurn();
    });
    return null;
  } catch (error) {
    if (error instanceof AppError) return retryLaterRefusal(error);
    throw error;
  }
}
