// Plain JavaScript without dependencies: this runs before anything is installed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const stampFile = "node_modules/.installed-from";

/** Ends the process with a message. */
function fail(message) {
  console.error(`\n${message}`);
  process.exit(1);
}

/** Installs the locked packages unless they are installed, and generates the database client. */
export function ensureInstalled() {
  const [major = 0, minor = 0, patch = 0] = process.versions.node.split(".").map(Number);
  // Older ones accept a space before a header's colon, which a proxy in front may read otherwise.
  const isOld20 = major === 20 && (minor < 19 || (minor === 19 && patch < 2));
  if (major < 20 || isOld20) {
    fail(`Node ${process.versions.node} is too old: please use 20.19.2 or newer (22 and 24 work too).`);
  }
  const lock = createHash("sha256").update(readFileSync("package-lock.json")).digest("hex");
  const installed = existsSync(stampFile) ? readFileSync(stampFile, "utf8") : "";
  if (installed !== lock) {
    console.log("Installing packages (once, about a minute) …");
    // `npm ci` takes exactly the lock, but begins by removing all packages, also when only one has changed.
    const command = existsSync("node_modules") ? "install" : "ci";
    const flags = ["--no-save", "--no-audit", "--no-fund", "--loglevel=error"];
    const shell = process.platform === "win32";
    const { status } = spawnSync("npm", [command, ...flags], { stdio: "inherit", shell });
    if (status !== 0) fail("The packages could not be installed: see npm's message above.");
    writeFileSync(stampFile, lock);
  }
  ensureClient();
}

/** Generates the database client when the schema has changed. */
function ensureClient() {
  const clientStamp = "lib/base/db/generated/.made-from";
  const schema = createHash("sha256").update(readFileSync("prisma/schema.prisma")).digest("hex");
  if (existsSync(clientStamp) && readFileSync(clientStamp, "utf8") === schema) return;
  const made = spawnSync(process.execPath, ["node_modules/prisma/build/index.js", "generate"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (made.status !== 0) fail(`The database client could not be generated:\n${made.stderr}`);
  writeFileSync(clientStamp, schema);
}
