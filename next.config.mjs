import { readdirSync } from "node:fs";

/** The first segments that the app folder answers; any other single word in an address leads home. */
function knownSegments(folder = "app") {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory()) return [entry.name.split(".")[0]];
    if (entry.name.startsWith("(")) return knownSegments(`${folder}/${entry.name}`);
    return /^[[_]/.test(entry.name) ? [] : [entry.name];
  });
}

const known = [...new Set([...knownSegments(), "instagram", "tiktok"])].filter((name) =>
  /^[\w-]+$/.test(name),
);

/** @type {import("next").NextConfig} */
export default {
  distDir: process.env.SHOP_DIST_DIR ?? ".next",
  poweredByHeader: false,
  reactStrictMode: true,
  // Types are a step of their own in `npm run check` and `npm test`.
  typescript: { ignoreBuildErrors: true },
  // Pictures come through our own proxy, which the optimiser must not bypass.
  images: { unoptimized: true },
  // What is kept of a body for the middleware; no form is larger (refuse-request.ts).
  experimental: { proxyClientMaxBodySize: "1mb" },
  serverExternalPackages: ["@prisma/adapter-pg", "@prisma/client", "pg", "pino", "undici"],
  redirects: async () => [
    { source: `/:segment((?!(?:${known.join("|")}|_next)(?:/|$))[^/.]+)`, destination: "/", statusCode: 307 },
  ],
};
