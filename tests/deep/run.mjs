// `npm run test:deep [-- --minutes N] [--seed S]`: what `npm test` leaves out, within a budget of minutes (20): the
// drills of this folder, the mutations (part of them, chosen by the seed, when time is short), and fault schedules for the
// rest of the time. The seed differs from run to run and is printed. The last line counts.
import { readdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { ensureInstalled } from "../../lib/local/install.mjs";
import { check, end, secondsGone, suite, vitest, vitestCounts } from "../steps.mjs";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "20" },
    seed: { type: "string", default: String(Math.floor(Date.now() / 1000) % 10_000_000) },
  },
});
const seed = Number(values.seed);
const minutesLeft = () => Number(values.minutes) - secondsGone() / 60;

ensureInstalled();
console.log(`Seed ${seed}, ${values.minutes} minutes. Again: npm run test:deep -- --seed ${seed}`);

// The drills always run; mutations and schedules share the rest.
if (readdirSync(import.meta.dirname).some((name) => name.endsWith(".test.ts")))
  suite("drills", vitest(["--project", "deep"]), vitestCounts);
check("build", ["--import", "tsx", "tests/e2e/prepare.ts"]);

const forMutations = Math.max(1, minutesLeft() * 0.5);
check(
  "mutations",
  [
    ...["--import", "tsx", "tests/mutations/run.ts"],
    ...["--minutes", forMutations.toFixed(1), "--from", String(seed)],
  ],
  `npm run mutations -- --minutes ${forMutations.toFixed(1)} --from ${seed}`,
);

// The runner needs time to start, to finish its work and to compare.
const forSchedules = Math.max(1, minutesLeft() - 2.5);
check(
  "fault schedules",
  [
    ...["--import", "tsx", "tests/faults/run.ts"],
    ...["--schedules", "100000", "--minutes", forSchedules.toFixed(1), "--seed", String(seed)],
  ],
  `npm run faults -- --seed ${seed} --schedules N (the schedules that failed are named above)`,
);
end();
