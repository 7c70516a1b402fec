// `npm test` and, with --quick, `npm run check`. Installs what is missing, runs every step whatever the others did,
// and closes with one line that counts: each test of vitest and Playwright, and format, types and build as one each.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureInstalled } from "../lib/local/install.mjs";

const isQuick = process.argv.includes("--quick");
const started = Date.now();
let passed = 0;
let failed = 0;

ensureInstalled();
mkdirSync(".data", { recursive: true });

check("format and lint", ["node_modules/@biomejs/biome/bin/biome", "check", "."]);
check("types", ["node_modules/typescript/bin/tsc", "--noEmit", "-p", "."]);
if (isQuick) {
  suite("unit tests", vitest(["--project", "unit"]), vitestCounts);
} else {
  check("dead code", ["node_modules/knip/bin/knip.js"]);
  const { ensureChromium } = await import("./browser.mjs");
  process.env.CHROMIUM_PATH = await ensureChromium();
  suite("unit and integration tests", vitest([]), vitestCounts);
  if (check("build", ["--import", "tsx", "tests/e2e/prepare.ts"])) {
    suite(
      "browser tests",
      ["node_modules/@playwright/test/cli.js", "test", "--config", "tests/e2e/playwright.config.ts"],
      playwrightCounts,
    );
    showFailedPages();
  }
}

console.log(`\n${Math.round((Date.now() - started) / 1000)} s`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function vitest(args) {
  return ["node_modules/vitest/vitest.mjs", "run", "--config", "tests/vitest.config.ts", ...args];
}

/** Runs one step that counts as one test. */
function check(name, args) {
  const isFine = run(name, args) === 0;
  if (isFine) passed++;
  else failed++;
  return isFine;
}

/** Runs a test runner and adds up what its report says; a runner that ran nothing, or fell over, counts as failed. */
function suite(name, args, counts) {
  const report = `.data/report-${name.replaceAll(" ", "-")}.json`;
  rmSync(report, { force: true });
  const status = run(
    name,
    [
      ...args,
      ...(counts === vitestCounts
        ? ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`]
        : []),
    ],
    {
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    },
  );
  const seen = existsSync(report)
    ? counts(JSON.parse(readFileSync(report, "utf8")))
    : { passed: 0, failed: 1 };
  passed += seen.passed;
  failed +=
    seen.failed + (status !== 0 && seen.failed === 0 ? 1 : 0) + (seen.passed + seen.failed === 0 ? 1 : 0);
}

function vitestCounts(report) {
  return { passed: report.numPassedTests, failed: report.numTotalTests - report.numPassedTests };
}

function playwrightCounts({ stats }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped };
}

/** Prints what the browser showed when a test failed: where only this output is kept, nothing else tells. */
function showFailedPages(folder = "test-results") {
  if (!existsSync(folder)) return;
  for (const file of readdirSync(folder, { recursive: true })) {
    if (!file.endsWith("error-context.md")) continue;
    const [, snapshot = "nothing"] =
      /```yaml\n([\s\S]*?)```/.exec(readFileSync(join(folder, file), "utf8")) ?? [];
    console.log(`\n-- the page of ${file}:\n${snapshot.split("\n").slice(0, 60).join("\n")}`);
  }
}

function run(name, args, env = {}) {
  console.log(`\n== ${name}`);
  const done = spawnSync(process.execPath, args, { stdio: "inherit", env: { ...process.env, ...env } });
  if (done.status !== 0) console.log(`-- ${name} failed`);
  return done.status;
}
