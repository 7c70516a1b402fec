import type { RequestListener } from "node:http";
import { recordDuration } from "@/lib/base/telemetry/measure";
import { startStopwatch } from "@/lib/base/time/clock";
import { files, pages, routes } from "../access";

const methods = ["GET", "HEAD", "POST"];

const addresses = [
  ...new Set([
    ...Object.keys(pages),
    ...Object.keys(routes).map((key) => key.replace(/^\w+ /, "")),
    ...files,
  ]),
];
const fixed = new Set(addresses.filter((address) => !address.includes("[")));
const patterns = addresses
  .filter((address) => address.includes("["))
  // A named part comes before a parameter: /order/[token] before /[platform]/[service].
  .sort((a, b) => (a.replaceAll("[", "~") < b.replaceAll("[", "~") ? -1 : 1))
  .map((address) => ({
    address,
    regex: new RegExp(
      `^${address
        .replaceAll(".", "\\.")
        .replace(/\[(?:\\\.){3}\w+\]/g, ".+")
        .replace(/\[\w+\]/g, "[^/]+")}$`,
    ),
  }));

/**
 * The pattern of the page or route that answers a path; `other` for a path without one. Labels never hold real
 * addresses: an order's address opens the order, and there is no limit to their number. Pure.
 */
export function routeOf(path: string): string {
  if (fixed.has(path)) return path;
  if (path.startsWith("/_next/")) return "/_next";
  return patterns.find(({ regex }) => regex.test(path))?.address ?? "other";
}

/** Measures each answer by its route. Live streams are left out: they last as long as their reader stays. */
export function measureRequests(answer: RequestListener): RequestListener {
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
