import type { RequestListener } from "node:http";
import { recordDuration } from "@/lib/base/telemetry/measure";
import { startStopwatch } from "@/lib/base/time/clock";
import { functionNames } from "../functions/function-names";

const methods = ["GET", "HEAD", "POST"];

/** Addresses that are not in Next's list: functions by their name, and what is answered before Next sees it. */
const ownAddresses = [
  ...functionNames.map((name) => `/api/functions/${name}`),
  "/api/webhooks/resend",
  "/api/webhooks/stripe",
];

/**
 * Finds the pattern of the page or route that answers a path, among the build's; `other` for a path without one. Labels
 * never hold real addresses: an order's address opens the order, and there is no limit to their number. Pure.
 */
export function routeFinder(built: readonly string[]): (path: string) => string {
  const addresses = [...new Set([...built, ...ownAddresses])];
  const fixed = new Set(addresses.filter((address) => !address.includes("[")));
  const patterns = addresses
    .filter((address) => address.includes("["))
    // A named part comes before a parameter: /order/[token] before /[platform]/[service].
    .sort((a, b) => (a.replaceAll("[", "~") < b.replaceAll("[", "~") ? -1 : 1))
    .map((address) => ({ address, regex: regexOf(address) }));
  return (path) => {
    if (fixed.has(path)) return path;
    if (path.startsWith("/_next/")) return "/_next";
    return patterns.find(({ regex }) => regex.test(path))?.address ?? "other";
  };
}

function regexOf(address: string): RegExp {
  const pattern = address
    .replaceAll(".", "\\.")
    .replace(/\[(?:\\\.){3}\w+\]/g, ".+")
    .replace(/\[\w+\]/g, "[^/]+");
  return new RegExp(`^${pattern}$`);
}

/** Measures each answer by its route. Live streams are left out: they last as long as their reader stays. */
export function measureRequests(answer: RequestListener, built: readonly string[]): RequestListener {
  const routeOf = routeFinder(built);
  return (request, response) => {
    const elapsedMs = startStopwatch();
    const path = (request.url ?? "").split("?")[0] ?? "";
    response.once("close", () => {
      if (String(response.getHeader("content-type")).startsWith("text/event-stream")) return;
      recordDuration("groundswell_http_request_duration_seconds", elapsedMs(), {
        method: methods.find((method) => method === request.method) ?? "other",
        route: routeOf(path),
        status: response.headersSent ? `${Math.floor(response.statusCode / 100)}xx` : "aborted",
      });
    });
    answer(request, response);
  };
}
