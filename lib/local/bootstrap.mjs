// Entry of `npm run demo`, `dev` and `shots`: installs what is missing, then hands over to TypeScript.
import { spawn } from "node:child_process";
import { ensureInstalled } from "./install.mjs";

ensureInstalled();
const [command = "demo", ...rest] = process.argv.slice(2);
const script = command === "shots" ? "tests/e2e/shots.ts" : "lib/local/start.ts";
const child = spawn(process.execPath, ["--import", "tsx", script, command, ...rest], { stdio: "inherit" });
// Ctrl-C reaches the child by itself; a signal sent to this process alone does not.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => child.kill("SIGTERM"));
child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
