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

/** A test file by its folder's kind and its name. */
export const at = {
  integration: (name: string) => `tests/integration/${name}.test.ts`,
  unit: (name: string) => `tests/unit/${name}.test.ts`,
  deep: (name: string) => `tests/deep/${name}.test.ts`,
};
