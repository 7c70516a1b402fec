import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { vi } from "vitest";

/** Installs Debian's package with Prometheus and promtool where they are missing. */
export function ensurePrometheus(): void {
  if (spawnSync("which", ["prometheus", "promtool"]).status === 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  execFileSync("apt-get", ["update", "-qq"], { stdio: "ignore" });
  execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "prometheus"], {
    stdio: "ignore",
    env,
  });
}

/** The output of promtool; throws when it finds a mistake. */
export function promtool(...args: string[]): string {
  return execFileSync("promtool", args, { encoding: "utf8" });
}

type Sample = { metric: Record<string, string>; value: [number, string] };

/** A Prometheus that scrapes these addresses and evaluates these rules every two seconds. */
export async function startPrometheus(port: number, targets: Record<string, string>, rules: string) {
  mkdirSync(".data", { recursive: true });
  const folder = mkdtempSync(join(".data", "prometheus-"));
  writeFileSync(join(folder, "alerts.yml"), rules);
  const jobs = Object.entries(targets).map(
    ([job, target]) => `  - { job_name: ${job}, static_configs: [{ targets: ["${target}"] }] }`,
  );
  writeFileSync(
    join(folder, "prometheus.yml"),
    `global: { scrape_interval: 2s, scrape_timeout: 2s, evaluation_interval: 2s }
rule_files: [alerts.yml]
scrape_configs:
${jobs.join("\n")}
`,
  );
  const child = spawn(
    "prometheus",
    [
      `--config.file=${folder}/prometheus.yml`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: "ignore" },
  );
  const ask = async <T>(path: string): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`);
    return ((await answer.json()) as { data: T }).data;
  };
  await vi.waitFor(() => ask("status/buildinfo"), { timeout: 120_000, interval: 200 });
  return {
    folder,
    /** The samples of an expression, now. */
    query: async (expression: string) =>
      (await ask<{ result: Sample[] }>(`query?query=${encodeURIComponent(expression)}`)).result,
    /** The alerts that are pending or firing, by name. */
    alerts: async () =>
      Object.fromEntries(
        (await ask<{ alerts: { labels: { alertname: string }; state: string }[] }>("alerts")).alerts.map(
          ({ labels, state }) => [labels.alertname, state],
        ),
      ),
    async stop() {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}
