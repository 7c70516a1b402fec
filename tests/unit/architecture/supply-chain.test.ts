import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

type Locked = {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  hasInstallScript?: boolean;
  inBundle?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};

const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const { "": root, ...packages }: Record<string, Locked> = JSON.parse(
  readFileSync("package-lock.json", "utf8"),
).packages;
const direct: Record<string, string> = { ...manifest.dependencies, ...manifest.devDependencies };

/** The folders in which Node looks for what the package in `place` needs, the nearest first. */
function foldersFrom(place: string): string[] {
  if (place === "") return [""];
  const outer = place.replace(/(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+$/, "");
  return [`${place}/`, ...foldersFrom(outer)];
}

describe("the shop's packages", () => {
  it("are pinned to one version each where the shop names them", () => {
    const loose = Object.entries(direct).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.-]+)?$/.test(version),
    );
    expect(loose).toEqual([]);
    expect({ ...root?.dependencies, ...root?.devDependencies }).toEqual(direct);
  });

  it("are in the lock file with a hash of their content, and from the public registry", () => {
    // A bundled package is a part of another one's file, which has the hash.
    const all = Object.entries(packages).filter(([, { inBundle }]) => !inBundle);
    expect(all.length).toBeGreaterThan(500);
    expect(all.filter(([, { integrity }]) => !integrity?.startsWith("sha512-"))).toEqual([]);
    const foreign = all.filter(
      ([, { resolved, link }]) =>
        link || (resolved !== undefined && !resolved.startsWith("https://registry.npmjs.org/")),
    );
    expect(foreign).toEqual([]);
  });

  it("are all in the lock file, also those for other systems, because `npm ci` refuses a gap", () => {
    const lacking = Object.entries(packages).flatMap(([place, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies })
        .filter((name) => !foldersFrom(place).some((folder) => `${folder}node_modules/${name}` in packages))
        .map((name) => `${name}, for ${place}`),
    );
    expect(lacking).toEqual([]);
    expect(Object.keys(direct).filter((name) => !(`node_modules/${name}` in packages))).toEqual([]);
  });

  it("have no install script that package.json's allowScripts does not decide about", () => {
    const scripted = Object.entries(packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.replace(/^.*node_modules\//, ""));
    const undecided = scripted.filter((name) => !(name in manifest.allowScripts));
    expect(undecided).toEqual([]);
    expect(Object.keys(manifest.allowScripts).filter((name) => !scripted.includes(name))).toEqual([]);
  });
});
