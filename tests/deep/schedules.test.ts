import { expect, it } from "vitest";
import { runSchedules } from "../faults/run-schedules";

// A few of the schedules of `npm run faults`, with fixed seeds, so that a failure can be run again there.
const schedules = 20;
const seed = 1;

it(`${schedules} schedules of faults leave no violation`, async () => {
  const report = await runSchedules({
    schedules,
    seed,
    atOnce: 12,
    workers: 5,
    webs: 2,
    port: 4700,
    dataDir: ".data/faults-test",
    distDir: process.env.FAULTS_DIST_DIR,
    onStep: () => undefined,
    onProgress: () => undefined,
  });
  const { violations, suspects, ...summary } = report;
  console.log(JSON.stringify(summary, null, 2));
  for (const suspect of suspects) console.log(JSON.stringify(suspect));
  expect(violations).toEqual([]);
  const injected = Object.values(report.injected).reduce((sum, count) => sum + count, 0);
  expect(injected).toBeGreaterThan(schedules);
});
