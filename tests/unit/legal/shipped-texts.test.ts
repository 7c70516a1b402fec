import { describe, expect, it } from "vitest";
import { defaultRefillDays } from "@/lib/catalog/refill-days";
import { betweenProofsMs, settlingMs, tolerancePercent } from "@/lib/delivery/counts/known-units";
import { sha256 } from "@/lib/ids";
import { acceptedKinds } from "@/lib/legal/kinds";
import { parseLegalText, plainLines } from "@/lib/legal/parse-legal-text";
import { shippedText, shippedVersions } from "@/lib/legal/shipped-texts";
import { hour, longDate } from "@/lib/time";

const shop = { name: "Harbor", supportEmail: "help@harbor.example" };
const wordsOf = (kind: (typeof acceptedKinds)[number]) =>
  plainLines(parseLegalText(shippedText(kind)?.body ?? "", shop)).join("\n");

describe("the shipped texts", () => {
  it("are unchanged, because buyers have accepted them", () => {
    const prints = acceptedKinds.flatMap((kind) =>
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
    ]);
  });

  it("name the days, hours and tolerance by which missing units are decided", () => {
    for (const kind of ["terms", "refunds"] as const) {
      const words = wordsOf(kind).replaceAll("\n", " ");
      expect(words).toContain(`within ${defaultRefillDays} days of completion`);
      expect(words).toContain(`two counts show that are at least ${betweenProofsMs / hour} hours apart`);
      expect(words).toContain(`${tolerancePercent}% of what you bought`);
      expect(words).toContain("one hour after");
    }
    expect(settlingMs).toBe(hour);
  });

  it("leave the imprint to the operator", () => {
    expect(shippedText("imprint")).toBeUndefined();
  });

  it("were first published on January 1, 2025", () => {
    const days = acceptedKinds.map((kind) => longDate(shippedText(kind, 1)?.publishedAt ?? new Date(0)));
    expect(days).toEqual(["January 1, 2025", "January 1, 2025", "January 1, 2025"]);
  });

  it("have no placeholder for a name or address left", () => {
    for (const kind of acceptedKinds) expect(wordsOf(kind)).not.toMatch(/[{}[\]]/);
  });
});
