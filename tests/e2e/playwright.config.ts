import { defineConfig, devices } from "@playwright/test";
import { chromiumFlags } from "../browser.mjs";
import { origin } from "./local-shop";

const executablePath = process.env.CHROMIUM_PATH;

// Without motion, which costs a fifth of the CPU seconds; phones keep it.
const desktop = {
  ...devices["Desktop Chrome"],
  viewport: { width: 1440, height: 900 },
  contextOptions: { reducedMotion: "reduce" as const },
};
// The layout is that of a phone; its screen would have seven times the pixels to paint.
const phone = { ...devices["Pixel 7"], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 };
const deep = "../deep/browser";

// A busy machine makes a test slow, not wrong: each step has a limit, and the whole of a test one that only a test which
// hangs between its steps reaches.
const longestStep = 60_000;

/**
 * `desktop` and `phone` belong to `npm test`; the others, which measure or repeat on a phone what its layout hardly
 * changes, to `npm run test:deep`.
 */
export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
  globalSetup: "./global-setup.ts",
  outputDir: "../../test-results",
  fullyParallel: true,
  // More than the two cores of CI: some tests wait for an end, a limit or a delivery.
  workers: 3,
  forbidOnly: true,
  timeout: 20 * longestStep,
  expect: { timeout: longestStep, toPass: { timeout: longestStep } },
  reporter: [["list"], ["json"]],
  use: {
    baseURL: origin,
    actionTimeout: longestStep,
    navigationTimeout: longestStep,
    // A trace records every test for the few that fail, for a third of the time; `--trace on` makes one of a failure.
    trace: "off",
    launchOptions: { ...(executablePath && { executablePath }), args: chromiumFlags },
  },
  projects: [
    { name: "desktop", use: desktop, grepInvert: /@phone-only/ },
    { name: "phone", use: phone, grep: /@phone(?!-deep)/ },
    { name: "phone-deep", use: phone, grep: /@phone-deep/ },
    {
      name: "stability-desktop",
      testDir: deep,
      testMatch: "layout-stability.spec.ts",
      use: { ...desktop, contextOptions: {} },
    },
    { name: "stability-phone", testDir: deep, testMatch: "layout-stability.spec.ts", use: phone },
    // Last and alone, because it measures the machine too.
    {
      name: "budget",
      testDir: deep,
      testMatch: "budget.spec.ts",
      dependencies: ["phone-deep", "stability-desktop", "stability-phone"],
    },
  ],
});
