// `npm run test:deep [-- --minutes N] [--seed S] [--only upgrade]`: what `npm test` leaves out, within a budget of minutes
// (20). Everything that needs no seed always runs: the drills and the emulators' own tests, the containers where a
// Docker daemon answers, floods beside honest visitors, journeys on a phone, sign-in at a foreign OpenID provider, layout
// stability and Lighthouse. Mutations and fault schedules share the rest of the time; the seed, which differs from run to
// run and is printed, chooses among them. The previous release's own journeys, which take as long as `npm test`, run on
// this release's schema when forty minutes are left. `--only upgrade` runs these and the upgrade under load. The last line
// counts.
import { parseArgs } from "node:util";
import { ensureInstalled } from "../../lib/local/install.mjs";
import { ensureChromium } from "../browser.mjs";
import { browserSuite, check, end, secondsGone, vitestSuite } from "../steps.mjs";
import { composeCommand } from "./containers/compose-command.mjs";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "20" },
    only: { type: "string", default: "" },
    seed: { type: "string", default: String(Math.floor(Date.now() / 1000) % 10_000_000) },
  },
});
const seed = Number(values.seed);
const minutesLeft = () => Number(values.minutes) - secondsGone() / 60;

ensureInstalled();
console.log(`Seed ${seed}, ${values.minutes} minutes. Again: npm run test:deep -- --seed ${seed}`);

process.env.CHROMIUM_PATH = await ensureChromium();
if (values.only === "upgrade") {
  vitestSuite("upgrade", ["upgrade"]);
  previousJourneys();
  end();
}
vitestSuite("drills and emulators", ["deep", "upgrade"]);
if (composeCommand()) vitestSuite("containers", ["containers"]);
else console.log("\n== containers: left out, because no Docker daemon answers or Compose is missing");
check(
  "floods beside honest visitors",
  ["--import", "tsx", "tests/bench/main.ts", "--only", "hostile"],
  "npm run bench -- --only hostile",
);
await browserSuite("phones, sign-in, layout stability and Lighthouse", ["budget"]);

if (minutesLeft() > 40) previousJourneys();

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

function previousJourneys() {
  check(
    "journeys of the previous release on this schema",
    ["--import", "tsx", "tests/deep/previous-journeys.ts"],
    "npm run test:deep -- --only upgrade",
  );
}
