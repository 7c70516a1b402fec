import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const decided = readFileSync("docs/internal/security-decisions.md", "utf8");
const checked = readFileSync("docs/internal/asvs.md", "utf8");

/** The requirements of levels 1 and 2 of ASVS 5.0.0: the numbers of each section that belong to these levels. */
const required =
  `1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2
  4.4:4 5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3
  8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3
  12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3
  17.1:1 17.2:4 17.3:2`
    .split(/\s+/)
    .flatMap((entry) => {
      const [section, count] = entry.split(":");
      return Array.from({ length: Number(count) }, (_, index) => `${section}.${index + 1}`);
    });

/** The numbers at the beginning of a row, or of a line in a chapter without a table; `1.2.6-1.2.8` counts as three. */
function answered(): string[] {
  const rows = checked
    .split("\n")
    .map((line) => /^\| (\d[\d., -]*?) *\|/.exec(line)?.[1] ?? /^(17\.[\d., -]+):/.exec(line)?.[1]);
  return rows.flatMap((numbers) =>
    (numbers?.split(", ") ?? []).flatMap((entry) => {
      const [first = "", last] = entry.trim().split("-");
      const section = first.replace(/\.\d+$/, "");
      const [from, to] = [first, last ?? first].map((number) => Number(number.split(".").at(-1)));
      return Array.from(
        { length: (to ?? 0) - (from ?? 0) + 1 },
        (_, index) => `${section}.${(from ?? 0) + index}`,
      );
    }),
  );
}

describe("docs/internal/asvs.md", () => {
  it("answers each requirement of ASVS 5.0, levels 1 and 2, once", () => {
    expect(required).toHaveLength(253);
    expect(answered().sort()).toEqual([...required].sort());
  });

  it("names only tests that exist in the file it names", () => {
    const titles = [...`${decided}\n${checked}`.matchAll(/`(tests\/[^`]+)`, "([^"]+)"/g)];
    const missing = titles.filter(([, file = "", title = ""]) => !readFileSync(file, "utf8").includes(title));
    expect(titles.length).toBeGreaterThan(1);
    expect(missing.map(([, file, title]) => `${file}: ${title}`)).toEqual([]);
  });

  it("refers only to decisions that docs/internal/security-decisions.md contains", () => {
    const referred = [...checked.matchAll(/\(security-decisions\.md\), "([^"]+)"/g)].map(([, name]) => name);
    expect(referred.length).toBeGreaterThan(8);
    expect(referred.filter((name) => !decided.includes(`**${name}`))).toEqual([]);
  });
});
