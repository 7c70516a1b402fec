import { storable } from "@/lib/base/text/storable-text";
import type { ErrorRule } from "./error-rules";
import { foldText } from "./known-refusals";
import type { CallOutcome, RefillReport } from "./provider";
import { fieldsOf, isAboutCall, type JsonAnswer, refillNumber } from "./read-json";
import { provesRefusal, type Refusal, refusalIn, saysSuccess } from "./read-refusal";

/**
 * Classifies an answer to `refill` by the evidence in it. Pure. Panels answer `{"refill":"1"}`,
 * `{"success":"…","refill":12345}`, or a list as for several orders; a refusal is `{"error":"…"}` or nested under
 * `refill`. Everything else is unknown, because a second request could be a second refill. `rules` are the supplier's
 * own error texts, as for `add`.
 */
export function readRefillAnswer(
  json: JsonAnswer,
  rules: ErrorRule[] = [],
): CallOutcome<{ refillId: string }> {
  const entry = entryOf(json, "refill", rules);
  if (entry.kind !== "entry") return entry;
  const refillId = refillNumber(entry.value);
  return refillId ? { kind: "accepted", refillId } : { kind: "unknown", reason: "unreadable_answer" };
}

/** Classifies an answer to `cancel`. Pure. A yes (`1`, `true`, an id) only means that the supplier took note. */
export function readCancelAnswer(json: JsonAnswer, rules: ErrorRule[] = []): CallOutcome<object> {
  const entry = entryOf(json, "cancel", rules);
  if (entry.kind !== "entry") return entry;
  const isYes =
    entry.value === true ||
    refillNumber(entry.value) !== null ||
    /^(?:true|yes|ok|success|requested|accepted|pending|processing|cancell?ed|cancelling)$/i.test(
      String(entry.value),
    );
  return isYes ? { kind: "accepted" } : { kind: "unknown", reason: "unreadable_answer" };
}

type Entry = { kind: "entry"; value: unknown };

function entryOf(
  json: JsonAnswer,
  action: "refill" | "cancel",
  rules: ErrorRule[],
): Entry | CallOutcome<never> {
  const fields = json.ok ? entryFields(json.value, action) : null;
  const nested = json.ok && fields && fieldsOf(fields[action]);
  const within = nested ? { ...json, value: nested } : null;
  const refusal =
    refusalIn(json.ok && fields ? { ...json, value: fields } : json, rules) ??
    (within && refusalIn(within, rules));
  const httpStatus = json.httpStatus ?? 0;
  // A gateway may answer with an error page for a panel that took the request.
  if (httpStatus >= 500) return { kind: "unknown", reason: `HTTP ${httpStatus}` };
  if (httpStatus === 429) return { kind: "rejected", reason: "rate_limited", isTemporary: true };
  if (!json.ok && !refusal) {
    return json.isSent
      ? { kind: "unknown", reason: json.reason }
      : { kind: "rejected", reason: json.reason, isTemporary: true };
  }
  // A text without a rule proves nothing if a refill may be in progress. A second cancellation does no harm.
  if (refusal) return refused(refusal, action === "cancel" || provesRefusal(refusal.text, httpStatus));
  const id = nested ? nested.id : undefined;
  const value = id ?? fields?.[action] ?? fields?.[`${action}_id`];
  // `{"success":"…"}` alone is some panels' whole answer to a cancellation.
  const isNoted = action === "cancel" && (Boolean(fields?.success) || saysSuccess(fields ?? {}));
  return { kind: "entry", value: value ?? (isNoted ? true : undefined) };
}

/** The entry about the one order of a call: alone, in a list of one, by its number, or wrapped. */
function entryFields(value: unknown, action: "refill" | "cancel"): Record<string, unknown> | null {
  const only = Array.isArray(value) && value.length === 1 ? value[0] : value;
  const fields = fieldsOf(only);
  if (!fields || action in fields || "error" in fields) return fields;
  const data = fields.data === undefined ? null : entryFields(fields.data, action);
  if (data && (action in data || `${action}_id` in data)) return data;
  const entries = Object.entries(fields);
  const [number, entry] = entries[0] ?? [];
  const byNumber = entries.length === 1 && /^#?\d+$/.test(number ?? "") ? fieldsOf(entry) : null;
  return byNumber ?? fields;
}

/**
 * A refusal of the key, the account or the pace is not about the order, so the same call may succeed once that is put
 * right. `isProof`: a text without a rule shows that nothing was done.
 */
function refused({ text, code }: Refusal, isProof: boolean): CallOutcome<never> {
  if (code === "unclear" || (!code && !isProof)) return { kind: "unknown", reason: text };
  const isTemporary = code === "bad_key" || code === "access_denied" || code === "rate_limited";
  return { kind: "rejected", reason: text, isTemporary };
}

// The whole word, without accents, spaces, hyphens and underscores.
const words: [RefillReport["state"], RegExp][] = [
  [
    "in_progress",
    /^(?:pending|awaiting|waiting|queued?|inqueue|processing|progress|inprogress|active|running|started|refilling|approved|accepted|requested|submitted|onhold|received|bekliyor|devamediyor|islemde|pendente|pendiente|emandamento|enprogreso|впроцессе|ожидание|menunggu|diproses)$/,
  ],
  [
    "completed",
    /^(?:completed?|success(?:ful)?|finished|done|refilled|delivered|tamamlandi|concluido|completado|выполнено?|selesai)$/,
  ],
  [
    "rejected",
    /^(?:rejected|declined|denied|refused|cancell?ed|fail(?:ed)?|error|notapproved|reddedildi|iptaledildi|rejeitado|rechazado|cancelado|отклонено?|отменено?|ditolak|dibatalkan)$/,
  ],
];

/**
 * Reads an answer to `refill_status` for `ids`: a list of `{refill, status}`, an object by id, or one bare status for
 * one id, wrapped or not. Refills without an entry, with an error or an unknown word are left out, and polled again.
 * Pure.
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
      const id = refillNumber(fields?.refill ?? fields?.refill_id ?? fields?.id);
      if (id && ids.includes(id)) note(id, fields?.status);
    }
    return reports;
  }
  const fields = fieldsOf(value) ?? {};
  const [only] = ids;
  const isBare = "status" in fields && !isAboutCall(fields, ["status", "refill"]);
  if (ids.length === 1 && only && isBare) note(only, fields.status);
  else for (const id of ids) note(id, fieldsOf(fields[id])?.status ?? fields[id]);
  const wrapped = fields.data ?? fields.refills;
  return reports.size === 0 && typeof wrapped === "object" && wrapped !== null
    ? readRefillStatuses(wrapped, ids)
    : reports;
}

function readWord(status: unknown): RefillReport | null {
  if (typeof status !== "string") return null;
  const word = foldText(status).replace(/[\s_.()-]+/g, "");
  const state = words.find(([, pattern]) => pattern.test(word))?.[0];
  return state ? { state, word: storable(status, 60) } : null;
}
