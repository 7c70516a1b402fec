import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { files, isAfter, sources, textOf, wingOf, wings } from "./wings";

const libFiles = files("lib");
const known = new Set(libFiles);

function importsOf(file: string): string[] {
  return [...textOf(file).matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => match[1] ?? "");
}

/** The file of lib that an import names; undefined for a package or a generated file. */
function fileOf(importer: string, target: string): string | undefined {
  const path = target.startsWith("@/") ? target.slice(2) : join(dirname(importer), target);
  return [`${path}.ts`, `${path}.tsx`].find((file) => known.has(file));
}

/** The imports that break a rule. */
function wrongImports(among: string[], isWrong: (target: string, file: string) => boolean): string[] {
  return among.flatMap((file) =>
    importsOf(file)
      .filter((target) => isWrong(target, file))
      .map((target) => `${file} -> ${target}`),
  );
}

/** The shortest way from a file back to itself, reported once, at the first file of the cycle. */
function cycleOf(start: string, targets: Map<string, string[]>): string | undefined {
  const ways = [[start]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const target of targets.get(way.at(-1) ?? "") ?? []) {
      if (target === start)
        return way.every((file) => start <= file) ? [...way, start].join(" -> ") : undefined;
      if (seen.has(target)) continue;
      seen.add(target);
      ways.push([...way, target]);
    }
  }
  return undefined;
}

it.each(["tests/unit", "tests/integration"])("the folders of %s are the wings and known others", (root) => {
  const expected = [...wings, "local", "app", "architecture", "faults"];
  const folders = files(root).map((file) => file.split("/")[2] ?? "");
  expect(folders.filter((folder) => !expected.includes(folder))).toEqual([]);
});

describe("the layout of lib", () => {
  it("is ten wings and the local mode, with no file beside them", () => {
    expect(readdirSync("lib").toSorted()).toEqual([...wings, "local"].toSorted());
  });

  it.each(wings)("%s has a README of at most twenty lines", (wing) => {
    const lines = readFileSync(`lib/${wing}/README.md`, "utf8").trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(20);
  });

  it("has no wing that imports a later one, and none that imports the local mode", () => {
    const shop = libFiles.filter((file) => wingOf(file) !== "local");
    const wrong = wrongImports(shop, (target, file) => {
      const wing = wingOf(target);
      return wing !== undefined && isAfter(wingOf(file), wing);
    });
    expect(wrong).toEqual([]);
  });

  it("has no cycle of files, even by type-only imports", () => {
    const targets = new Map(
      libFiles.map((file) => [file, importsOf(file).flatMap((target) => fileOf(file, target) ?? [])]),
    );
    const cycles = libFiles.flatMap((file) => cycleOf(file, targets) ?? []);
    expect(cycles).toEqual([]);
  });

  it("has no two folders of a wing that import each other", () => {
    const folderOf = (file: string) => /^lib\/[^/]+\/[^/]+(?=\/)/.exec(file)?.[0];
    const pairs = new Set(
      libFiles.flatMap((file) =>
        importsOf(file).map((target) => `${folderOf(file)} -> ${folderOf(fileOf(file, target) ?? "")}`),
      ),
    );
    const circles = [...pairs].filter((pair) => {
      const [from, to] = pair.split(" -> ");
      return from !== "undefined" && to !== "undefined" && from !== to && pairs.has(`${to} -> ${from}`);
    });
    expect(circles).toEqual([]);
  });

  it("runs under plain Node: no next, and react only where mails are composed and rendered", () => {
    const allowed = ["lib/mail/queue/mail.ts react", "lib/mail/queue/render-mail.ts react-dom/server"];
    const wrong = wrongImports(
      libFiles,
      (target, file) =>
        /^(next|react|react-dom|server-only)(\/|$)/.test(target) && !allowed.includes(`${file} ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it("keeps each vendor's SDK in one folder", () => {
    const homes: Record<string, string> = {
      stripe: "lib/money/stripe/",
      resend: "lib/mail/transport/",
      "graphile-worker": "lib/running/worker/",
      "next-auth": "lib/people/auth/",
      "@node-rs/argon2": "lib/people/auth/",
      otpauth: "lib/people/auth/",
      "@cantoo/pdf-lib": "lib/money/disputes/",
      marked: "lib/shop/legal/",
      pg: "lib/base/db/",
      postgres: "lib/base/db/open-postgres.ts",
      "@prisma/adapter-pg": "lib/base/db/client.ts",
    };
    const isTypeOnly = (file: string, target: string) =>
      new RegExp(`import type [^;]*from "${target}"`).test(textOf(file));
    const wrong = wrongImports(
      libFiles.filter((file) => wingOf(file) !== "local"),
      (target, file) => {
        const home = homes[target];
        return home !== undefined && !file.startsWith(home) && !isTypeOnly(file, target);
      },
    );
    expect(wrong).toEqual([]);
  });
});

describe("time", () => {
  // Files in which the process's clock decides nothing: it is compared, orders keys, or runs in the visitor's browser.
  const mayReadWallClock = new Set([
    "lib/base/time/clock.ts",
    "lib/base/ids.ts",
    "lib/shop/analytics/recorder.ts",
  ]);

  it("is the database's or a stopwatch's: the process's own clock is read nowhere else on the server", () => {
    const readers = [...libFiles, ...files("app"), ...files("emails"), "middleware.ts", "instrumentation.ts"]
      .filter((file) => wingOf(file) !== "local" && !mayReadWallClock.has(file))
      .filter((file) => !/^"use client"/.test(textOf(file)))
      .filter((file) => /new Date\(\s*\)|\bDate\.now\b|\bDate\(\)/.test(textOf(file)));
    expect(readers).toEqual([]);
  });

  it("of a row is the database's: Prisma's own now() and @updatedAt would be the process's clock", () => {
    expect(textOf("prisma/schema.prisma")).not.toMatch(/@default\(now\(\)\)|@updatedAt/);
  });
});

it("components import neither app nor the database", () => {
  const wrong = wrongImports(
    files("components"),
    (target) => target.startsWith("@/app/") || target.startsWith("@/lib/base/db"),
  );
  expect(wrong).toEqual([]);
});

it("a file is named after its topic: no index, utils, helpers or misc", () => {
  expect(sources.filter((file) => /\/(index|utils?|helpers?|misc|common)\.tsx?$/.test(file))).toEqual([]);
});

it("a bundle imports a file inside Next by its whole name, because Node adds no extension", () => {
  const bundled = [...files("app/_server/http"), ...libFiles];
  expect(wrongImports(bundled, (target) => /^next\/dist\/(?!.*\.js$)/.test(target))).toEqual([]);
});
