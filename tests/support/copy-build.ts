import { execFileSync } from "node:child_process";
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

/** This release's packages in another folder. As hard links: quick, and Next accepts no link that leaves the project. */
export function linkPackages(folder: string): void {
  const modules = join(folder, "node_modules");
  try {
    execFileSync("cp", ["-al", "node_modules", modules], { stdio: "ignore" });
  } catch {
    rmSync(modules, { recursive: true, force: true });
    cpSync("node_modules", modules, { recursive: true, verbatimSymlinks: true });
  }
}
