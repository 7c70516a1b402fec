// Bundles the processes beside Next: one file each, so that production needs neither TypeScript nor tsx.
import { build } from "esbuild";

const distDir = process.env.SHOP_DIST_DIR ?? ".next";

await build({
  entryPoints: {
    server: "app/_server/http/main.ts",
    worker: "lib/worker/main.ts",
    migrate: "prisma/migrate.ts",
    seed: "prisma/seed.ts",
    ops: "lib/ops/main.ts",
    "create-admin": "lib/ops/create-admin.ts",
  },
  outdir: `${distDir}/entry`,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  splitting: true,
  platform: "node",
  target: "node20",
  format: "esm",
  jsx: "automatic",
  packages: "external",
  sourcemap: true,
  logLevel: "warning",
});
