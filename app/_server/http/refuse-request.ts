import type { IncomingMessage, ServerResponse } from "node:http";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import { type AppError, type ErrorCode, errorStatus } from "@/lib/base/errors";
import { isStorableAddress } from "@/lib/base/text/storable-text";

/** Longer than any of the shop's addresses; the longest is the live list of a hundred orders. */
const longestAddress = 8_192;

/** Larger than any form of the shop, and Next's limit for an action. Routes have their own limits. */
export const largestForm = 1024 * 1024;

const pageMethods = ["GET", "HEAD", "POST"];
const routeMethods = [...pageMethods, "PUT", "PATCH", "DELETE", "OPTIONS"];

export type Refusal = {
  code: ErrorCode;
  status: number;
  message: string;
  headers?: Record<string, string>;
};

export const tooLargeForm: Refusal = {
  code: "too_large",
  status: 413,
  message: "This form is too large. Please shorten what you wrote and send it again.",
};

/**
 * Why a request is refused before any route sees it; null for one that may pass. Malformed or ambiguous addresses and
 * unknown methods would end as 500s, or mean something else to a caching proxy. Pure.
 */
export function refusalOf(
  request: IncomingMessage,
  isOwnOrigin: (origin: string) => boolean,
): Refusal | null {
  const { method = "", url = "", headers } = request;
  if (url.length > longestAddress)
    return { code: "too_large", status: 414, message: "This address is too long." };
  const path = url.replace(/\?.*$/s, "");
  const isRoute = path.startsWith("/api/");
  const methods = isRoute ? routeMethods : pageMethods;
  if (!methods.includes(method)) {
    return {
      code: "method_not_allowed",
      status: 405,
      message: `This address can't be called with ${method}.`,
      headers: { Allow: methods.join(", ") },
    };
  }
  if (!isPlainPath(path) || url.includes("#") || !isStorableAddress(url)) {
    return malformed("This address is not complete or not correct. Please check it.");
  }
  // With two Host headers, a proxy in front may have used either one.
  if (request.rawHeaders.filter((name, nth) => nth % 2 === 0 && /^host$/i.test(name)).length > 1) {
    return malformed("This request names more than one host.");
  }
  // Node passes a request with another transfer encoding on before it closes the connection.
  if (!/^chunked$/i.test(headers["transfer-encoding"] ?? "chunked")) {
    return malformed("This request's body can't be read.");
  }
  if (!isRouterState(headers["next-router-state-tree"])) {
    return malformed("This request's state can't be read. Please reload the page.");
  }
  // With this header Next forwards an action to the page that has it; the shop never needs that.
  if (headers["x-action-forwarded"] !== undefined) {
    const headers = { "x-nextjs-action-not-found": "1" };
    return { code: "conflict", status: 409, message: "Please reload the page.", headers };
  }
  if (!isRoute && Number(headers["content-length"] ?? 0) > largestForm) {
    return tooLargeForm;
  }
  // Routes check the origin themselves, and answer in JSON.
  const { origin } = headers;
  if (method === "POST" && !isRoute && origin !== undefined && !isOwnOrigin(origin)) {
    return {
      code: "forbidden",
      status: 403,
      message: "This form was sent from another site. Please open our page and try again.",
    };
  }
  return null;
}

/** Answers a refused request: a page's script gets an action's result, a route's caller JSON, any other the message. */
export function refuseRequest(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  const { code, status, message, headers } = refusal;
  const say = (type: string, text: string) => {
    response.writeHead(status, { "content-type": type, ...headers });
    response.end(text);
  };
  // Next hands the text to the page's script only when the type is exactly "text/plain"
  // (components/forms/await-action.ts).
  if (isScriptsCall(request)) say("text/plain", JSON.stringify({ ok: false, error: { code, message } }));
  else if (request.url?.startsWith("/api/"))
    say("application/json", JSON.stringify({ error: { code, message } }));
  else say("text/plain; charset=utf-8", message);
  // Discards the rest of the body, within the limits of open-server.ts.
  request.resume();
}

/** The refusal of a request that is welcome later. Pure. */
export function retryLaterRefusal({ code, userMessage, retryAfterSeconds }: AppError): Refusal {
  return {
    code,
    status: errorStatus[code],
    message: userMessage,
    headers: { "Retry-After": String(retryAfterSeconds) },
  };
}

const malformed = (message: string): Refusal => ({ code: "invalid_input", status: 400, message });

/** True for a form that the page's script sends; false for one that the browser posts. */
export function isScriptsCall({ headers }: IncomingMessage): boolean {
  return headers["next-action"] !== undefined;
}

/** True for a state that Next itself can read, or none: it answers any other with 500. */
function isRouterState(header: string | string[] | undefined): boolean {
  try {
    parseAndValidateFlightRouterState(header);
    return true;
  } catch {
    return false;
  }
}

/** True for a path that begins with a slash, decodes, and holds no `.` or `..` part and no encoded slash. */
function isPlainPath(path: string): boolean {
  if (!path.startsWith("/") || /\\|%(?:2f|5c)/i.test(path)) return false;
  try {
    return !decodeURIComponent(path)
      .split("/")
      .some((part) => part === "." || part === "..");
  } catch {
    return false;
  }
}

// Letters, digits and - . _ ~ mean the same whether or not they are encoded (RFC 3986, 2.3).
const encodedPlain = /%(?:2[de]|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/gi;

/**
 * The address with needless encoding removed from its path. Next compares a page's path with the encoded text, and
 * redirects `/%61dmin/audit` to itself until it answers 500. Pure.
 */
export function plainAddress(url: string): string {
  const [path = ""] = url.split("?", 1);
  return path.replace(encodedPlain, decodeURIComponent) + url.slice(path.length);
}
