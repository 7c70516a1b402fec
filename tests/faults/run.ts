import { execFileSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { RunReport } from "./run-schedules";

/**
 * `npm run faults -- --schedules 1000 --seed 7`: random schedules of faults against the whole shop. A seed repeats its
 * buyers and faults, but not how they interleave. `--minutes N` begins no further buyer after that time, `--leave-out
 * "database frozen,web stopped"` leaves these faults out, `--always "worker killed in a call"` adds one to each schedule,
 * `--inquiries` has the bank ask about each payment, `--outside` adds untidy accounts and suppliers and the days after,
 * `--record` adds the run to docs/internal/faults.md. Ends with status 1 after a violation, and names its schedules.
 */
const { values } = parseArgs({
  options: {
    schedules: { type: "string", default: "200" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    "at-once": { type: "string", default: "12" },
    workers: { type: "string", default: "5" },
    webs: { type: "string", default: "2" },
    port: { type: "string", default: "4600" },
    minutes: { type: "string" },
    "leave-out": { type: "string", default: "" },
    always: { type: "string" },
    inquiries: { type: "boolean", default: false },
    outside: { type: "boolean", default: false },
    record: { type: "boolean", default: false },
  },
});

// Set before the first import of the shop's code, so that it logs nothing in this process.
process.env.LOG_LEVEL ??= "silent";
const { runSchedules } = await import("./run-schedules");

// A signal by itself would end this process without its exit handlers, which kill the processes that it started.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(130));

const recordFile = "docs/internal/faults.md";
const dataDir = `.data/faults-${values.port}`;
const count = Number(values.schedules);
const seed = Number(values.seed);
const step = Math.max(1, Math.min(50, Math.floor(count / 20)));

try {
  const report = await runSchedules({
    schedules: count,
    seed,
    atOnce: Number(values["at-once"]),
    workers: Number(values.workers),
    webs: Number(values.webs),
    port: Number(values.port),
    always: values.always,
    inquiries: values.inquiries,
    outside: values.outside,
    leaveOut: values["leave-out"].split(",").filter((name) => name !== ""),
    minutes: values.minutes === undefined ? undefined : Number(values.minutes),
    dataDir,
    distDir: process.env.FAULTS_DIST_DIR,
    onStep: (name) => console.log(`Starting ${name} …`),
    onProgress: (done) => {
      if (done % step === 0) console.log(`${done} schedules`);
    },
  });
  const { violations, suspects, ...summary } = report;
  console.log(JSON.stringify(summary, null, 2));
  for (const { invariant, what } of violations) console.log(`${invariant}: ${what}`);
  const options = [
    values.inquiries ? " --inquiries" : "",
    values.outside ? " --outside" : "",
    values.always ? ` --always "${values.always}"` : "",
    values["leave-out"] ? ` --leave-out "${values["leave-out"]}"` : "",
  ].join("");
  for (const suspect of suspects) {
    console.log(
      `\nnpm run faults -- --schedules 1 --seed ${suspect.seed}${options}\n${JSON.stringify(suspect)}`,
    );
  }
  if (violations.length > 0) console.log(`\nThe processes' log is ${dataDir}/log.txt.`);
  if (values.record) recordRun(seed, report);
  console.log(`${report.schedules} schedules from seed ${seed}: ${violations.length} violations`);
  process.exit(violations.length > 0 ? 1 : 0);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

/** Adds a row to the table of runs in docs/internal/faults.md. */
function recordRun(seed: number, { schedules, injected, orders, decisions, violations }: RunReport): void {
  const faults = Object.entries(injected).filter(([name]) => !name.startsWith("not possible"));
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
  const cells = [
    new Date().toISOString().slice(0, 16).replace("T", " "),
    seed,
    schedules,
    sum(Object.values(orders)),
    `${sum(faults.map(([, count]) => count))} of ${faults.length} kinds`,
    sum(Object.values(decisions)),
    violations.length,
  ];
  appendFileSync(recordFile, `| ${cells.join(" | ")} |\n`);
  execFileSync(process.execPath, ["node_modules/@biomejs/biome/bin/biome", "format", "--write", recordFile]);
}
