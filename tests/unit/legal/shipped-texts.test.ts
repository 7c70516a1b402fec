import { describe, expect, it } from "vitest";
import { sha256 } from "@/lib/ids";
import { acceptedKinds } from "@/lib/legal/kinds";
import { parseLegalText, plainLines } from "@/lib/legal/parse-legal-text";
import { shippedText } from "@/lib/legal/shipped-texts";
import { longDate } from "@/lib/time";

const shop = { name: "Harbor", supportEmail: "help@harbor.example" };
const wordsOf = (kind: (typeof acceptedKinds)[number]) =>
  plainLines(parseLegalText(shippedText(kind)?.body ?? "", shop)).join("\n");

describe("the shipped texts", () => {
  it("are unchanged, because buyers have accepted them as version 1", () => {
    const prints = acceptedKinds.map((kind) => {
      const text = shippedText(kind);
      return [kind, text?.version, sha256(`${text?.lead}\n${text?.body}`).slice(0, 16)];
    });
    expect(prints).toEqual([
      ["terms", 1, "a0bdaef3447010dd"],
      ["privacy", 1, "26a802f9269277b3"],
      ["refunds", 1, "8fc27319ae1988e9"],
    ]);
  });

  it("leave the imprint to the operator", () => {
    expect(shippedText("imprint")).toBeUndefined();
  });

  it("were published on January 1, 2025", () => {
    const days = acceptedKinds.map((kind) => longDate(shippedText(kind)?.publishedAt ?? new Date(0)));
    expect(days).toEqual(Array(3).fill("January 1, 2025"));
  });

  it("have no placeholder for a name or address left", () => {
    for (const kind of acceptedKinds) expect(wordsOf(kind)).not.toMatch(/[{}[\]]/);
  });
});
