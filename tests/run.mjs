// `npm test` and, with --quick, `npm run check`. Installs what is missing, runs every step even after a failure, and ends
// with one line that counts: each test of vitest and Playwright, and format, types and build as one each.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ensureInstalled } from "../lib/local/install.mjs";
import { check, end, playwrightCounts, suite, vitest, vitestCounts } from "./steps.mjs";

ensureInstalled();

check("format and lint", ["node_modules/@biomejs/biome/bin/biome", "check", "."]);
check("types", ["node_modules/typescript/bin/tsc", "--noEmit", "-p", "."]);
if (process.argv.includes("--quick")) {
  suite("unit tests", vitest(["--project", "unit"]), vitestCounts);
} else {
  check("dead code", ["node_modules/knip/bin/knip.js"]);
  const { ensureChromium } = await import("./browser.mjs");
  process.env.CHROMIUM_PATH = await ensureChromium();
  suite(
    "unit and integration tests",
    vitest(["--project", "unit", "--project", "integration"]),
    vitestCounts,
  );
  if (check("build", ["--import", "tsx", "tests/e2e/prepare.ts"])) {
    suite(
      "browser tests",
      ["node_modules/@playwright/test/cli.js", "test", "--config", "tests/e2e/playwright.config.ts"],
      playwrightCounts,
    );
    showFailedPages();
  }
}
end();

/** Prints what the browser showed when a test failed, for runs that keep only their output. */
function showFailedPages(folder = "test-results") {
  if (!existsSync(folder)) return;
  for (const file of readdirSync(folder, { recursive: true })) {
    if (!file.endsWith("error-context.md")) continue;
    const [, snapshot = "nothing"] =
      /```yaml\n([\s\S]*?)```/.exec(readFileSync(join(folder, file), "utf8")) ?? [];
    console.log(`\n-- the page of ${file}:\n${snapshot.split("\n").slice(0, 60).join("\n")}`);
  }
}
