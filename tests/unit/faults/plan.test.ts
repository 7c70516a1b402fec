import { describe, expect, it } from "vitest";
import { planSchedule, type Schedule, withUntidyOutside } from "../../faults/plan";

const seeds = Array.from({ length: 100 }, (_, seed) => seed);
const injectionsOf = ({ injections }: Schedule) => Object.values(injections).flat();

describe("a schedule with an untidy outside", () => {
  it.each(seeds)("is the schedule of seed %i with more injections after its own", (seed) => {
    const plain = planSchedule(seed);
    const untidy = withUntidyOutside(plain);
    expect({ ...untidy, injections: {} }).toEqual({ ...plain, injections: {} });
    for (const [moment, own] of Object.entries(plain.injections))
      expect(Object(untidy.injections)[moment].slice(0, own.length)).toEqual(own);
  });

  it("is the same each time, and differs from the plain one for most seeds", () => {
    const changed = seeds.filter((seed) => {
      const plain = planSchedule(seed);
      expect(withUntidyOutside(plain)).toEqual(withUntidyOutside(planSchedule(seed)));
      return injectionsOf(withUntidyOutside(plain)).length > injectionsOf(plain).length;
    });
    expect(changed.length).toBeGreaterThan(seeds.length / 2);
  });
});
