import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const sources = ["app", "components", "emails", "lib", "prisma", "public"];
const sourceFiles = [
  "bundle.config.mjs",
  "instrumentation.ts",
  "middleware.ts",
  "next.config.mjs",
  "package-lock.json",
  "postcss.config.mjs",
  "tsconfig.json",
];

/** Builds the shop for production unless the last build had the same sources; settings are applied when it starts. */
export async function ensureBuilt(distDir: string, env: Record<string, string>): Promise<"built" | "reused"> {
  const stampFile = join(distDir, "built-from");
  const stamp = fingerprint();
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return "reused";
  const buildEnv = { ...env, SHOP_DIST_DIR: distDir };
  await runBuild(["node_modules/next/dist/bin/next", "build"], buildEnv);
  await runBuild(["bundle.config.mjs"], buildEnv);
  mkdirSync(distDir, { recursive: true });
  writeFileSync(stampFile, stamp);
  return "built";
}

function fingerprint(): string {
  const hash = createHash("sha256");
  for (const file of [...sourceFiles, ...sources.flatMap(listFiles)]) {
    if (existsSync(file)) hash.update(file).update("\n").update(readFileSync(file)).update("\n");
  }
  return hash.digest("hex");
}

function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Runs a Node program that builds. Rejects with the end of its output when it fails. */
export function runBuild(
  args: string[],
  env: Record<string, string | undefined>,
  cwd = process.cwd(),
): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = "";
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const keep = (chunk: Buffer) => {
      output = (output + chunk).slice(-8_000);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.on("error", reject);
    child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`The build failed:\n${output}`))));
  });
}
