// The steps of both lanes (tests/run.mjs, tests/deep/run.mjs). Each step runs even after a failure; all are counted.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";

const started = Date.now();
const total = { passed: 0, failed: 0 };

/** Vitest with the project's configuration. */
export function vitest(args) {
  return ["node_modules/vitest/vitest.mjs", "run", "--config", "tests/vitest.config.ts", ...args];
}

/** Runs one step that counts as one test. `hint` is the command that repeats it, printed when it fails. */
export function check(name, args, hint) {
  const isFine = run(name, args) === 0;
  if (isFine) total.passed++;
  else total.failed++;
  if (!isFine && hint) console.log(`-- again: ${hint}`);
  return isFine;
}

/** Runs a test runner and adds up its report; a runner that ran nothing, or crashed, counts as failed. */
export function suite(name, args, counts, env = {}) {
  mkdirSync(".data", { recursive: true });
  const report = `.data/report-${name.replaceAll(" ", "-")}.json`;
  rmSync(report, { force: true });
  const reporters =
    counts === vitestCounts ? ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`] : [];
  const status = run(name, [...args, ...reporters], { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...env });
  const seen = existsSync(report)
    ? counts(JSON.parse(readFileSync(report, "utf8")))
    : { passed: 0, failed: 1 };
  total.passed += seen.passed;
  total.failed +=
    seen.failed + (status !== 0 && seen.failed === 0 ? 1 : 0) + (seen.passed + seen.failed === 0 ? 1 : 0);
}

export function vitestCounts(report) {
  return { passed: report.numPassedTests, failed: report.numTotalTests - report.numPassedTests };
}

export function playwrightCounts({ stats }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped };
}

/** Seconds since the lane began. */
export function secondsGone() {
  return Math.round((Date.now() - started) / 1000);
}

/** Prints the last line, which counts, and ends the lane. */
export function end() {
  console.log(`\n${secondsGone()} s`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exit(total.failed === 0 ? 0 : 1);
}

function run(name, args, env = {}) {
  console.log(`\n== ${name}`);
  const done = spawnSync(process.execPath, args, { stdio: "inherit", env: { ...process.env, ...env } });
  if (done.status !== 0) console.log(`-- ${name} failed`);
  return done.status;
}
