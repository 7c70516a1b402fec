import { defineConfig, devices } from "@playwright/test";
import { chromiumFlags } from "../browser.mjs";
import { origin } from "./local-shop";

const executablePath = process.env.CHROMIUM_PATH;

const measured = "budget.spec.ts";

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
  globalSetup: "./global-setup.ts",
  outputDir: "../../test-results",
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [["list"], ["json"]],
  use: {
    baseURL: origin,
    trace: "retain-on-failure",
    launchOptions: { ...(executablePath && { executablePath }), args: chromiumFlags },
  },
  projects: [
    {
      name: "desktop",
      use: { ...devices["Desktop Chrome"], viewport: { width: 1440, height: 900 } },
      testIgnore: measured,
    },
    {
      name: "phone",
      use: { ...devices["Pixel 7"], viewport: { width: 390, height: 844 } },
      grep: /@phone/,
      testIgnore: measured,
    },
    // Last and alone, because it measures the machine too.
    { name: "budget", testMatch: measured, dependencies: ["desktop", "phone"] },
  ],
});
