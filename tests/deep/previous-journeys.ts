import { ensureChromium } from "../browser.mjs";
import { inPreviousRelease, preparePreviousRelease } from "./previous-release";

// The previous release's own browser tests on this release's schema.
preparePreviousRelease();
inPreviousRelease(
  [
    ...["node_modules/@playwright/test/cli.js", "test", "--config", "tests/e2e/playwright.config.ts"],
    ...["--project", "desktop", "--project", "phone", ...process.argv.slice(2)],
  ],
  { CHROMIUM_PATH: await ensureChromium() },
  true,
);
