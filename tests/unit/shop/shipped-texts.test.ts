import axe from "axe-core";
import { describe, expect, it } from "vitest";
import { sha256 } from "@/lib/base/ids";
import { hour, longDate } from "@/lib/base/time/time";
import { betweenProofsMs, settlingMs } from "@/lib/delivery/counts/known-units";
import { tolerancePercent } from "@/lib/delivery/progress/next-progress";
import { acceptedKinds } from "@/lib/shop/legal/kinds";
import { parseLegalText, plainLines } from "@/lib/shop/legal/parse-legal-text";
import { shippedText, shippedVersions } from "@/lib/shop/legal/shipped-texts";
import { defaultRefillDays } from "@/lib/shop/settings/refill-days";

const shop = { name: "Harbor", supportEmail: "help@harbor.example" };
const wordsOf = (kind: (typeof acceptedKinds)[number]) =>
  plainLines(parseLegalText(shippedText(kind)?.body ?? "", shop)).join("\n");

describe("the shipped texts", () => {
  it("are unchanged, because a version that was published never changes", () => {
    const prints = [...acceptedKinds, "accessibility" as const].flatMap((kind) =>
      shippedVersions(kind).map(({ version, lead, body }) => [
        kind,
        version,
        sha256(`${lead}\n${body}`).slice(0, 16),
      ]),
    );
    expect(prints).toEqual([
      ["terms", 2, "8ffe47a61a9c5e55"],
      ["terms", 1, "a0bdaef3447010dd"],
      ["privacy", 1, "26a802f9269277b3"],
      ["refunds", 2, "14ab699c4132052a"],
      ["refunds", 1, "8fc27319ae1988e9"],
      ["accessibility", 1, "ff3944b85d425dff"],
    ]);
  });

  it.each(["terms", "refunds"] as const)(
    "name the days, hours and tolerance by which missing units are decided (%s)",
    (kind) => {
      const words = wordsOf(kind).replaceAll("\n", " ");
      expect(words).toContain(`within ${defaultRefillDays} days of completion`);
      expect(words).toContain(`two counts show that are at least ${betweenProofsMs / hour} hours apart`);
      expect(words).toContain(`${tolerancePercent}% of what you bought`);
      expect(words).toContain("one hour after");
      expect(settlingMs).toBe(hour);
    },
  );

  it("leave the imprint to the operator", () => {
    expect(shippedText("imprint")).toBeUndefined();
  });

  it("were first published on January 1, 2025", () => {
    const days = acceptedKinds.map((kind) => longDate(shippedText(kind, 1)?.publishedAt ?? new Date(0)));
    expect(days).toEqual(["January 1, 2025", "January 1, 2025", "January 1, 2025"]);
  });

  it.each(acceptedKinds)("have no placeholder for a name or address left in %s", (kind) => {
    expect(wordsOf(kind)).not.toMatch(/[{}[\]]/);
  });
});

describe("the accessibility statement", () => {
  /** Chapter 9 of EN 301 549 V3.2.1: each group and the numbers of its criteria. */
  const chapter9: Record<string, number[]> = {
    "9.1.1": [1],
    "9.1.2": [1, 2, 3, 4, 5],
    "9.1.3": [1, 2, 3, 4, 5],
    "9.1.4": [1, 2, 3, 4, 5, 10, 11, 12, 13],
    "9.2.1": [1, 2, 4],
    "9.2.2": [1, 2],
    "9.2.3": [1],
    "9.2.4": [1, 2, 3, 4, 5, 6, 7],
    "9.2.5": [1, 2, 3, 4],
    "9.3.1": [1, 2],
    "9.3.2": [1, 2, 3, 4],
    "9.3.3": [1, 2, 3, 4],
    "9.4.1": [1, 2, 3],
  };
  const criteria = Object.entries(chapter9).flatMap(([group, numbers]) =>
    numbers.map((number) => `${group}.${number}`),
  );
  const body = (shippedText("accessibility", 1)?.body ?? "").replaceAll("\n  ", " ");
  const listed = (beginning: string) =>
    body
      .split("\n")
      .filter((line) => line.startsWith(`- ${beginning}`))
      .flatMap((line) => line.match(/9(?:\.\d+){3}/g) ?? []);
  const byAxe = listed("Read by axe");
  const absent = listed("Not applicable");
  const untested = listed("Not tested");

  it("says of every criterion of EN 301 549, chapter 9, whether it was tested", () => {
    const tested = [...byAxe, ...listed("Tested besides")];
    expect(new Set([...tested, ...absent, ...untested])).toEqual(new Set(criteria));
    expect(untested.filter((each) => tested.includes(each))).toEqual([]);
  });

  it("names the criteria that axe's rules are about, without those for sound and video", () => {
    const rules = axe.getRules(["EN-301-549"]);
    const run = rules.filter(({ tags }) => !tags.includes("experimental") && !tags.includes("deprecated"));
    const read = new Set(run.flatMap(({ tags }) => tags.map((tag) => tag.replace("EN-", ""))));
    expect(byAxe).toEqual(criteria.filter((each) => read.has(each) && !absent.includes(each)));
  });

  it("promises the time for an answer that the terms promise", () => {
    expect(body).toContain("within 5 business days");
    expect(wordsOf("terms")).toContain("within 3-5 business days");
  });
});
