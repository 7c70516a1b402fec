import { readdirSync } from "node:fs";

/** The first segments of the app folder's routes; any other single word in an address redirects home. */
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
  // `npm run check` and `npm test` check types in a step of their own.
  typescript: { ignoreBuildErrors: true },
  // Pictures come through the shop's proxy, which the optimiser must not bypass.
  images: { unoptimized: true },
  // The part of a body kept for the middleware; no form is larger (refuse-request.ts).
  experimental: { proxyClientMaxBodySize: "1mb" },
  serverExternalPackages: ["@prisma/adapter-pg", "@prisma/client", "pg", "pino", "undici"],
  redirects: async () => [
    { source: `/:segment((?!(?:${known.join("|")}|_next)(?:/|$))[^/.]+)`, destination: "/", statusCode: 307 },
  ],
};
