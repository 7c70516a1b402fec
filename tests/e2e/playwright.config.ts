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
// A phone's layout without its pixel density, which would mean seven times the pixels to paint.
const phone = { ...devices["Pixel 7"], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 };
const deep = "../deep/browser";

// A busy machine makes a test slow, not wrong. Each step has a limit; the limit of a whole test is so long that only a
// test that hangs between its steps reaches it.
const longestStep = 60_000;

/**
 * `npm test` runs `desktop` and `phone`. `npm run test:deep` runs the others, which measure, or repeat on a phone what
 * its layout hardly changes.
 */
export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
  globalSetup: "./global-setup.ts",
  outputDir: "../../test-results",
  fullyParallel: true,
  // More than CI's two cores: tests often wait, and use no CPU then.
  workers: 3,
  forbidOnly: true,
  timeout: 20 * longestStep,
  expect: { timeout: longestStep, toPass: { timeout: longestStep } },
  reporter: [["list"], ["json"]],
  use: {
    baseURL: origin,
    actionTimeout: longestStep,
    navigationTimeout: longestStep,
    // Traces of all tests would cost a third of the time. `--trace on` makes one when a test has failed.
    trace: "off",
    launchOptions: { ...(executablePath && { executablePath }), args: chromiumFlags },
  },
  projects: [
    { name: "desktop", use: desktop, grepInvert: /@phone-only|@deep/ },
    { name: "phone", use: phone, grep: /@phone(?!-deep)/ },
    { name: "phone-deep", use: phone, grep: /@phone-deep|@deep/ },
    {
      name: "stability-desktop",
      testDir: deep,
      testMatch: "layout-stability.spec.ts",
      use: { ...desktop, contextOptions: {} },
    },
    { name: "stability-phone", testDir: deep, testMatch: "layout-stability.spec.ts", use: phone },
    { name: "foreign", testDir: deep, testMatch: "google.spec.ts", use: desktop },
    // Last and alone, because it measures the machine too.
    {
      name: "budget",
      testDir: deep,
      testMatch: "budget.spec.ts",
      dependencies: ["phone-deep", "stability-desktop", "stability-phone", "foreign"],
    },
  ],
});
