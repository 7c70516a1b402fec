// The entry point of `npm run demo`, `dev`, `shots` and `film`: installs what is missing, then hands over to TypeScript.
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
const scripts = { shots: "../../tests/e2e/shots.ts", film: "../../tests/e2e/film.ts" };
await import(scripts[process.argv[2]] ?? "./start.ts");
