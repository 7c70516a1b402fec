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
  // About five hundred pages, as many as the page cache holds (page-cache.ts). Next counts a page's HTML, its payload for
  // the router twice, though it holds it once, and that payload's parts: 212 KB on average.
  cacheMaxMemorySize: 112 * 1024 * 1024,
  experimental: {
    // Next cuts a longer body where middleware runs; no form is larger (refuse-request.ts).
    proxyClientMaxBodySize: "1mb",
    // Revalidated pages stay in memory: a container's files are read-only, and every start revalidates all pages.
    isrFlushToDisk: false,
    // The server never reads them, and without them a build is half as large.
    turbopackSourceMaps: false,
  },
  serverExternalPackages: ["@prisma/adapter-pg", "@prisma/client", "pg", "pino", "undici"],
  redirects: async () => [
    // An older address of the list "Needs me".
    { source: "/admin/fulfillment", destination: "/admin/now", permanent: true },
  ],
};
