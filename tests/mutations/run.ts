import { cpSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { openPostgres } from "@/lib/local/postgres";
import { freePort, prepareTemplate } from "../support/postgres-setup";
import { delivery } from "./delivery";
import { lyingState } from "./lying-state";
import { moneyIn } from "./money-in";
import { moneyOut } from "./money-out";
import type { Mutation } from "./mutation";
import { runSchedules } from "./run-schedules";
import { runTests, type Verdict } from "./run-tests";

/**
 * `npm run mutations`: puts mistakes into copies of the money core and prints which test caught each. `--list`; `--only
 * NAME` (part of a name, or a pattern); `--minutes N` (as many as fit, beginning with number `--from N`);
 * `--no-schedules` (without the fault runner). Ends with status 1 when a mutation survives or no longer applies.
 */
const { values } = parseArgs({
  options: {
    list: { type: "boolean", default: false },
    only: { type: "string" },
    minutes: { type: "string" },
    from: { type: "string", default: "0" },
    "no-schedules": { type: "boolean", default: false },
    port: { type: "string", default: "4800" },
  },
});

const mutations = [...moneyIn, ...moneyOut, ...delivery, ...lyingState];
const copied = [
  ...["app", "components", "emails", "lib", "prisma", "tests"],
  ...["bundle.config.mjs", "package.json", "tsconfig.json"],
];
const folder = resolve(`.data/mutations-${process.pid}`);
const atOnce = 2;

type Result = Verdict & { mutation: Mutation };

if (values.list) {
  for (const { name, file } of mutations) console.log(`${name}  (${file})`);
  process.exit(0);
}
process.exit(await main());

async function main(): Promise<number> {
  const startedAt = Date.now();
  const isOver = () =>
    values.minutes !== undefined && Date.now() - startedAt > Number(values.minutes) * 60_000;
  const first = Number(values.from) % mutations.length;
  const rotated = [...mutations.slice(first), ...mutations.slice(0, first)];
  const chosen = rotated.filter(({ name }) => !values.only || new RegExp(values.only).test(name));
  const postgres = await openPostgres({
    dataDir: join(folder, "postgres"),
    port: await freePort(),
    settings: { fsync: "off", full_page_writes: "off", synchronous_commit: "off" },
  });
  const databaseUrl = postgres.url("postgres");
  try {
    await prepareTemplate(databaseUrl);
    const results = new Map<Mutation, Result>();
    const queue = [...chosen];
    await Promise.all(
      Array.from({ length: atOnce }, async (_, index) => {
        const copy = copySources(join(folder, String(index)));
        for (let next = queue.shift(); next && !isOver(); next = queue.shift()) {
          const result = await runTests(copy, next, databaseUrl);
          results.set(next, { mutation: next, ...result });
          console.log(`${result.verdict}: ${next.name} (${result.by})`);
        }
      }),
    );
    for (const mutation of chosen) {
      const before = results.get(mutation);
      if (!mutation.schedules || values["no-schedules"] || isOver() || before?.verdict === "does not apply")
        continue;
      const by = await runSchedules(join(folder, "0"), mutation, Number(values.port));
      console.log(`${by ? "caught" : "survived"}: ${mutation.name} (fault schedules${by ? `: ${by}` : ""})`);
      if (!by) results.set(mutation, { mutation, verdict: "survived", by: "the fault schedules" });
      else if (before) results.set(mutation, { ...before, by: `${before.by}; schedules: ${by}` });
    }
    return report(chosen, results);
  } finally {
    await postgres.stop("immediate").catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
    rmSync(postgres.dataDir, { recursive: true, force: true });
  }
}

function copySources(target: string): string {
  mkdirSync(target, { recursive: true });
  for (const name of copied) cpSync(name, join(target, name), { recursive: true });
  symlinkSync(resolve("node_modules"), join(target, "node_modules"));
  return target;
}

/** Prints the counts. Mutations that were not run for lack of time count as neither. */
function report(chosen: Mutation[], results: Map<Mutation, Result>): number {
  const all = [...results.values()];
  const caught = all.filter(({ verdict }) => verdict === "caught").length;
  const survived = all.length - caught;
  console.log("");
  if (all.length < chosen.length) console.log(`${chosen.length - all.length} not run: the time was over`);
  for (const { mutation, verdict } of all)
    if (verdict !== "caught") console.log(`npm run mutations -- --only ${JSON.stringify(mutation.name)}`);
  console.log(`${caught} caught, ${survived} survived`);
  return survived === 0 && caught > 0 ? 0 : 1;
}
