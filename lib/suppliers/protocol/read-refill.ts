import { storable } from "@/lib/storable-text";
import { provesRefusal } from "./classify-answer";
import { type ErrorRule, ruledRefusal } from "./error-rules";
import type { CallOutcome, RefillReport } from "./provider";
import { errorText, fieldsOf, idText, isAboutCall, type JsonAnswer, meaningOf } from "./read-json";
import { knownRefusal } from "./refusal-codes";

/**
 * What an answer to `refill` proves. Pure. Panels answer `{"refill":"1"}`, `{"success":"…","refill":12345}`, or a list
 * as for several orders; a refusal is `{"error":"…"}` or nested under `refill`. Everything else is unknown, because a
 * second request could be a second refill. `rules` are the supplier's own error texts, as for `add`.
 */
export function readRefillAnswer(
  json: JsonAnswer,
  rules: ErrorRule[] = [],
): CallOutcome<{ refillId: string }> {
  const entry = entryOf(json, "refill", rules);
  if (entry.kind !== "entry") return entry;
  const refillId = idText(entry.value);
  return refillId ? { kind: "accepted", refillId } : { kind: "unknown", reason: "unreadable_answer" };
}

/** What an answer to `cancel` proves. Pure. A yes (`1`, `true`, an id) only means that the supplier took note. */
export function readCancelAnswer(json: JsonAnswer, rules: ErrorRule[] = []): CallOutcome<object> {
  const entry = entryOf(json, "cancel", rules);
  if (entry.kind !== "entry") return entry;
  const isYes = entry.value === true || idText(entry.value) !== null;
  return isYes ? { kind: "accepted" } : { kind: "unknown", reason: "unreadable_answer" };
}

type Entry = { kind: "entry"; value: unknown };

function entryOf(
  json: JsonAnswer,
  action: "refill" | "cancel",
  rules: ErrorRule[],
): Entry | CallOutcome<never> {
  if (!json.ok) {
    return json.isSent
      ? { kind: "unknown", reason: json.reason }
      : { kind: "rejected", reason: json.reason, isTemporary: true };
  }
  const answer: unknown = Array.isArray(json.value) && json.value.length === 1 ? json.value[0] : json.value;
  const fields = fieldsOf(answer);
  const refusal = errorText(answer) ?? errorText(fields?.[action]);
  // A gateway may answer with an error page for a panel that took the request.
  if (json.httpStatus >= 500) return { kind: "unknown", reason: `HTTP ${json.httpStatus}` };
  if (json.httpStatus === 429) return { kind: "rejected", reason: "rate_limited", isTemporary: true };
  // A text without a rule proves nothing if a refill may be in progress. A second cancellation does no harm.
  const isProof = action === "cancel" || provesRefusal(refusal ?? "", json.httpStatus);
  if (refusal) return refused(refusal, isProof, rules);
  // `{"success":"…"}` alone is some panels' whole answer to a cancellation.
  const value = fields?.[action] ?? (action === "cancel" && fields?.success ? true : undefined);
  return { kind: "entry", value };
}

/**
 * A refusal of the key or the pace is not about the order, so the same call may succeed once that is put right.
 * `isProof`: a text without a rule shows that nothing was done.
 */
function refused(refusal: string, isProof: boolean, rules: ErrorRule[]): CallOutcome<never> {
  const code = ruledRefusal(rules, refusal) ?? knownRefusal(refusal);
  if (code === "unclear" || (!code && !isProof)) return { kind: "unknown", reason: refusal };
  const isTemporary = code === "bad_key" || code === "rate_limited" || /too many requests/i.test(refusal);
  return { kind: "rejected", reason: refusal, isTemporary };
}

const words: Record<string, RefillReport["state"]> = {
  pending: "in_progress",
  awaiting: "in_progress",
  processing: "in_progress",
  inprogress: "in_progress",
  active: "in_progress",
  completed: "completed",
  complete: "completed",
  success: "completed",
  rejected: "rejected",
  canceled: "rejected",
  cancelled: "rejected",
  fail: "rejected",
  failed: "rejected",
  error: "rejected",
};

/**
 * Reads an answer to `refill_status` for `ids`: a list of `{refill, status}`, an object by id, or one bare status for one
 * id. Refills without an entry, with an error or an unknown word are left out, and polled again. Pure.
 */
export function readRefillStatuses(value: unknown, ids: string[]): Map<string, RefillReport> {
  const reports = new Map<string, RefillReport>();
  const note = (id: string, status: unknown) => {
    const report = readWord(status);
    if (report) reports.set(id, report);
  };
  if (Array.isArray(value)) {
    for (const entry of value) {
      const fields = fieldsOf(entry);
      const id = idText(fields?.refill);
      if (id && ids.includes(id)) note(id, fields?.status);
    }
    return reports;
  }
  const fields = fieldsOf(value) ?? {};
  const [only] = ids;
  if (ids.length === 1 && only && "status" in fields && !isAboutCall(fields, ["status", "refill"]))
    note(only, fields.status);
  else for (const id of ids) note(id, fieldsOf(fields[id])?.status ?? fields[id]);
  return reports;
}

function readWord(status: unknown): RefillReport | null {
  if (typeof status !== "string") return null;
  const state = meaningOf(words, status);
  return state ? { state, word: storable(status, 60) } : null;
}
