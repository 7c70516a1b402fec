import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hour, minute } from "@/lib/base/time/time";
import { nextCheckMs, nextProgress, type TrackedItem } from "@/lib/delivery/progress/next-progress";
import type { ReportedState, StatusReport } from "@/lib/delivery/suppliers/protocol/read-status";
import { canItemBecome } from "../../support/item-transitions";

const now = new Date("2026-11-21T12:00:00Z");
const running: TrackedItem = {
  state: "in_progress",
  quantity: 500,
  remains: 300,
  startCount: null,
  providerStatus: "In progress",
  leasedAt: new Date(now.getTime() - 5 * minute),
};

function known(state: ReportedState, remains: number | null): StatusReport {
  return { kind: "known", state, word: state, remains, startCount: null, charge: null, currency: null };
}

const words: ReportedState[] = ["submitted", "in_progress", "completed", "partial", "canceled", "failed"];
const word = fc.constantFrom(...words);
const count = fc.option(fc.integer({ min: 0, max: 2_000 }));

describe("a running item", () => {
  it.each<[string, StatusReport | undefined, object]>([
    ["falls further", known("in_progress", 120), { state: "in_progress", remains: 120 }],
    ["never rises again", known("in_progress", 400), { state: "in_progress", remains: 300 }],
    ["keeps its count when none is given", known("in_progress", null), { remains: 300 }],
    ["doesn't go back to pending", known("submitted", 500), { state: "in_progress", remains: 300 }],
    [
      "is delivered when completed, whatever few units are left",
      known("completed", 25),
      { state: "completed", remains: 0 },
    ],
    ["ends partial with the count of the end", known("partial", 157), { state: "partial", remains: 157 }],
    [
      "ends partial with at most its quantity left",
      known("partial", 900),
      { state: "partial", remains: 500 },
    ],
    ["is completed when partial leaves nothing", known("partial", 0), { state: "completed", remains: 0 }],
    ["is canceled with what is left", known("canceled", 200), { state: "canceled", remains: 200 }],
  ])("%s", (_, report, expected) => {
    expect(nextProgress(running, report, now)).toMatchObject({ ...expected, review: null });
  });

  describe("that was canceled without saying what remains", () => {
    const pending: TrackedItem = { ...running, state: "submitted", remains: null };
    const canceled = (remains: number | null, charge: string | null) =>
      ({ ...known("canceled", remains), charge }) as StatusReport;

    it.each<[string, TrackedItem, StatusReport]>([
      ["0 by default, and it cost something", pending, canceled(0, "0.90")],
      ["nothing, and its charge is unknown", pending, canceled(null, null)],
      ["0, after it had begun", running, canceled(0, "0.00")],
      ["0, after some of it had arrived while pending", { ...pending, remains: 300 }, canceled(0, "0")],
    ])("(%s) waits for what its counter shows", (_, item, report) => {
      expect(nextProgress(item, report, now)).toMatchObject({
        state: item.state,
        remains: item.remains,
        review: "canceled_without_count",
      });
    });

    it.each([0, null])("(%s) has delivered nothing if it never began and cost nothing", (remains) => {
      expect(nextProgress(pending, canceled(remains, "0.00000"), now)).toMatchObject({
        state: "canceled",
        remains: 500,
        review: null,
      });
    });
  });

  it("that is pending with 0 left has all units left, because many panels write 0 by default", () => {
    const pending: TrackedItem = { ...running, state: "submitted", remains: null };
    expect(nextProgress(pending, known("submitted", 0), now)).toMatchObject({ remains: null, review: null });
    expect(nextProgress({ ...pending, remains: 0 }, known("submitted", 0), now).remains).toBeNull();
    expect(nextProgress(running, known("submitted", 0), now).remains).toBe(300);
  });

  it.each<[string, StatusReport, string]>([
    ["an error at the supplier", known("failed", null), "supplier_error"],
    ["partial without a count", known("partial", null), "partial_without_count"],
    ["completed with more than 5 % left", known("completed", 26), "completed_with_rest"],
    ["completed with all of it left", known("completed", 500), "completed_with_rest"],
    ["an unknown word", { kind: "unclear", reason: "unknown_word", word: "On fire" }, "unknown_status"],
  ])("stays as it is and goes into review after %s", (_, report, review) => {
    expect(nextProgress(running, report, now)).toMatchObject({ state: "in_progress", remains: 300, review });
  });

  it.each<[string, StatusReport | undefined]>([
    ["refuses to report on", { kind: "unclear", reason: "refused", word: "Incorrect order ID" }],
    ["does not mention", undefined],
  ])("that its supplier %s goes into review only after its first hour", (_, report) => {
    const old = { ...running, leasedAt: new Date(now.getTime() - 2 * hour) };
    expect(nextProgress(running, report, now)).toMatchObject({ state: "in_progress", review: null });
    expect(nextProgress(old, report, now)).toMatchObject({
      state: "in_progress",
      review: "not_known_to_supplier",
    });
  });

  it("keeps its first start count", () => {
    const report = { ...known("in_progress", 1), startCount: 70 } as StatusReport;
    expect(nextProgress(running, report, now).startCount).toBe(70);
    expect(nextProgress({ ...running, startCount: 50 }, report, now).startCount).toBe(50);
  });

  it("takes only steps that the state machine allows, and its remains stay between none and all units", () => {
    fc.assert(
      fc.property(fc.constantFrom("submitted", "in_progress"), word, count, (state, reported, remains) => {
        const item = { ...running, state } as TrackedItem;
        const next = nextProgress(item, known(reported, remains), now);
        expect(next.state === state || canItemBecome(item.state, next.state)).toBe(true);
        expect(next.remains ?? 0).toBeGreaterThanOrEqual(0);
        expect(next.remains ?? 0).toBeLessThanOrEqual(item.quantity);
      }),
    );
  });
});

describe("any sequence of reports", () => {
  const report = fc.oneof(
    fc.tuple(word, count).map(([state, remains]) => known(state, remains)),
    fc.constantFrom<StatusReport>(
      { kind: "unclear", reason: "refused", word: "Incorrect order ID" },
      { kind: "unclear", reason: "unknown_word", word: "Brewing" },
      { kind: "unclear", reason: "unreadable", word: "" },
    ),
    fc.constant(undefined),
  );

  it("never raises the remains of a running item, and never returns it to submitted", () => {
    fc.assert(
      fc.property(fc.array(report, { maxLength: 20 }), (reports) => {
        let item: TrackedItem = { ...running, state: "submitted", remains: null };
        for (const one of reports) {
          const next = nextProgress(item, one, now);
          if (next.state !== "submitted" && next.state !== "in_progress") return;
          if (item.state === "in_progress") expect(next.state).toBe("in_progress");
          expect(next.remains ?? item.quantity).toBeLessThanOrEqual(item.remains ?? item.quantity);
          item = { ...item, ...next, state: next.state };
        }
      }),
    );
  });

  it("ends an item only on a status that ends it", () => {
    fc.assert(
      fc.property(report, (one) => {
        const { state } = nextProgress(running, one, now);
        if (state === "in_progress") return;
        expect(one?.kind === "known" && ["completed", "partial", "canceled"].includes(one.state)).toBe(true);
      }),
    );
  });
});

it("the wait before an item's next status request grows with its age, up to sixty times the base", () => {
  const base = 15_000;
  expect([0, minute, 20 * minute, 24 * hour].map((age) => nextCheckMs(age, base))).toEqual([
    15_000, 15_000, 60_000, 900_000,
  ]);
});
