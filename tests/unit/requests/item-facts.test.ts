import { describe, expect, it } from "vitest";
import type { CounterDelivery } from "@/lib/delivery/progress/shared-counter";
import type { ServiceType } from "@/lib/platforms";
import { toItemFacts } from "@/lib/requests/item-facts";
import { addMs, hour, minute } from "@/lib/time";

const now = new Date("2026-05-04T12:00:00Z");
const ago = (ms: number) => addMs(now, -ms);
const counted = (moment: string, count: number, ms: number) => ({ moment, count, takenAt: ago(ms) });

/** The facts of 1,000 units that were delivered an hour ago, given only their counts. */
const factsOf = (...counts: ReturnType<typeof counted>[]) => factsWith({ counts });

function factsWith({
  counts,
  serviceType = "followers",
  refills = [],
  after = [],
}: {
  counts: ReturnType<typeof counted>[];
  serviceType?: ServiceType;
  refills?: object[];
  after?: CounterDelivery[];
}) {
  const item = {
    ...{ id: "item", state: "completed", quantity: 1_000, remains: 0, providerOrderId: "7", serviceType },
    ...{ submittedAt: ago(5 * hour), finishedAt: ago(hour), pausedUntil: null, cancelRequestedAt: null },
    ...{ refillDays: 5, refills, replacement: null, decisions: [], supplierService: null, counts },
  } as unknown as Parameters<typeof toItemFacts>[0];
  return toItemFacts(item, {
    now,
    target: "public",
    isStopRefused: false,
    after,
    refunds: [],
    waitsSince: null,
  });
}

it("a count taken while the item ran is not used as the present count", () => {
  const { before, newest } = factsOf(counted("before", 50, 6 * hour), counted("start", 70, 4 * hour));
  expect(before).toBe(50);
  expect(newest).toBeNull();
});

it.each(["after", "check", "month"])("a count of the moment '%s' is used as the present count", (moment) => {
  const { newest } = factsOf(
    counted("before", 50, 6 * hour),
    counted("start", 70, 4 * hour),
    counted(moment, 900, minute),
  );
  expect(newest?.count).toBe(900);
});

describe("when another order was delivered to the same counter", () => {
  const before = counted("before", 5_000, 6 * hour);
  const other = (change: Partial<CounterDelivery> = {}): CounterDelivery => ({
    ...{
      itemId: "other",
      targetKey: "counter",
      before: 5_700,
      units: 400,
      isMoving: false,
      lastEndedAt: null,
    },
    ...{ sentAt: ago(40 * minute), endedAt: ago(20 * minute) },
    ...change,
  });
  const newestWith = (count: number, change?: Partial<CounterDelivery>) =>
    factsWith({ counts: [before, counted("check", count, minute)], after: [other(change)] }).newest;

  it("its units are subtracted, so that they hide no missing ones", () => {
    expect(newestWith(6_100)?.count).toBe(5_700);
  });

  it("the present count is unknown without a count from before that order", () => {
    expect(newestWith(6_100, { before: null })).toBeNull();
  });

  it("a count taken while that order ran is not used as the present count", () => {
    const counts = [before, counted("check", 5_900, 30 * minute)];
    expect(factsWith({ counts, after: [other()] }).newest).toBeNull();
  });

  it("the facts say whether that order still adds to it", () => {
    const facts = (isMoving: boolean) => factsWith({ counts: [before], after: [other({ isMoving })] });
    expect(facts(true).isCounterMoving).toBe(true);
    expect(facts(false).isCounterMoving).toBe(false);
  });
});

it("a counter that fell to zero is treated as hidden, not as a loss", () => {
  const before = counted("before", 50, 6 * hour);
  expect(factsOf(before, counted("check", 0, minute)).newest).toBeNull();
  expect(factsOf(counted("before", 0, 6 * hour), counted("check", 0, minute)).newest?.count).toBe(0);
});

describe("a counter that shows less than half of what it showed before the delivery", () => {
  const newestOf = (serviceType: ServiceType, count: number) =>
    factsWith({ serviceType, counts: [counted("before", 501, 6 * hour), counted("check", count, minute)] })
      .newest;

  it.each(["likes", "views"] as const)("of %s is not trusted", (service) => {
    expect(newestOf(service, 3)).toBeNull();
    expect(newestOf(service, 250)).toBeNull();
    expect(newestOf(service, 251)?.count).toBe(251);
  });

  it("of followers is trusted, unless it shows zero", () => {
    expect(newestOf("followers", 3)?.count).toBe(3);
    expect(newestOf("followers", 0)).toBeNull();
  });

  it("of likes that began at zero is trusted", () => {
    const counts = [counted("before", 0, 6 * hour), counted("check", 0, minute)];
    expect(factsWith({ serviceType: "likes", counts }).newest?.count).toBe(0);
  });
});

it("after a refill, a loss below the first start count is not made good a second time", () => {
  const counts = [
    counted("before", 5_000, 9 * hour),
    counted("check", 4_500, 5 * hour),
    counted("check", 5_500, hour),
  ];
  const refill = (state: string) => [{ state, createdAt: ago(4 * hour), updatedAt: ago(2 * hour) }];
  expect(factsWith({ counts, refills: refill("completed") })).toMatchObject({
    before: 4_500,
    refill: "effective",
  });
  expect(factsWith({ counts, refills: refill("rejected") }).before).toBe(5_000);
});
