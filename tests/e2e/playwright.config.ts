import { defineConfig, devices } from "@playwright/test";
import { chromiumFlags } from "../browser.mjs";
import { origin } from "./local-shop";

const executablePath = process.env.CHROMIUM_PATH;

const desktop = { ...devices["Desktop Chrome"], viewport: { width: 1440, height: 900 } };
const phone = { ...devices["Pixel 7"], viewport: { width: 390, height: 844 } };
const deep = "../deep/browser";

// A busy machine makes a test slow, not wrong: each step has a limit, and the whole of a test one that only a test which
// hangs between its steps reaches.
const longestStep = 60_000;

/** `desktop` and `phone` belong to `npm test`, the others, which measure, to `npm run test:deep`. */
export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
  globalSetup: "./global-setup.ts",
  outputDir: "../../test-results",
  fullyParallel: true,
  workers: 2,
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
    { name: "desktop", use: desktop },
    { name: "phone", use: phone, grep: /@phone/ },
    { name: "stability-desktop", testDir: deep, testMatch: "layout-stability.spec.ts", use: desktop },
    { name: "stability-phone", testDir: deep, testMatch: "layout-stability.spec.ts", use: phone },
    // Last and alone, because it measures the machine too.
    {
      name: "budget",
      testDir: deep,
      testMatch: "budget.spec.ts",
      dependencies: ["stability-desktop", "stability-phone"],
    },
  ],
});
