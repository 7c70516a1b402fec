import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Probed } from "./probe";

const mostTimesIdle = 3;

/** The answers that honest visitors, in a separate process, get while the work lasts. */
export async function probeDuring(
  origin: string,
  work: () => Promise<void>,
  visitPath = "/auth",
): Promise<Probed> {
  const script = fileURLToPath(new URL("probe.ts", import.meta.url));
  const probe = fork(script, [origin, visitPath], { execArgv: ["--import", "tsx"] });
  const reported = once(probe, "message");
  await work();
  probe.send("stop");
  const [probed] = (await reported) as [Probed];
  // The first answers warm up connections and caches.
  for (const { ms } of Object.values(probed)) ms.splice(0, 5);
  return probed;
}

/** The rows of a table: each target's p95 under load as a multiple of idle, and every server error. */
export function compareProbes(idle: Probed, loaded: Probed): Record<string, object> {
  const rows: Record<string, object> = {};
  for (const name of Object.keys(idle) as (keyof Probed)[]) {
    const [before, during] = [p95(idle[name].ms), p95(loaded[name].ms)];
    const failures = [...idle[name].failures, ...loaded[name].failures];
    rows[name] = {
      "idle p95, ms": Number(before.toFixed(1)),
      "loaded p95, ms": Number(during.toFixed(1)),
      "loaded worst, ms": Math.round(Math.max(...loaded[name].ms)),
      ratio: Number((during / before).toFixed(1)),
      target: `at most ${mostTimesIdle}`,
      failures: failures.length === 0 ? "none" : `${failures.length}, first ${failures[0]}`,
    };
  }
  return rows;
}

export function p95(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN;
}
