import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { previousRelease, version } from "@/package.json";

const changelog = readFileSync("CHANGELOG.md", "utf8");

const releases = changelog
  .split(/^## /m)
  .slice(1)
  .map((text) => ({ name: /^\[(.+?)\]/.exec(text)?.[1], text }));

it("the change log begins with this release and the previous one", () => {
  expect(releases.map(({ name }) => name).slice(0, 2)).toEqual([
    version.endsWith("-dev") ? "Unreleased" : version,
    previousRelease.version,
  ]);
});

it.each(releases)("the change log says what the operator of $name does and how to roll back", ({ text }) => {
  expect(text).toContain("\n### Operator action\n");
  expect(text).toContain("\n### Rollback\n");
});

it("the image gives an operator only files that exist, the pages of the runbook among them", () => {
  const collect = readFileSync("lib/operator/commands/collect-image.mjs", "utf8");
  const [, list = ""] = /const forOperator = \[([\s\S]*?)\n\];/.exec(collect) ?? [];
  const files = [...list.matchAll(/\["([^"]+)", "[^"]+"\]/g)].map(([, file = ""]) => file);
  expect(files).toContain("docs");
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
  const ignored = readFileSync(".dockerignore", "utf8").split("\n");
  expect(files.filter((file) => ignored.includes(file))).toEqual([]);
});

it("the image has the version that the shop shows", () => {
  expect(readFileSync("Dockerfile", "utf8")).toContain(`image.version="${version}"`);
  expect(JSON.parse(readFileSync("package-lock.json", "utf8")).version).toBe(version);
});
