import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Bundles the worker as production does (it starts three times as fast) into a folder of `.data`; answers its program. */
export async function bundleWorker(folder: string): Promise<string> {
  // Inside the project, so that the bundle finds its packages.
  const outdir = join(root, ".data", folder);
  await build({
    absWorkingDir: root,
    entryPoints: ["lib/worker/main.ts"],
    outdir,
    bundle: true,
    splitting: true,
    platform: "node",
    target: "node20",
    format: "esm",
    jsx: "automatic",
    packages: "external",
    logLevel: "warning",
  });
  return join(outdir, "main.js");
}
