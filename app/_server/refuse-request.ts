import type { IncomingMessage } from "node:http";
import { isStorableAddress } from "@/lib/storable-text";

/** Longer than any address of ours: the longest is a live list of a hundred orders. */
const longestAddress = 8_192;

/** More than any form of ours; Next takes no more for an action. Routes have bounds of their own. */
export const largestForm = 1024 * 1024;

const pageMethods = ["GET", "HEAD", "POST"];
const routeMethods = [...pageMethods, "PUT", "PATCH", "DELETE", "OPTIONS"];

export type Refusal = { status: number; message: string; headers?: Record<string, string> };

export const tooLargeForm: Refusal = {
  status: 413,
  message: "This form is too large. Please shorten what you wrote and send it again.",
};

type Shop = { isOwnOrigin: (origin: string) => boolean };

/**
 * Why a request is answered before any route sees it; null for one that may pass. Addresses that are no path, or that
 * can be read in two ways, and methods that nothing here has would end as errors of the shop, or be understood
 * otherwise by a proxy that keeps pages. Pure.
 */
export function refusalOf(request: IncomingMessage, shop: Shop): Refusal | null {
  const { method = "", url = "", headers } = request;
  if (url.length > longestAddress) return { status: 414, message: "This address is too long." };
  const path = url.replace(/\?.*$/s, "");
  const isRoute = path.startsWith("/api/");
  const methods = isRoute ? routeMethods : pageMethods;
  if (!methods.includes(method)) {
    return {
      status: 405,
      message: `This address can't be called with ${method}.`,
      headers: { Allow: methods.join(", ") },
    };
  }
  if (!isPlainPath(path) || url.includes("#") || !isStorableAddress(url)) {
    return { status: 400, message: "This address is not complete or not correct. Please check it." };
  }
  // Which of them a proxy before us took is not known.
  if (request.rawHeaders.filter((name, nth) => nth % 2 === 0 && /^host$/i.test(name)).length > 1) {
    return { status: 400, message: "This request names more than one host." };
  }
  // Node hands such a request on before it closes its connection.
  if (!/^chunked$/i.test(headers["transfer-encoding"] ?? "chunked")) {
    return { status: 400, message: "This request's body can't be read." };
  }
  // Only Next sends this, to itself, for an action that its page does not have: no page of ours does that.
  if (headers["x-action-forwarded"] !== undefined) {
    return { status: 409, message: "Please reload the page.", headers: { "x-nextjs-action-not-found": "1" } };
  }
  if (!isRoute && Number(headers["content-length"] ?? 0) > largestForm) {
    return tooLargeForm;
  }
  // Routes check the origin by themselves, and answer in JSON.
  const { origin } = headers;
  if (method === "POST" && !isRoute && origin !== undefined && !shop.isOwnOrigin(origin)) {
    return {
      status: 403,
      message: "This form was sent from another site. Please open our page and try again.",
    };
  }
  return null;
}

/** A path that begins at the root, decodes, and has no part that changes its meaning: no `..`, no slash in disguise. */
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
