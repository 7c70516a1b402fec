import { readdirSync } from "node:fs";

/** The first segments of the app folder's routes; any other single word in an address redirects home. */
function knownSegments(folder = "app") {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory()) return [entry.name.split(".")[0]];
    if (entry.name.startsWith("(")) return knownSegments(`${folder}/${entry.name}`);
    return /^[[_]/.test(entry.name) ? [] : [entry.name];
  });
}

function knownNames() {
  const names = new Set([...knownSegments(), "instagram", "tiktok"]);
  return [...names].filter((name) => /^[\w-]+$/.test(name)).join("|");
}

// The salt of server actions' ids, the same in each release: a page that was opened before an upgrade finds its action
// after it. Next would seal an action's captured variables with it; no action captures any (dangerous-code.test.ts).
process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY ??= "Z3JvdW5kc3dlbGxncm91bmRzd2VsbGdyb3VuZHN3ZWw=";

/** @type {import("next").NextConfig} */
export default {
  distDir: process.env.SHOP_DIST_DIR ?? ".next",
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm run check` and `npm test` check types in a step of their own.
  typescript: { ignoreBuildErrors: true },
  // Pictures come through the shop's proxy, which the optimiser must not bypass.
  images: { unoptimized: true },
  experimental: {
    // Next cuts a longer body where middleware runs; no form is larger (refuse-request.ts).
    proxyClientMaxBodySize: "1mb",
    // Revalidated pages stay in memory: a container's files are read-only, and every start revalidates all pages.
    isrFlushToDisk: false,
    // The server never reads them, and without them a build is half as large.
    turbopackSourceMaps: false,
  },
  serverExternalPackages: ["@prisma/adapter-pg", "@prisma/client", "pg", "pino", "undici"],
  // Read at the build only: an image holds no app folder.
  redirects: async () => [
    // An older address of the list "Needs me".
    { source: "/admin/fulfillment", destination: "/admin/now", permanent: true },
    { source: `/:segment((?!(?:${knownNames()}|_next)(?:/|$))[^/.]+)`, destination: "/", statusCode: 307 },
  ],
};
