import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { previousRelease } from "@/package.json";
import { linkPackages } from "../support/copy-build";

// Outside of the clone, because Next takes the outermost folder with a lock file for the project's root.
export const previousFolder = join(tmpdir(), "groundswell-releases", previousRelease.commit);

/**
 * Takes the previous release from the clone's history, gives it this release's migrations, and builds it for its own
 * browser tests, unless that was done before.
 */
export function preparePreviousRelease(): void {
  const stamp = join(previousFolder, ".prepared");
  const prepared = migrationsIn(".").join("\n");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === prepared) return;
  rmSync(previousFolder, { recursive: true, force: true });
  mkdirSync(previousFolder, { recursive: true });
  const archive = execFileSync("git", ["archive", previousRelease.commit], { maxBuffer: 1e9 });
  execFileSync("tar", ["-x", "-C", previousFolder], { input: archive });
  if (migrationsIn(previousFolder).at(-1) !== previousRelease.lastMigration)
    throw new Error("The last migration of package.json's previousRelease is not that of its commit.");
  // The previous release's journeys run on this release's schema.
  for (const part of ["prisma/migrations", "prisma/migrate.ts"])
    cpSync(part, join(previousFolder, part), { recursive: true });
  addPackages();
  inPreviousRelease(["node_modules/prisma/build/index.js", "generate"]);
  inPreviousRelease([
    ...["--import", "tsx", "-e"],
    'import("./lib/local/build.ts").then(({ ensureBuilt }) => ensureBuilt(".next-e2e", process.env))',
  ]);
  writeFileSync(stamp, prepared);
}

/** The names of a release's migrations, the oldest first. */
export function migrationsIn(root: string): string[] {
  return readdirSync(join(root, "prisma/migrations"))
    .filter((name) => /^\d{14}_/.test(name))
    .sort();
}

/** Runs a Node program in the previous release's folder. */
export function inPreviousRelease(args: string[], env: Record<string, string> = {}, show = false): void {
  // 1.0.0 made a new salt for each build; later releases set this one themselves.
  const salt = /NEXT_SERVER_ACTIONS_ENCRYPTION_KEY \?\?= "(.+)"/.exec(
    readFileSync("next.config.mjs", "utf8"),
  );
  execFileSync(process.execPath, args, {
    cwd: previousFolder,
    stdio: show ? "inherit" : ["ignore", "ignore", "inherit"],
    env: { ...process.env, NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: salt?.[1] ?? "", ...env },
  });
}

/** Links this release's packages, when those of the previous one are among them; installs its own otherwise. */
function addPackages(): void {
  const packagesOf = (root: string): Record<string, { version?: string }> => {
    const { "": _root, ...packages } = JSON.parse(
      readFileSync(join(root, "package-lock.json"), "utf8"),
    ).packages;
    return packages;
  };
  const present = packagesOf(".");
  const isSubset = Object.entries(packagesOf(previousFolder)).every(
    ([path, { version }]) => present[path]?.version === version,
  );
  if (isSubset) linkPackages(previousFolder);
  else
    execFileSync("npm", ["install", "--no-save", "--no-audit", "--no-fund"], {
      cwd: previousFolder,
      stdio: "ignore",
    });
}
