// Finds an installed Chromium, or downloads one. Plain JavaScript: it runs before anything is built.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

// Chromium takes the last --disable-features it is given, so this list repeats Playwright's own. The three popups of the
// address bar are pages that each new window loads in processes of their own: half of the cost of a test's context.
const featuresOff = [
  ...["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup", "SpareRendererForSitePerProcess"],
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"],
  ...["HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"],
  ...["ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints"],
  ...["NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"],
];

/** Headless, without features that fail in a closed network or that no test needs. */
export const chromiumFlags = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${featuresOff.join(",")}`,
];

/**
 * The path of a Chromium: CHROMIUM_PATH, one on the PATH, Playwright's, or one installed now. Ends the process when
 * there is none. `shell` prefers the headless shell, which renders the same pages in two thirds of the CPU time.
 */
export async function ensureChromium({ shell = false } = {}) {
  const packages = [...(shell ? ["chromium-headless-shell"] : []), "chromium"];
  const programs = [...packages, "chromium-browser"];
  const found = process.env.CHROMIUM_PATH || onPath(programs) || (await playwrights());
  if (found && existsSync(found)) return found;
  const isRoot = process.getuid?.() === 0;
  if (isRoot && onPath(["apt-get"])) {
    console.log("Installing Chromium (once) …");
    spawnSync("apt-get", ["update", "-qq"], { stdio: "ignore" });
    for (const name of packages) if (!onPath(packages)) installPackage(name);
  } else {
    console.log("Downloading Playwright's Chromium (once) …");
    spawnSync(process.execPath, ["node_modules/@playwright/test/cli.js", "install", "chromium"], {
      stdio: "inherit",
      timeout: 300_000,
    });
  }
  const installed = onPath(programs) || (await playwrights());
  if (installed && existsSync(installed)) return installed;
  console.error(
    "\nNo browser could be installed: please install Chromium and set CHROMIUM_PATH to its program.",
  );
  process.exit(1);
}

function installPackage(name) {
  spawnSync("apt-get", ["install", "-y", "-qq", name], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
}

/** The path of the first of these programs that is on the PATH; empty when none is. */
function onPath(programs) {
  const { stdout } = spawnSync("which", programs, { encoding: "utf8" });
  return stdout.split("\n")[0] ?? "";
}

async function playwrights() {
  const { chromium } = await import("@playwright/test");
  return chromium.executablePath();
}
