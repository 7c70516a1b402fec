import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { shopUnderTest } from "../e2e/local-shop";
import { copyBuild } from "../support/copy-build";
import type { Mutation } from "./mutation";
import { applyMutation, runProgram } from "./run-tests";

const longestMs = 600_000;

/**
 * Runs a mutation of the worker in the fault runner: the worker is bundled from the mutated copy, the rest of the shop
 * is unchanged. Returns the first violation, or null when the schedules found none. Needs the browser tests' build,
 * which `npm test` and `npm run faults` make.
 */
export async function runSchedules(copy: string, mutation: Mutation, port: number): Promise<string | null> {
  if (!mutation.schedules) return null;
  const { seed, count, always, breaks } = mutation.schedules;
  const restore = applyMutation(copy, mutation);
  if (typeof restore === "string") throw new Error(restore);
  const distDir = `.next-e2e-side-${port}`;
  try {
    copyBuild(shopUnderTest.distDir, distDir);
    const mutated = { SHOP_DIST_DIR: join(copy, "mutated") };
    const built = await runProgram(["bundle.config.mjs"], copy, mutated, longestMs);
    if (built.status !== 0) throw new Error(`the mutated worker could not be bundled: ${built.output}`);
    cpSync(join(copy, "mutated", "entry"), join(distDir, "entry"), { recursive: true });
    const args = [
      ...["--import", "tsx", "tests/faults/run.ts", "--schedules", String(count), "--seed", String(seed)],
      ...["--always", always, "--port", String(port)],
    ];
    const ended = await runProgram(args, ".", { FAULTS_DIST_DIR: distDir }, longestMs);
    if (ended.status === 0) return null;
    // A run that crashed, or found only other violations, has not noticed the mutation.
    const found = ended.output.split("\n").find((line) => line.startsWith(`${breaks}: `));
    if (!found) throw new Error(`the fault runner broke no ${breaks}: ${ended.output.slice(-600)}`);
    return found.slice(0, 200);
  } finally {
    restore();
    rmSync(distDir, { recursive: true, force: true });
  }
}
