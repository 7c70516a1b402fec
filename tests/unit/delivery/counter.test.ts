import { describe, expect, it } from "vitest";
import { readCounter, unreadable } from "@/lib/delivery/social/counter";

describe("a counter", () => {
  it.each<[unknown, [number, number]]>([
    [0, [0, 0]],
    [17_700, [17_700, 17_700]],
    ["17700", [17_700, 17_700]],
    ["17,700", [17_700, 17_700]],
    ["999", [999, 999]],
    ["1.2K", [1_200, 1_299]],
    ["1.25k", [1_250, 1_259]],
    ["17.7K", [17_700, 17_799]],
    ["123K", [123_000, 123_999]],
    ["1.2M", [1_200_000, 1_299_999]],
    ["3 M", [3_000_000, 3_999_999]],
    ["1.1B", [1_100_000_000, 1_199_999_999]],
  ])("written %j is a number or an interval", (value, [lowest, highest]) => {
    expect(readCounter(value)).toEqual({ lowest, highest });
  });

  it.each<[number, [number, number]]>([
    [9_900, [9_900, 9_900]],
    [17_700, [17_700, 17_799]],
    [17_701, [17_701, 17_701]],
    [123_400, [123_400, 123_499]],
    [1_200_000, [1_200_000, 1_299_999]],
    [1_234_500, [1_234_500, 1_234_599]],
  ])("that may be floored, %i, is as wide as its zeros", (value, [lowest, highest]) => {
    expect(readCounter(value, { isFloored: true })).toEqual({ lowest, highest });
  });

  it.each([null, undefined, -1, 1.5, "", "-", "1.2", "1,2K", "1.200", "many", "0x10", Number.NaN, {}, true])(
    "written %j is unreadable",
    (value) => {
      expect(readCounter(value)).toBeNull();
    },
  );

  it("above what can be stored says nothing", () => {
    expect(readCounter(3_000_000_000)).toEqual(unreadable);
    expect(readCounter("2.1B")).toEqual({ lowest: 2_100_000_000, highest: 2_147_483_647 });
  });
});
