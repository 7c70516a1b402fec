import { readdirSync } from "node:fs";

const isLocal = process.env.APP_MODE !== "live";
const isDevelopment = process.env.NODE_ENV === "development";

/**
 * Policy of prerendered pages. They are the same bytes for everybody, so a nonce can't be in them and Next's inline
 * data needs 'unsafe-inline'; pages made for one visitor get a nonce in middleware.ts instead.
 */
const staticPolicy = [
  "default-src 'self'",
  `script-src 'self' 'unsafe-inline'${isDevelopment ? " 'unsafe-eval'" : ""}`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  `form-action 'self' https://checkout.stripe.com${isLocal ? " http://127.0.0.1:*" : ""}`,
  "frame-ancestors 'none'",
].join("; ");

/** Pages made for one visitor: middleware.ts writes their policy. */
const nonceOnly = ["order/", "auth", "dashboard", "orders", "settings", "tickets", "admin"].map((path) =>
  path.endsWith("/") ? path : `${path}(?:/|$)`,
);

const everywhere = [
  { key: "Strict-Transport-Security", value: "max-age=63072000; includeSubDomains" },
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=(), payment=(), usb=()" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin-allow-popups" },
];

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
  serverExternalPackages: ["@prisma/adapter-pg", "@prisma/client", "pg", "pino", "undici"],
  headers: async () => [
    { source: "/:path*", headers: everywhere },
    {
      source: `/:path((?!${nonceOnly.join("|")}|api/image-proxy).*)`,
      headers: [{ key: "Content-Security-Policy", value: staticPolicy }],
    },
  ],
  redirects: async () => [
    { source: `/:segment((?!(?:${known.join("|")}|_next)(?:/|$))[^/.]+)`, destination: "/", statusCode: 307 },
  ],
};
