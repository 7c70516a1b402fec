import type { Violation } from "../support/invariants";
import type { ComparedCalls, Match } from "../support/panel-calls";
import type { Decision } from "./admin";
import type { Held } from "./inject";

// Faults that give the caller no order number, or no answer at all.
const spoilt = ["down", "hang", "lost", "html", "truncated", "empty", "null", "garbage"];
const refusing = ["service", "quantity"];
const promotion = "postgres promoted in a call";
// Faults that end or stop the process that made the call, or close the supplier's port. A database that is down explains
// nothing: the process keeps the answer until it can record it.
const ofCall = [
  "worker killed",
  "worker killed in a call",
  "worker told to stop",
  "worker stopped",
  "worker ten minutes slow",
  "worker ten days ahead",
  "panel offline",
  promotion,
];
const ofDatabase = ["postgres killed", "database frozen", "database read-only"];

// How long it may take to find the lease of a killed or stopped process.
const aftermathMs = 15_000;
/**
 * The largest share of lost calls that a supplier which recognises requests may leave to an administrator, and how many
 * standard deviations more, because with few calls chance exceeds it now and then. On a busy machine a window of 30
 * seconds, less its margin and a lease, may end before a repetition gets through, and then for several calls at once:
 * where 13 of 54 were left in one run, 9 of 14 were in another.
 */
const bounds = {
  request_id: { share: 0.25, deviations: 1 },
  dedupe_window: { share: 0.5, deviations: 2 },
};
const fewest = 8;

/**
 * Manual work is bounded: each decision of an administrator must have a fault whose outcome the shop could not find
 * out. A shop that sends nearly everything to manual review violates this, however safe it is.
 */
export function explainReviews(reviewed: Decision[], calls: ComparedCalls, timeline: Held[]): Violation[] {
  const first = new Map(
    reviewed.toReversed().map((decision) => [`${decision.itemId} ${decision.attempt}`, decision]),
  );
  const unexplained = [...first.values()].flatMap((decision) => {
    const why = decision.isEarly ? "early" : explain(decision, calls, timeline);
    if (why) return [];
    const what = `item ${decision.itemId} (${decision.state}, ${decision.reason}, attempt ${decision.attempt}) came to an administrator after ${Math.round(decision.waitedMs / 1000)} s, and no fault explains it`;
    return [{ invariant: "review", what }];
  });
  return [...unexplained, ...tooManyOf(first, calls)];
}

/** The fault that explains a decision, or null. */
function explain(
  { itemId, attempt, state, reason, atMs, waitedMs }: Decision,
  calls: ComparedCalls,
  timeline: Held[],
): string | null {
  // An item that may have been sent on the lost timeline waits for an operator.
  if (reason === "database_restored")
    return timeline.find(({ name, fromMs }) => name === promotion && fromMs <= atMs)?.name ?? null;
  const own = calls.matches.filter(({ row }) => row.itemId === itemId);
  if (state === "rejected")
    return own.find(({ seen }) => refusing.includes(seen.fault ?? ""))?.seen.fault ?? null;
  const row = calls.rows.find(
    (call) => call.itemId === itemId && call.attempt === attempt && call.action === "add",
  );
  if (!row) return null;
  const held = (names: string[], fromMs: number, toMs: number) =>
    timeline.find(
      (fault) => names.includes(fault.name) && fault.fromMs <= toMs && fault.toMs + aftermathMs >= fromMs,
    )?.name ?? null;
  const reviewMs = atMs - waitedMs;
  const lost =
    own.find((match) => isOf(match, attempt) && spoilt.includes(match.seen.fault ?? ""))?.seen.fault ??
    held(ofCall, row.startedMs - aftermathMs, Math.max(row.endedMs ?? 0, reviewMs));
  if (!lost || row.mode === "none") return lost;
  // Where a supplier recognises requests, a fault must explain its lost repetitions too.
  const repeats = own.filter(({ row: repeat }) => repeat.action === `repeat:${attempt}`);
  const again =
    repeats.find(({ seen }) => seen.fault !== null)?.seen.fault ??
    held(ofCall, reviewMs, atMs) ??
    // A supplier's window counts from the call, and the shop does not find the loss while the database is down.
    held(ofDatabase, row.startedMs, atMs);
  return again && `${lost}, then ${again}`;
}

function isOf({ row }: Match, attempt: number): boolean {
  return row.action === "add" && row.attempt === attempt;
}

function tooManyOf(decisions: Map<string, Decision>, { rows }: ComparedCalls): Violation[] {
  return Object.entries(bounds).flatMap(([mode, { share, deviations }]) => {
    const lost = rows.filter(
      (row) => row.mode === mode && row.action === "add" && wasLost(row.itemId, row.attempt, rows),
    );
    const left = lost.filter((row) => {
      const decision = decisions.get(`${row.itemId} ${row.attempt}`);
      return decision && !decision.isEarly && decision.state === "unknown";
    });
    const chance = deviations * Math.sqrt(lost.length * share * (1 - share));
    if (lost.length < fewest || left.length <= lost.length * share + chance) return [];
    const what = `${left.length} of ${lost.length} lost calls of suppliers with ${mode} were left to an administrator`;
    return [{ invariant: "review", what }];
  });
}

/** True for a call whose outcome is still unknown, or that was repeated. */
function wasLost(itemId: string, attempt: number, rows: ComparedCalls["rows"]): boolean {
  return rows.some(
    (row) =>
      row.itemId === itemId &&
      (row.action === `repeat:${attempt}` ||
        (row.action === "add" && row.attempt === attempt && row.outcome === "unknown")),
  );
}
