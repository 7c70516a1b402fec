// The entry point of `npm run demo`, `dev` and `shots`: installs what is missing, then hands over to TypeScript.
import { ensureInstalled } from "./install.mjs";

ensureInstalled();
// npm passes a signal to its shell, which may exit without passing it on.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, 1_000).unref();
}
await import("tsx");
await import(process.argv[2] === "shots" ? "../../tests/e2e/shots.ts" : "./start.ts");
