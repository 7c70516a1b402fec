// The steps of both lanes (tests/run.mjs, tests/deep/run.mjs). Each step runs even after a failure; all are counted.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ensureChromium } from "./browser.mjs";

const started = Date.now();
const total = { passed: 0, failed: 0 };
const failures = [];

/** Runs one step that counts as one test. `hint` is the command that repeats it, printed when it fails. */
export function check(name, args, hint) {
  const isFine = run(name, args) === 0;
  if (isFine) total.passed++;
  else {
    total.failed++;
    failures.push(name);
    if (hint) console.log(`-- again: ${hint}`);
  }
  return isFine;
}

/** Runs the tests of vitest's projects. */
export function vitestSuite(name, projects) {
  const report = reportOf(name);
  const args = ["node_modules/vitest/vitest.mjs", "run", "--config", "tests/vitest.config.ts"];
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const status = run(name, [...args, ...projects.flatMap((project) => ["--project", project]), ...reporters]);
  addUp(name, report, status, ({ numPassedTests, numTotalTests, testResults }) => ({
    passed: numPassedTests,
    failed: numTotalTests - numPassedTests,
    names: testResults.flatMap(failedOfFile),
  }));
}

/** Builds the shop, unless nothing changed since the last build, and runs Playwright's projects against it. */
export async function browserSuite(name, projects, browser = {}) {
  process.env.CHROMIUM_PATH = await ensureChromium(browser);
  if (!check("build", ["--import", "tsx", "tests/e2e/prepare.ts"])) return;
  const report = reportOf(name);
  const args = ["node_modules/@playwright/test/cli.js", "test", "--config", "tests/e2e/playwright.config.ts"];
  const status = run(name, [...args, ...projects.flatMap((project) => ["--project", project])], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  addUp(name, report, status, ({ stats, suites }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped,
    names: [
      ...suites.flatMap(failedOfSuite),
      ...(stats.skipped > 0 ? [`${name}: ${stats.skipped} tests were not run`] : []),
    ],
  }));
  showFailedPages();
}

function reportOf(name) {
  mkdirSync(".data", { recursive: true });
  const report = `.data/report-${name.replaceAll(" ", "-")}.json`;
  rmSync(report, { force: true });
  return report;
}

/** Adds a test runner's report to the total; a runner that ran nothing, or crashed, counts as failed. */
function addUp(name, report, status, counts) {
  const seen = existsSync(report)
    ? counts(JSON.parse(readFileSync(report, "utf8")))
    : { passed: 0, failed: 1, names: [] };
  const failed =
    seen.failed + (status !== 0 && seen.failed === 0 ? 1 : 0) + (seen.passed + seen.failed === 0 ? 1 : 0);
  total.passed += seen.passed;
  total.failed += failed;
  failures.push(...seen.names);
  if (failed > 0 && seen.names.length === 0) failures.push(`${name}: ended without saying which test failed`);
}

/** "file: test", with the beginning of its error, for each failed test of a file in vitest's report. */
function failedOfFile({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === "failed");
  if (status === "failed" && failed.length === 0) return [`${relative(".", name)}: ${beginningOf(message)}`];
  return failed.map(
    (test) => `${relative(".", name)}: ${test.fullName}: ${beginningOf(test.failureMessages[0])}`,
  );
}

/** The same for a suite in Playwright's report, whose suites contain suites. */
function failedOfSuite({ specs, suites = [] }) {
  const failed = specs.filter((spec) => !spec.ok);
  return [
    ...failed.map((spec) => {
      const error = spec.tests.flatMap((test) => test.results).find((result) => result.error)?.error;
      return `${spec.file}:${spec.line}: ${spec.title}: ${beginningOf(error?.message)}`;
    }),
    ...suites.flatMap(failedOfSuite),
  ];
}

/** The first line of an error, with its second, which names the element that Playwright looked for. */
function beginningOf(text = "") {
  const [first, second] = stripVTControlCharacters(text).split("\n").filter(Boolean);
  return second?.startsWith("Locator:") ? `${first} ${second}` : first;
}

/** Prints what the browser showed when tests failed, for runs of which only the output is kept. */
function showFailedPages(folder = "test-results") {
  if (!existsSync(folder)) return;
  for (const file of readdirSync(folder, { recursive: true })) {
    if (!file.endsWith("error-context.md")) continue;
    const [, snapshot = "nothing"] =
      /```yaml\n([\s\S]*?)```/.exec(readFileSync(join(folder, file), "utf8")) ?? [];
    console.log(`\n-- the page of ${file}:\n${snapshot.split("\n").slice(0, 60).join("\n")}`);
  }
}

/** Seconds since the lane began. */
export function secondsGone() {
  return Math.round((Date.now() - started) / 1000);
}

/** Prints the failures and a last line with the totals, then exits. */
export function end() {
  console.log(`\n${secondsGone()} s`);
  for (const failure of failures) console.log(`failed: ${failure}`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exit(total.failed === 0 ? 0 : 1);
}

function run(name, args, env = {}) {
  console.log(`\n== ${name} (at ${secondsGone()} s)`);
  const done = spawnSync(process.execPath, args, { stdio: "inherit", env: { ...process.env, ...env } });
  if (done.status !== 0) console.log(`-- ${name} failed`);
  return done.status;
}
