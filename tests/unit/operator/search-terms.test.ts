import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSearch } from "@/lib/operator/search/search-terms";

const range = (from: string) => ({
  first: `${from.padEnd(8, "0")}-0000-0000-0000-000000000000`,
  last: `${from.padEnd(8, "f")}-ffff-ffff-ffff-ffffffffffff`,
});
const anyName = (text: string) => ({ emailPart: text, usernamePrefix: text });

describe("a search text", () => {
  it.each([
    ["#1a2b", { ids: range("1a2b"), numbers: ["1a2b", "#1a2b"] }],
    ["1A2B3C4D", { ids: range("1a2b3c4d"), numbers: ["1A2B3C4D", "#1A2B3C4D"], ...anyName("1a2b3c4d") }],
    ["48213", { ids: range("48213"), numbers: ["48213", "#48213"], ...anyName("48213") }],
    ["mara", { numbers: ["mara", "#mara"], ...anyName("mara") }],
    ["Mara@Example.com", { emailPart: "mara@example.com" }],
    ["@mara", { usernamePrefix: "mara", emailPart: "@mara" }],
    ["pi_3Abc123xyz", { stripe: { object: "payment_intent", id: "pi_3Abc123xyz" } }],
    ["cs_test_a1B2c3d4", { stripe: { object: "session", id: "cs_test_a1B2c3d4" } }],
    ["re_1Abc123xyz", { stripe: { object: "refund", id: "re_1Abc123xyz" } }],
    ["ch_1Abc123xyz", { stripe: { object: "charge", id: "ch_1Abc123xyz" } }],
    ["dp_1Abc123xyz", { stripe: { object: "dispute", id: "dp_1Abc123xyz" } }],
    ["https://www.instagram.com/Mara.Sea/?hl=en", { username: "mara.sea" }],
    ["tiktok.com/@mara", { username: "mara" }],
    [
      "instagram.com/reel/Cabc123/",
      { links: ["https://www.instagram.com/p/Cabc123/", "https://www.instagram.com/reel/Cabc123/"] },
    ],
    [
      "https://www.tiktok.com/@Mara/video/7123456789012345678?x=1",
      { links: ["https://www.tiktok.com/@mara/video/7123456789012345678"] },
    ],
  ])("%s has its meanings", (typed, meanings) => {
    const { verb, text: _, ...rest } = readSearch(typed) ?? {};
    expect(verb).toBeNull();
    expect(rest).toEqual(meanings);
  });

  it.each(["", " ", "a", "#1", "@m", "refund", "refund ", "pause x"])("%j is too short", (typed) => {
    const terms = readSearch(typed);
    // A verb alone is a word like any other.
    expect(terms === null || terms.text === "refund").toBe(true);
  });

  it.each([
    ["refund #1a2b3c4d", "refund", "#1a2b3c4d"],
    ["Pause Harbor Panel", "pause", "harbor panel"],
    ["resume harbor", "resume", "harbor"],
    ["refunds abc", null, "refunds abc"],
  ])("%s has its verb", (typed, verb, text) => {
    expect(readSearch(typed)).toMatchObject({ verb, text });
  });

  it("of any kind is read", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (typed) => void readSearch(typed)));
  });
});
