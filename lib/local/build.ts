import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const sources = ["app", "components", "emails", "lib", "prisma", "public"];
const sourceFiles = [
  "bundle.config.mjs",
  "instrumentation-client.ts",
  "instrumentation.ts",
  "middleware.ts",
  "next.config.mjs",
  "package-lock.json",
  "package.json",
  "postcss.config.mjs",
  "tsconfig.json",
];

/** Builds the shop for production unless the last build had the same sources; settings are applied when it starts. */
export async function ensureBuilt(
  distDir: string,
  env: Record<string, string>,
  signal?: AbortSignal,
): Promise<"built" | "reused"> {
  const stampFile = join(distDir, "built-from");
  const stamp = fingerprint();
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return "reused";
  const buildEnv = { ...env, SHOP_DIST_DIR: distDir };
  await runBuild(["node_modules/next/dist/bin/next", "build"], buildEnv, { signal });
  await runBuild(["bundle.config.mjs"], buildEnv, { signal });
  writeFileSync(stampFile, stamp);
  return "built";
}

function fingerprint(): string {
  const hash = createHash("sha256");
  for (const file of [...sourceFiles, ...sources.flatMap(listFiles)]) {
    // An editor's own files come and go.
    if (existsSync(file)) hash.update(file).update("\n").update(readFileSync(file)).update("\n");
  }
  return hash.digest("hex");
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Runs a Node program that builds. Rejects with the end of its output when it fails; `signal` ends it. */
export async function runBuild(
  args: string[],
  env: Record<string, string | undefined>,
  { cwd = process.cwd(), signal }: { cwd?: string | undefined; signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const buildEnv = { ...env, NODE_ENV: "production" as const, NEXT_TELEMETRY_DISABLED: "1" };
  const options = { cwd, env: buildEnv, maxBuffer: 64 * 1024 * 1024, signal };
  await promisify(execFile)(process.execPath, args, options).catch(({ stdout, stderr }) => {
    throw new Error(`The build failed:\n${`${stdout}\n${stderr}`.slice(-8_000)}`);
  });
}
