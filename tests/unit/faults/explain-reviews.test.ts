import { describe, expect, it } from "vitest";
import type { Decision } from "../../faults/admin";
import { explainReviews } from "../../faults/explain-reviews";
import type { Held } from "../../faults/inject";
import type { CallRow, Match } from "../../support/panel-calls";

const startedMs = 1_000_000;

function call(nth: number, mode: string, changes: Partial<CallRow> = {}): CallRow {
  return {
    itemId: `item-${nth}`,
    orderId: `order-${nth}`,
    attempt: 1,
    action: "add",
    service: "101",
    link: "https://www.instagram.com/a/",
    quantity: "100",
    ref: null,
    outcome: "unknown",
    startedMs,
    endedMs: startedMs + 1_500,
    mode,
    ...changes,
  };
}

function seen(row: CallRow, fault: string | null, order: number | null = 7): Match {
  const { service, link, quantity, ref } = row;
  return { row, seen: { atMs: startedMs + 100, service, link, quantity, ref, fault, order } };
}

function decision(nth: number, changes: Partial<Decision> = {}): Decision {
  const atMs = startedMs + 30_000;
  return {
    itemId: `item-${nth}`,
    state: "unknown",
    reason: "timeout",
    attempt: 1,
    atMs,
    waitedMs: 28_000,
    isEarly: false,
    ...changes,
  };
}

const nothing = { matches: [], strays: [], rows: [] };

const disturbed = (name: string, fromMs: number, toMs: number): Held[] => [
  { name, fromMs: startedMs + fromMs, toMs: startedMs + toMs },
];
const exhausted = { reason: "evidence_exhausted", atMs: startedMs + 50_000, waitedMs: 14_000 };

/** The fault that the panel simulated for the call, and the disturbances at that time. */
type Call = { mode: string; fault: string | null; during?: Held[]; change?: Partial<Decision> };

const reviewsOf = ({ mode, fault, during = [], change = {} }: Call) => {
  const row = call(1, mode);
  return explainReviews(
    [decision(1, change)],
    { ...nothing, rows: [row], matches: [seen(row, fault)] },
    during,
  );
};

describe("what an administrator had to decide", () => {
  it.each<[string, Call]>([
    ["by a lost answer where the supplier gives no evidence", { mode: "none", fault: "lost" }],
    [
      "by a worker that was killed in the call",
      { mode: "none", fault: null, during: disturbed("worker killed", 200, 1_200) },
    ],
    [
      "where the database was away until the supplier's window was over",
      {
        mode: "dedupe_window",
        fault: "lost",
        during: disturbed("postgres killed", 6_000, 8_000),
        change: exhausted,
      },
    ],
    [
      "by a standby that took over before it was sent",
      {
        mode: "none",
        fault: null,
        during: disturbed("postgres promoted in a call", -90_000, -89_000),
        change: { reason: "database_restored" },
      },
    ],
    ["when it was decided early", { mode: "request_id", fault: "lost", change: { isEarly: true } }],
  ])("is explained %s", (_, call) => {
    expect(reviewsOf(call)).toEqual([]);
  });

  it.each<[string, Call]>([
    ["where the answer came through", { mode: "none", fault: null }],
    [
      "by a database that was away: the process has the answer",
      { mode: "none", fault: null, during: disturbed("database frozen", 0, 1_000) },
    ],
    [
      "by the lost answer alone where the supplier recognises requests",
      { mode: "request_id", fault: "lost" },
    ],
    [
      "as a loss of the database that lost nothing",
      { mode: "none", fault: "lost", change: { reason: "database_restored" } },
    ],
    ["by a window that nothing held up", { mode: "dedupe_window", fault: "lost", change: exhausted }],
  ])("is not explained %s", (_, call) => {
    expect(reviewsOf(call)).toMatchObject([{ invariant: "review" }]);
  });
});

it("a shop that leaves half of its lost calls with evidence to an administrator is a violation, whatever the faults", () => {
  const rows = Array.from({ length: 12 }, (_, nth) => call(nth, "request_id"));
  const calls = { ...nothing, rows, matches: rows.map((row) => seen(row, "lost")) };
  const killed = { name: "worker killed", fromMs: startedMs, toMs: startedMs + 30_000 };
  const left = rows.slice(0, 6).map((_, nth) => decision(nth));
  expect(explainReviews(left, calls, [killed])).toMatchObject([
    { invariant: "review", what: expect.stringContaining("6 of 12") },
  ]);
  expect(explainReviews(left.slice(0, 4), calls, [killed])).toEqual([]);
});

it("a shop that leaves most calls that were lost within windows to an administrator is a violation, two thirds are not", () => {
  const rows = Array.from({ length: 14 }, (_, nth) => call(nth, "dedupe_window"));
  const calls = { ...nothing, rows, matches: rows.map((row) => seen(row, "lost")) };
  const killed = { name: "worker killed", fromMs: startedMs, toMs: startedMs + 30_000 };
  const left = rows.slice(0, 11).map((_, nth) => decision(nth));
  expect(explainReviews(left, calls, [killed])).toMatchObject([
    { invariant: "review", what: expect.stringContaining("11 of 14") },
  ]);
  expect(explainReviews(left.slice(0, 9), calls, [killed])).toEqual([]);
});
