import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Mutation } from "./mutation";

/** `by` is the first test that failed, or why the mutation could not be run. */
export type Verdict = { verdict: "caught" | "survived" | "does not apply" | "broken"; by: string };

const longestMs = 240_000;

/** Runs a mutation's tests on a copy of the sources. The copy is as before afterwards. */
export async function runTests(copy: string, mutation: Mutation, databaseUrl: string): Promise<Verdict> {
  const restore = applyMutation(copy, mutation);
  if (typeof restore === "string") return { verdict: "does not apply", by: restore };
  const run = async (flags: string[]) => {
    const report = join(copy, "report.json");
    rmSync(report, { force: true });
    const args = [
      ...["node_modules/vitest/vitest.mjs", "run", "--config", "tests/vitest.config.ts"],
      ...[...flags, "--reporter=json", `--outputFile.json=${report}`, ...mutation.tests],
    ];
    const settings = { TEST_POSTGRES_URL: databaseUrl, TEST_TEMPLATE: "ready" };
    const { status, output } = await runProgram(args, copy, settings, longestMs);
    return { status, ...read(report, output.slice(-2_000)) };
  };
  try {
    const first = await run(["--bail", "1"]);
    // With --bail a run sometimes ends before its failure is in the report, and only its exit status shows it.
    const { verdict, by } = first.verdict === "survived" && first.status !== 0 ? await run([]) : first;
    return { verdict, by };
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

const reportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
});

/** A mutation is caught only by a test that ran and failed: a file that can't be loaded shows nothing. */
function read(report: string, output: string): Verdict {
  if (!existsSync(report)) return { verdict: "broken", by: `no report: ${output}` };
  const { numPassedTests, numFailedTests, testResults } = reportSchema.parse(
    JSON.parse(readFileSync(report, "utf8")),
  );
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === "failed");
  if (failed) return { verdict: "caught", by: failed.fullName };
  if (numFailedTests > 0 || numPassedTests === 0)
    return { verdict: "broken", by: `nothing ran: ${output.slice(-400)}` };
  return { verdict: "survived", by: `${numPassedTests} tests passed` };
}
