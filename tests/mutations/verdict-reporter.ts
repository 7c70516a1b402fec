import { appendFileSync } from "node:fs";
import type { Reporter, TestCase, Vitest } from "vitest/node";

/** The file to which the reporter adds a line for each test that ended, and one at the end of the run. */
export const reportFileVariable = "MUTATION_REPORT";

/**
 * Writes each test's end into a file, and ends the run with the first that fails. Vitest's own `--bail` waits for the
 * tests that are running then, and a mutation often leaves one waiting for what will never come.
 */
export default class VerdictReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestCaseResult(test: TestCase): void {
    const { state } = test.result();
    if (state !== "passed" && state !== "failed") return;
    report(`${state} ${test.fullName}`);
    if (state !== "failed") return;
    // The second call ends the processes, as a second Ctrl-C does; the first lets them finish what they run.
    for (let call = 0; call < 2; call += 1) void this.#vitest?.cancelCurrentRun("test-failure");
  }

  onTestRunEnd(): void {
    report("ended");
  }
}

function report(line: string): void {
  appendFileSync(process.env[reportFileVariable] ?? "", `${line}\n`);
}
