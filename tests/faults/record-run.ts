import { execFileSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import type { RunReport } from "./run-schedules";

const file = "docs/faults.md";

/** Adds a row to the table of runs in docs/faults.md. */
export function recordRun(
  seed: number,
  { played, injected, orders, decisions, violations }: RunReport,
): void {
  const faults = Object.entries(injected).filter(([name]) => !name.startsWith("not possible"));
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
  const cells = [
    new Date().toISOString().slice(0, 16).replace("T", " "),
    seed,
    played,
    sum(Object.values(orders)),
    `${sum(faults.map(([, count]) => count))} of ${faults.length} kinds`,
    sum(Object.values(decisions)),
    violations.length,
  ];
  appendFileSync(file, `| ${cells.join(" | ")} |\n`);
  execFileSync(process.execPath, ["node_modules/@biomejs/biome/bin/biome", "format", "--write", file]);
}
