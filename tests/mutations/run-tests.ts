import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Mutation } from "./mutation";
import { reportFileVariable } from "./verdict-reporter";

/** `by` is the first test that failed, or why the mutation could not be run. */
export type Verdict = { verdict: "caught" | "survived" | "does not apply" | "broken"; by: string };

// Longer than a test waits for a condition (tests/vitest.config.ts), so that such a wait ends as a failed test.
const longestMs = 400_000;

/** Runs a mutation's tests on a copy of the sources. The copy is as before afterwards. */
export async function runTests(copy: string, mutation: Mutation, databaseUrl: string): Promise<Verdict> {
  const restore = applyMutation(copy, mutation);
  if (typeof restore === "string") return { verdict: "does not apply", by: restore };
  const report = join(copy, "report.txt");
  rmSync(report, { force: true });
  const args = [
    ...["node_modules/vitest/vitest.mjs", "run", "--config", "tests/vitest.config.ts"],
    ...["--reporter=tests/mutations/verdict-reporter.ts", ...mutation.tests],
  ];
  const settings = {
    TEST_POSTGRES_URL: databaseUrl,
    TEST_TEMPLATE: "ready",
    [reportFileVariable]: report,
  };
  try {
    const { output } = await runProgram(args, copy, settings, longestMs);
    return read(existsSync(report) ? readFileSync(report, "utf8") : "", output);
  } finally {
    restore();
  }
}

/** Applies a mutation to a copy and returns its undo; a message when its text doesn't occur exactly once. */
export function applyMutation(copy: string, { file, find, replace }: Mutation): (() => void) | string {
  const path = join(copy, file);
  if (!existsSync(path)) return `there is no ${file}`;
  const source = readFileSync(path, "utf8");
  const count = source.split(find).length - 1;
  if (count !== 1) return `its text occurs ${count} times in ${file}`;
  writeFileSync(
    path,
    source.replace(find, () => replace),
  );
  return () => writeFileSync(path, source);
}

/** Runs a Node program for at most `longestMs`; `output` is the last million characters that it printed. */
export function runProgram(
  args: string[],
  cwd: string,
  settings: Record<string, string>,
  longestMs: number,
): Promise<{ status: number | null; output: string }> {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: longestMs,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output = `${output}${chunk}`.slice(-1_000_000);
    });
  return new Promise((resolve) => child.once("close", (status) => resolve({ status, output })));
}

/** A mutation is caught only by a test that ran and failed: a file that can't be loaded shows nothing. */
function read(report: string, output: string): Verdict {
  const [, failed] = /^failed (.*)$/m.exec(report) ?? [];
  if (failed) return { verdict: "caught", by: failed };
  const passed = report.match(/^passed /gm)?.length ?? 0;
  if (passed > 0 && report.endsWith("\nended\n"))
    return { verdict: "survived", by: `${passed} tests passed` };
  return { verdict: "broken", by: `${passed} tests passed, none failed: ${output.slice(-2_000)}` };
}
