import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";

const notServed = ["cache", "dev", "diagnostics", "types"];

/** Copies a build for other processes, because Next writes revalidated pages into the build that it serves. */
export function copyBuild(source: string, target: string): void {
  const skipped = notServed.map((name) => join(source, name));
  rmSync(target, { recursive: true, force: true });
  cpSync(source, target, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !skipped.includes(file),
  });
}
