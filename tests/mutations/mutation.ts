/**
 * One mistake in the money core, named after what the shop then does. `find` occurs in the file exactly once, so a
 * mutation that the code has outgrown fails loudly. `tests` are the fewest files that must notice it, `schedules` a
 * short run of the fault runner that must too, by the invariant it breaks (for what the worker does). `always` is the
 * fault that the mistake needs: each schedule injects it, so that the machine's pace does not decide whether it happens.
 */
export type Mutation = {
  name: string;
  file: string;
  find: string;
  replace: string;
  tests: string[];
  schedules?: { seed: number; count: number; always: string; breaks: "I1" | "review" | "whole" };
};

/** A test file: `unit/base/money` is `tests/unit/base/money.test.ts`. */
type TestName = `${"unit" | "integration" | "deep"}/${string}`;

/** Mutations of one file that the same tests must notice, by name. */
export function inFile(
  file: string,
  tests: TestName[],
  mistakes: Record<string, [find: string, replace: string, schedules?: Mutation["schedules"]]>,
): Mutation[] {
  return Object.entries(mistakes).map(([name, [find, replace, schedules]]) => ({
    name,
    file,
    find,
    replace,
    schedules,
    tests: tests.map((test) => `tests/${test}.test.ts`),
  }));
}
