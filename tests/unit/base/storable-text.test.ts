import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isStorableAddress, parseStorableJson, storable } from "@/lib/base/text/storable-text";
import { anyText } from "../../support/bad-rows";

describe("text from outside that is stored", () => {
  it.each([
    ["a NUL", "a\0b", "ab"],
    ["the first half of an emoji", "a\ud83d", "a\ufffd"],
    ["the second half of an emoji", "\udca9b", "\ufffdb"],
    ["a whole emoji", "💩", "💩"],
    ["nothing", "", ""],
  ])("with %s is made whole", (_, given, kept) => {
    expect(storable(given, 10)).toBe(kept);
  });

  it("is cut between characters, never inside one", () => {
    expect(storable("💩💩💩", 2)).toBe("💩💩");
    expect(storable("a💩b", 2)).toBe("a💩");
    expect(storable("abc", 0)).toBe("");
  });

  it("is well-formed, without NUL and short enough for any input, and a second pass changes nothing", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const kept = storable(text, 20);
        expect(kept.isWellFormed()).toBe(true);
        expect(kept).not.toContain("\0");
        expect([...kept].length).toBeLessThanOrEqual(20);
        expect(storable(kept, 20)).toBe(kept);
      }),
      { numRuns: 2_000 },
    );
  });

  it("is repaired at every depth of a JSON document", () => {
    const parsed = parseStorableJson('{"a":["x\\u0000y",{"b":"\\ud83d"}],"n":1,"t":true,"z":null}');
    expect(parsed).toEqual({ a: ["xy", { b: "\ufffd" }], n: 1, t: true, z: null });
  });
});

describe("an address", () => {
  it.each(["/order/%00", "/admin?q=a%00b"])("%s contains text that can't be stored", (url) => {
    expect(isStorableAddress(url)).toBe(false);
  });

  it.each(["/", "/order/abc?canceled=1", "/admin?q=100%25", "/x?y=%F0%9F%92%A9"])(
    "%s can be stored",
    (url) => {
      expect(isStorableAddress(url)).toBe(true);
    },
  );
});
