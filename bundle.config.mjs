// Bundles the processes beside Next into single files, so that production needs neither TypeScript nor tsx.
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

/** Bundles these entry points, by the names of their files, into `outdir`. Packages stay imports. */
export async function bundle(entryPoints, outdir) {
  await build({
    // Paths are relative to the project, wherever the caller runs.
    absWorkingDir: import.meta.dirname,
    entryPoints,
    outdir,
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
}

/** The programs of a shop beside Next's pages. */
export const programs = {
  server: "app/_server/http/main.ts",
  worker: "lib/running/worker/main.ts",
  migrate: "prisma/run-migrate.ts",
  seed: "prisma/seed.ts",
  ops: "lib/operator/commands/main.ts",
  "create-admin": "lib/operator/commands/create-admin.ts",
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  await bundle(programs, `${process.env.SHOP_DIST_DIR ?? ".next"}/entry`);
