import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addMs, hour } from "@/lib/base/time/time";
import {
  type CounterDelivery,
  deliveriesAfter,
  deliveriesBefore,
  ownLooks,
} from "@/lib/delivery/counts/shared-counter";

const begin = new Date("2026-11-21T00:00:00Z");
const at = (hours: number) => addMs(begin, hours * hour);

const exact = (count: number) => ({ lowest: count, highest: count });
const delivery = (number: number, before: number | null, units: number): CounterDelivery => ({
  itemId: String(number),
  targetKey: "counter",
  before: before === null ? null : exact(before),
  units,
  quietSince: at(10 * number + 5),
  sentAt: at(10 * number),
  endedAt: at(10 * number + 5),
});
const ownCount = (count: number, after: CounterDelivery[], takenAt = at(50)) =>
  ownLooks([{ ...exact(count), takenAt }], after)[0]?.lowest ?? null;
const first = { id: "1", targetKey: "counter", leasedAt: at(10) };

describe("a counter that several deliveries share", () => {
  it.each<[string, number, CounterDelivery[], number | null]>([
    ["alone it shows what it shows", 5_900, [], 5_900],
    ["what came later is taken off", 6_400, [delivery(2, 5_700, 500)], 5_900],
    ["a loss is the later delivery's first", 5_900, [delivery(2, 5_700, 500)], 5_700],
    ["a loss of more than that is the earlier one's", 5_600, [delivery(2, 5_700, 500)], 5_600],
    ["two later ones", 7_000, [delivery(3, 6_400, 600), delivery(2, 5_700, 500)], 5_900],
    ["one that delivered nothing", 5_900, [delivery(2, null, 0)], 5_900],
    ["one without a count of its begin", 5_900, [delivery(2, null, 500)], null],
    ["one that began after the count", 5_900, [delivery(9, null, 500)], 5_900],
  ])("%s", (_, count, after, own) => {
    expect(ownCount(count, after)).toBe(own);
  });

  it("shows nothing of an earlier delivery while a later one runs", () => {
    expect(ownCount(5_900, [delivery(2, 5_700, 500)], at(24))).toBeNull();
  });

  it("keeps the width of a rounded look when it takes off what came later", () => {
    const later = { ...delivery(2, null, 500), before: { lowest: 17_600, highest: 17_699 } };
    const look = { lowest: 18_100, highest: 18_199, takenAt: at(50) };
    expect(ownLooks([look], [later])).toEqual([{ lowest: 17_600, highest: 17_699, takenAt: at(50) }]);
  });

  it("knows the later deliveries of the same counter, the latest first, and the earlier ones", () => {
    const others = [delivery(0, 0, 1), delivery(1, 0, 1), delivery(2, 0, 1), delivery(3, 0, 1)];
    const elsewhere = { ...delivery(4, 0, 1), targetKey: "another" };
    expect(deliveriesAfter(first, [...others, elsewhere]).map(({ itemId }) => itemId)).toEqual(["3", "2"]);
    expect(deliveriesBefore(first, [...others, elsewhere]).map(({ itemId }) => itemId)).toEqual(["0"]);
    expect(deliveriesBefore({ ...first, id: "0", leasedAt: at(0) }, others)).toEqual([]);
  });

  it("attributes each lost unit to one delivery, and none to two", () => {
    const units = fc.integer({ min: 1, max: 1_000 });
    const step = fc.record({ units, drift: fc.integer({ min: -300, max: 0 }) });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 5 }), units, (steps, loss) => {
        let count = 10_000;
        let lost = loss;
        const deliveries = steps.map((one, index) => {
          const before = count;
          count += one.units;
          // A loss between two deliveries belongs to the first one, up to the units that it delivered.
          const drift = index === steps.length - 1 ? 0 : Math.max(one.drift, -one.units);
          count += drift;
          lost -= drift;
          return delivery(index, before, one.units);
        });
        const sum = deliveries.reduce((total, { itemId, sentAt, before, units: quantity }) => {
          const after = deliveriesAfter({ id: itemId, targetKey: "counter", leasedAt: sentAt }, deliveries);
          const own = ownCount(count - loss, after, at(100)) ?? 0;
          return total + Math.max(0, Math.min((before?.lowest ?? 0) + quantity - own, quantity));
        }, 0);
        const sold = steps.reduce((total, one) => total + one.units, 0);
        expect(sum).toBeLessThanOrEqual(Math.min(lost, sold));
        if (loss <= (steps.at(-1)?.units ?? 0)) expect(sum).toBe(lost);
      }),
    );
  });
});
