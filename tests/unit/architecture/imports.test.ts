import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { besides, files, rankOf, roomOf } from "./rooms";

function importsOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => match[1] ?? "");
}

const libFiles = files("lib");

/** The file of lib that an import names; undefined for a package or a generated file. */
function fileOf(importer: string, target: string): string | undefined {
  const path = target.startsWith("@/") ? target.slice(2) : join(dirname(importer), target);
  return libFiles.find((file) => file === `${path}.ts` || file === `${path}.tsx`);
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

describe("the layout of lib", () => {
  it("has no room that the order of rooms does not name", () => {
    const rooms = new Set(libFiles.map(roomOf));
    expect([...rooms].filter((room) => room && !rankOf.has(room) && !besides.includes(room))).toEqual([]);
  });

  it("lets no room import one to its right or beside it", () => {
    const wrong = libFiles.flatMap((file) => {
      const from = rankOf.get(roomOf(file) ?? "");
      if (from === undefined) return [];
      return importsOf(file).flatMap((target) => {
        const room = roomOf(target);
        if (!room || room === roomOf(file)) return [];
        const to = rankOf.get(room);
        const isKernel = from === 0 && to === 0;
        return to !== undefined && (to < from || isKernel) ? [] : [`${file} -> ${target}`];
      });
    });
    expect(wrong).toEqual([]);
  });

  it("has no cycle of files, type-only imports included", () => {
    const targets = new Map(
      libFiles.map((file) => [file, importsOf(file).flatMap((target) => fileOf(file, target) ?? [])]),
    );
    const cycles = libFiles.flatMap((file) => cycleOf(file, targets) ?? []);
    expect(cycles).toEqual([]);
  });

  it("has no two folders of a room that import each other", () => {
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

  it("is imported by lib/local, never the other way round", () => {
    const wrong = libFiles
      .filter((file) => roomOf(file) !== "local")
      .flatMap((file) =>
        importsOf(file)
          .filter((target) => roomOf(target) === "local")
          .map((target) => `${file} -> ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  it("runs under plain Node: no next, and react only where mails are rendered", () => {
    const wrong = libFiles.flatMap((file) =>
      importsOf(file)
        .filter((target) => /^(next|react|react-dom|server-only)(\/|$)/.test(target))
        .filter((target) => !(/^lib\/email\/render[\w-]*\.tsx$/.test(file) && target.startsWith("react")))
        .map((target) => `${file} -> ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it("keeps each vendor's SDK in one room", () => {
    const homes: Record<string, string> = {
      stripe: "stripe",
      resend: "email",
      "graphile-worker": "worker",
      "next-auth": "auth",
      "@node-rs/argon2": "auth",
      otpauth: "auth",
      "pdf-lib": "disputes",
      marked: "legal",
      pg: "db",
      postgres: "db",
    };
    const wrong = libFiles.flatMap((file) =>
      importsOf(file)
        .filter(
          (target) =>
            homes[target] !== undefined && roomOf(file) !== "local" && roomOf(file) !== homes[target],
        )
        .filter((target) => !readFileSync(file, "utf8").includes(`import type`) || !isTypeOnly(file, target))
        .map((target) => `${file} -> ${target}`),
    );
    expect(wrong).toEqual([]);
  });
});

function isTypeOnly(file: string, target: string): boolean {
  return new RegExp(`import type [^;]*from "${target}"`).test(readFileSync(file, "utf8"));
}

describe("time", () => {
  // Where it decides nothing: what measures it, the order of keys, and the visitor's browser.
  const mayReadWallClock = new Set(["lib/clock.ts", "lib/ids.ts", "lib/analytics/recorder.ts"]);

  it("is the database's or a stopwatch's: the process's own clock is read nowhere else on the server", () => {
    const readers = [...libFiles, ...files("app"), ...files("emails"), "middleware.ts", "instrumentation.ts"]
      .filter((file) => roomOf(file) !== "local" && !mayReadWallClock.has(file))
      .filter((file) => !/^"use client"/.test(readFileSync(file, "utf8")))
      .filter((file) => /new Date\(\s*\)|\bDate\.now\b|\bDate\(\)/.test(readFileSync(file, "utf8")));
    expect(readers).toEqual([]);
  });

  it("of a row is the database's: Prisma's own now() and @updatedAt would be the process's clock", () => {
    expect(readFileSync("prisma/schema.prisma", "utf8")).not.toMatch(/@default\(now\(\)\)|@updatedAt/);
  });
});

describe("components", () => {
  it("import neither app nor the database", () => {
    const wrong = files("components").flatMap((file) =>
      importsOf(file)
        .filter(
          (target) =>
            target.startsWith("@/app/") || target.startsWith("@/lib/db") || target.includes("/queries"),
        )
        .map((target) => `${file} -> ${target}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe("file names", () => {
  it("name a topic: no index, utils, helpers or misc", () => {
    const all = [...libFiles, ...files("app"), ...files("components"), ...files("emails")];
    expect(all.filter((file) => /\/(index|utils?|helpers?|misc|common)\.tsx?$/.test(file))).toEqual([]);
  });
});
