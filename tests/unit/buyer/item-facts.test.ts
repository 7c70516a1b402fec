import { describe, expect, it } from "vitest";
import { addMs, day, hour, minute } from "@/lib/base/time/time";
import { toItemFacts } from "@/lib/buyer/requests/load-facts";
import type { CounterDelivery } from "@/lib/delivery/counts/shared-counter";

const now = new Date("2026-05-04T12:00:00Z");
const ago = (ms: number) => addMs(now, -ms);
const looked = (moment: string, count: number, ms: number) => ({
  moment,
  count,
  lowest: count,
  highest: count,
  takenAt: ago(ms),
});
const before = looked("before", 5_000, 3 * day);

/** The facts of 1,000 units that were delivered two days ago. */
function factsWith(change: {
  counts: object[];
  link?: string;
  refills?: object[];
  replacement?: object | null;
  decisions?: object[];
  after?: CounterDelivery[];
  refunds?: object[];
}) {
  const { after = [], refunds = [], ...parts } = change;
  const item = {
    id: "item",
    state: "completed",
    quantity: 1_000,
    remains: 0,
    link: "https://www.instagram.com/mia/",
    providerOrderId: "7",
    serviceType: "followers",
    leasedAt: ago(2.5 * day),
    submittedAt: ago(2.5 * day),
    finishedAt: ago(2 * day),
    pausedUntil: null,
    cancelRequestedAt: null,
    refillDays: 5,
    refills: [],
    replacement: null,
    decisions: [],
    supplierService: null,
    ...parts,
  };
  return toItemFacts(item as unknown as Parameters<typeof toItemFacts>[0], {
    now,
    after,
    refunds: refunds as Parameters<typeof toItemFacts>[1]["refunds"],
    waitsSince: null,
  });
}

describe("looks of release 1.0, which have one number,", () => {
  it("prove what exact ones prove", () => {
    const old = (moment: string, count: number, ms: number) => ({
      moment,
      count,
      lowest: null,
      highest: null,
      takenAt: ago(ms),
    });
    const counts = [
      old("before", 5_000, 3 * day),
      old("check", 5_800, 7 * hour),
      old("check", 5_800, minute),
    ];
    expect(factsWith({ counts }).known.missing).toBe(200);
  });
});

describe("when another order was delivered to the same counter", () => {
  const other = (change: Partial<CounterDelivery> = {}): CounterDelivery => ({
    itemId: "other",
    targetKey: "counter",
    before: { lowest: 5_800, highest: 5_800 },
    units: 400,
    quietSince: ago(20 * hour),
    sentAt: ago(day),
    endedAt: ago(20 * hour),
    ...change,
  });
  const counts = [before, looked("after", 6_200, 8 * hour), looked("after", 6_200, minute)];

  it("its units are subtracted, so that they hide no missing ones", () => {
    expect(factsWith({ counts, after: [other()] }).known.missing).toBe(200);
  });

  it("nothing is known without a look from before that order", () => {
    expect(factsWith({ counts, after: [other({ before: null })] }).known).toMatchObject({
      missing: 0,
      isWhole: false,
    });
  });

  it("looks from while that order ran prove nothing", () => {
    const running = [before, looked("after", 5_800, 23 * hour), looked("after", 5_800, 21 * hour)];
    expect(factsWith({ counts: running, after: [other()] }).known.asOf).toBeNull();
  });

  it.each([true, false])("the facts say whether that order still adds to it: %s", (isMoving) => {
    expect(factsWith({ counts, after: [other(isMoving ? { quietSince: null } : {})] }).isCounterMoving).toBe(
      isMoving,
    );
  });
});

describe("a refill that ended", () => {
  const refill = (state: string) => [{ state, createdAt: ago(day), updatedAt: ago(20 * hour) }];
  const dropped = looked("after", 5_200, 1.5 * day);

  it("and after which two looks still miss units was ineffective", () => {
    const counts = [before, dropped, looked("after", 5_300, 10 * hour), looked("after", 5_300, minute)];
    expect(factsWith({ counts, refills: refill("completed") }).refill).toBe("ineffective");
  });

  it("is effective when a look showed all units, though some dropped later", () => {
    const counts = [
      before,
      dropped,
      looked("after", 6_000, 15 * hour),
      looked("after", 5_700, 7 * hour),
      looked("after", 5_700, minute),
    ];
    const facts = factsWith({ counts, refills: refill("completed") });
    expect(facts.refill).toBe("effective");
    expect(facts.known.missing).toBe(300);
  });

  it("is not judged by a counter that still shows what it showed at the request", () => {
    const counts = [before, dropped, looked("after", 5_200, 10 * hour), looked("after", 5_200, minute)];
    const facts = factsWith({ counts, refills: refill("completed") });
    expect(facts.refill).toBe("effective");
    expect(facts.known).toMatchObject({ missing: 0, isWhole: false });
  });

  it("does not make good a loss below the first start a second time", () => {
    const counts = [
      before,
      looked("after", 4_500, 1.5 * day),
      looked("after", 5_500, 7 * hour),
      looked("after", 5_500, minute),
    ];
    expect(factsWith({ counts, refills: refill("completed") }).known.isWhole).toBe(true);
    expect(factsWith({ counts, refills: refill("rejected") }).known.missing).toBe(500);
  });
});

it("units that were paid back are not missing", () => {
  const counts = [before, looked("after", 5_700, 7 * hour), looked("after", 5_700, minute)];
  const decisions = [{ id: "d", units: 300, createdAt: ago(hour) }];
  const refunds = [{ id: "r", intent: "decision:d", status: "succeeded" }];
  expect(factsWith({ counts, decisions, refunds })).toMatchObject({
    refundedUnits: 300,
    unpaidUnits: 0,
    known: { missing: 0, isWhole: true },
  });
});

it("after the erasure of its target, the last proof holds", () => {
  const counts = [
    before,
    looked("after", 5_700, 4 * day - 3 * day - hour),
    looked("after", 5_700, 10 * hour),
  ];
  expect(factsWith({ counts }).known.missing).toBe(0);
  expect(factsWith({ counts, link: "" }).known.missing).toBe(300);
});
