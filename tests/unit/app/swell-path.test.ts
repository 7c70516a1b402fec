import { describe, expect, it } from "vitest";
import { swellHeight, swellPath } from "@/components/ui/swell-path";
import { swellAddress, swellLineCounts, swellSprite } from "@/components/ui/swell-sprite";

describe("the swell", () => {
  it("starts low, ends at the top and stays inside its frame", () => {
    const heights = Array.from({ length: 201 }, (_, index) => swellHeight(index / 200));
    expect(heights[0]).toBeLessThan(0.06);
    expect(heights.at(-1)).toBeCloseTo(1, 5);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...heights)).toBeLessThanOrEqual(1);
  });

  it("is higher after every third of its width", () => {
    const thirds = [0, 1 / 3, 2 / 3, 1].map(swellHeight);
    expect(thirds).toEqual([...thirds].sort((a, b) => a - b));
  });

  it("is written from edge to edge, ending at the top of its frame", () => {
    const numbers = swellPath({ width: 700, height: 100 }).match(/-?\d+/g)?.map(Number) ?? [];
    const [startX, startY, ...curves] = numbers;
    expect(startX).toBe(0);
    const steps = Array.from({ length: curves.length / 4 }, (_, index) =>
      curves.slice(index * 4, index * 4 + 4),
    );
    const sum = (place: number) => steps.reduce((total, step) => total + (step[place] ?? 0), 0);
    expect(sum(2)).toBe(700);
    expect((startY ?? 0) + sum(3)).toBe(0);
  });

  it("lies lower the deeper the line", () => {
    const startOf = (depth: number) =>
      Number(/^M0 (\d+)/.exec(swellPath({ width: 700, height: 1000, depth }))?.[1]);
    expect(startOf(0.5)).toBeGreaterThan(startOf(0));
    expect(startOf(0.9)).toBeGreaterThan(startOf(0.5));
  });
});

it.each(swellLineCounts)(
  "the sprite of the swell has a drawing of %i lines under the name that pages use",
  (lines) => {
    const [, id] = swellAddress(lines).split("#");
    const drawing = new RegExp(`<g id="${id}">(.*?)</g>`).exec(swellSprite())?.[1] ?? "";
    expect(drawing.match(/<path /g)).toHaveLength(lines);
    expect(drawing.match(/stroke-opacity="1"/g)).toHaveLength(1);
  },
);
