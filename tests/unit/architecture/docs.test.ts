import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { errorStatus } from "@/lib/base/errors";
import { wings } from "./wings";

const documents = [
  ...["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "components/README.md"],
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
].map((file) => ({ file, text: readFileSync(file, "utf8") }));

const codeBlocks = documents.map(({ file, text }) => ({
  file,
  text: (text.match(/^```[\s\S]*?^```/gm) ?? []).join("\n"),
}));

const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));

const textOf = (file: string) => documents.find((document) => document.file === file)?.text ?? "";

/** The names that `pattern` captures in the documents and `isMissing` finds absent, each after its document's name. */
function missing(
  pattern: RegExp,
  isMissing: (named: string, file: string, text: string) => boolean,
  among = documents,
): string[] {
  return among.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)]
      .map(([, named = ""]) => named)
      .filter((named) => isMissing(named, file, text))
      .map((named) => `${file}: ${named}`),
  );
}

/** The anchor of a heading on GitHub. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");
}

describe("the documents", () => {
  it("name only paths that exist", () => {
    const path =
      /`\/?((?:app|lib|components|emails|tests|docs|prisma|public|\.ci|\.github)\/[^`\s]*|[\w-]+\.(?:mjs|json))`/g;
    const isGone = (named: string) =>
      !/[<*{]/.test(named) && !existsSync(named) && !existsSync(`${named}.ts`);
    expect(missing(path, isGone)).toEqual([]);
    const inBlock =
      /(?<![\w/:.-])((?:app|lib|components|emails|tests|docs|prisma|public|\.ci|\.github)\/[\w./-]*)/g;
    expect(missing(inBlock, isGone, codeBlocks)).toEqual([]);
    const fileNames = new Set(
      ["app", "lib", "components", "emails", "tests", "prisma"].flatMap((folder) =>
        readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => basename(name)),
      ),
    );
    expect(missing(/`([\w.-]+\.tsx?)`/g, (named) => !fileNames.has(named) && isGone(named))).toEqual([]);
  });

  it("link only to pages and headings that exist", () => {
    const link = /\]\((?!https?:)([^)]+)\)/g;
    const isBroken = (named: string, file: string, own: string) => {
      const [path = "", anchor] = named.split("#");
      const target = join(dirname(file), path);
      if (path && !existsSync(target)) return true;
      if (!anchor) return false;
      const text = path ? readFileSync(target, "utf8") : own;
      return ![...text.matchAll(/^#+ (.*)$/gm)].some(([, heading = ""]) => anchorOf(heading) === anchor);
    };
    expect(missing(link, isBroken)).toEqual([]);
  });

  it("name only npm commands that package.json has", () => {
    const builtIn = new Set(["audit", "ci", "install", "sbom"]);
    expect(
      missing(/\bnpm (?:run )?([a-z][\w:-]*)/g, (name) => !(name in scripts) && !builtIn.has(name)),
    ).toEqual([]);
    expect(missing(/npx tsx (\S+?)[\s`]/g, (path) => !existsSync(`${path}.ts`))).toEqual([]);
  });
});

describe("a page", () => {
  const sizes = documents.map(({ file, text }) => ({ file, bytes: Buffer.byteLength(text) }));
  const above = (limit: number, folder: string) =>
    sizes.filter(({ file, bytes }) => file.startsWith(folder) && bytes > limit).map(({ file }) => file);

  it("has at most 12 KB outside docs/internal", () =>
    expect(above(12_288, "").filter((file) => !file.startsWith(join("docs", "internal")))).toEqual([]));

  it("about a decision has at most 1 KB, about an alert 1.5 KB", () => {
    expect(above(1024, join("docs", "decisions"))).toEqual([]);
    expect(above(1536, join("docs", "runbook"))).toEqual([]);
  });
});

it("each decision has its status and the day it was written down", () => {
  const decisions = documents.filter(({ file }) => file.startsWith(join("docs", "decisions")));
  expect(decisions.length).toBeGreaterThan(20);
  const status = /^# \d+\. .+\n\nStatus: (?:accepted|replaced by .+), (?:written down )?\d{4}-\d\d-\d\d\n/;
  expect(decisions.filter(({ text }) => !status.test(text)).map(({ file }) => file)).toEqual([]);
});

it("the architecture's page says what each wing does", () => {
  const page = textOf("docs/architecture.md");
  expect(wings.filter((wing) => !page.includes(`| \`${wing}\` `))).toEqual([]);
});

it("the glossary has at most 20 entries", () => {
  const entries = textOf("docs/glossary.md").match(/^- \*\*/gm) ?? [];
  expect(entries.length).toBeGreaterThan(9);
  expect(entries.length).toBeLessThanOrEqual(20);
});

describe("the configuration's page", () => {
  const named = new Set(textOf("docs/configuration.md").match(/`\w+`/g));

  it("has every variable that the shop reads", () => {
    const variables = readFileSync("lib/base/env/env.ts", "utf8").matchAll(/^ {2}([A-Z_]+): /gm);
    const absent = [...variables, ["", "LOG_LEVEL"], ["", "SHOP_COMMIT"]].filter(
      ([, name]) => !named.has(`\`${name}\``),
    );
    expect(absent.map(([, name]) => name)).toEqual([]);
  });

  it("has every variable of the compositions", () => {
    const files = [
      "docker-compose.yml",
      "lib/operator/ha/compose.ha.yml",
      "lib/operator/monitoring/compose.yml",
    ];
    const variables = files.flatMap((file) => [...readFileSync(file, "utf8").matchAll(/\$\{(\w+)/g)]);
    expect(variables.length).toBeGreaterThan(9);
    const absent = variables.filter(([, name]) => !named.has(`\`${name}\``));
    expect(absent.map(([, name]) => name)).toEqual([]);
  });

  it("has every error code", () => {
    expect(Object.keys(errorStatus).filter((code) => !named.has(`\`${code}\``))).toEqual([]);
  });
});
