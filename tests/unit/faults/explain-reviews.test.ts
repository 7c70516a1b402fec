import { describe, expect, it } from "vitest";
import type { Decision } from "../../faults/admin";
import { explainReviews } from "../../faults/explain-reviews";
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

describe("what an administrator had to decide", () => {
  it("is explained by a lost answer where the supplier gives no evidence", () => {
    const row = call(1, "none");
    expect(
      explainReviews([decision(1)], { ...nothing, rows: [row], matches: [seen(row, "lost")] }, []),
    ).toEqual([]);
  });

  it("is not explained where the answer came through", () => {
    const row = call(1, "none");
    const calls = { ...nothing, rows: [row], matches: [seen(row, null)] };
    expect(explainReviews([decision(1)], calls, [])).toMatchObject([{ invariant: "review" }]);
  });

  it("is not explained by a database that was away: the process has the answer", () => {
    const row = call(1, "none");
    const calls = { ...nothing, rows: [row], matches: [seen(row, null)] };
    const away = { name: "database frozen", fromMs: startedMs, toMs: startedMs + 1_000 };
    expect(explainReviews([decision(1)], calls, [away])).toMatchObject([{ invariant: "review" }]);
  });

  it("is explained by a worker that was killed in the call", () => {
    const row = call(1, "none");
    const calls = { ...nothing, rows: [row], matches: [seen(row, null)] };
    const killed = { name: "worker killed", fromMs: startedMs + 200, toMs: startedMs + 1_200 };
    expect(explainReviews([decision(1)], calls, [killed])).toEqual([]);
  });

  it("is not explained by the lost answer alone where the supplier recognises requests", () => {
    const row = call(1, "request_id");
    const calls = { ...nothing, rows: [row], matches: [seen(row, "lost")] };
    expect(explainReviews([decision(1)], calls, [])).toMatchObject([{ invariant: "review" }]);
  });

  it("is explained where the database was away until the supplier's window was over", () => {
    const row = call(1, "dedupe_window");
    const calls = { ...nothing, rows: [row], matches: [seen(row, "lost")] };
    const found = decision(1, { reason: "evidence_exhausted", atMs: startedMs + 50_000, waitedMs: 14_000 });
    expect(explainReviews([found], calls, [])).toMatchObject([{ invariant: "review" }]);
    const away = { name: "postgres killed", fromMs: startedMs + 6_000, toMs: startedMs + 8_000 };
    expect(explainReviews([found], calls, [away])).toEqual([]);
  });

  it("needs no explanation when it was decided early", () => {
    const row = call(1, "request_id");
    const calls = { ...nothing, rows: [row], matches: [seen(row, "lost")] };
    expect(explainReviews([decision(1, { isEarly: true })], calls, [])).toEqual([]);
  });
});

it("a shop that leaves most lost calls with evidence to an administrator is a violation, whatever the faults", () => {
  const rows = Array.from({ length: 12 }, (_, nth) => call(nth, "request_id"));
  const calls = { ...nothing, rows, matches: rows.map((row) => seen(row, "lost")) };
  const killed = { name: "worker killed", fromMs: startedMs, toMs: startedMs + 30_000 };
  const left = rows.slice(0, 6).map((_, nth) => decision(nth));
  expect(explainReviews(left, calls, [killed])).toMatchObject([
    { invariant: "review", what: expect.stringContaining("6 of 12") },
  ]);
  expect(explainReviews(left.slice(0, 2), calls, [killed])).toEqual([]);
});
