// The entry point of `npm run demo`, `dev` and `shots`: installs what is missing, then hands over to TypeScript.
import { spawn } from "node:child_process";
import { ensureInstalled } from "./install.mjs";

ensureInstalled();
const [command = "demo", ...rest] = process.argv.slice(2);
const script = command === "shots" ? "tests/e2e/shots.ts" : "lib/local/start.ts";
const child = spawn(process.execPath, ["--import", "tsx", script, command, ...rest], { stdio: "inherit" });
// Ctrl-C reaches the child too, but a signal to this process alone does not, so it is passed on. The child treats two
// signals within a second as one.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
// npm passes a signal to its shell, which may exit without passing it on.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || child.kill("SIGTERM"), 1_000).unref();
}
child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
