import type { PartAnswer } from "./ask-in-parts";
import type { RefillReport } from "./provider";
import { fieldsOf, isAboutCall, type JsonAnswer, orderNumber } from "./read-json";
import type { Notation } from "./read-number";
import { readRefillStatuses } from "./read-refill";
import { isSuccess, type Refusal, refusalIn } from "./read-refusal";
import { readStatus, type StatusReport } from "./read-status";

/**
 * Reads an answer to `status` for `ids`: by number, a list whose entries name their numbers, either of them wrapped, or
 * for one id a bare entry. A bad entry does not affect the others; only an answer that is not a batch fails as a whole.
 * Pure.
 */
export function readBatch(
  json: JsonAnswer,
  ids: string[],
  notation: Notation | null = null,
): PartAnswer<StatusReport> {
  const [only] = ids;
  const isAlone = ids.length === 1 && only !== undefined;
  if (json.ok) {
    const entries = entriesOf(json.value, ids, isAlone);
    if (entries) {
      return {
        ok: true,
        reports: new Map([...entries].map(([id, entry]) => [id, readStatus(entry, notation)])),
      };
    }
  }
  const refusal = refusalIn(json);
  if (refusal && isAlone && isAboutOrder(refusal, json.httpStatus ?? 0)) {
    return { ok: true, reports: new Map([[only, readStatus({ error: refusal.text }, notation)]]) };
  }
  return refusal ? refused(refusal, json.httpStatus ?? 0) : unread(json);
}

/** The answer to a request that named no refusal, and is none of the shapes that are known. */
function unread(json: JsonAnswer): PartAnswer<never> {
  const isHeard = json.httpStatus !== undefined;
  if (!json.ok) return { ok: false, reason: json.reason, isRefused: false, isHeard };
  return { ok: false, reason: "no batch", isRefused: json.httpStatus < 500, isHeard };
}

/** A refusal of the key, the account or the pace, or a failing panel, is not about a number. */
function refused({ text, code }: Refusal, httpStatus: number): PartAnswer<never> {
  const isAboutAll =
    code === "bad_key" || code === "access_denied" || code === "rate_limited" || httpStatus === 429;
  return { ok: false, reason: text, isRefused: httpStatus < 500 && !isAboutAll, isHeard: !isAboutAll };
}

/** True for "Incorrect order ID" and its like; false for a refusal of the key, the rate or the whole request. */
function isAboutOrder({ text, code }: Refusal, httpStatus: number): boolean {
  const isAboutForm = /required|parameter|missing/i.test(text);
  return (
    httpStatus < 500 && code === null && !isAboutForm && /order|sipariş|pedido|заказ|pesanan/i.test(text)
  );
}

const wrappers = ["orders", "data", "result", "results"];

/** The entries by number; null when the answer is no batch about any of them. */
function entriesOf(value: unknown, ids: string[], isAlone: boolean): Map<string, unknown> | null {
  const [only = ""] = ids;
  if (Array.isArray(value)) {
    const found = value.flatMap((entry): [string, unknown][] => {
      const fields = fieldsOf(entry);
      const number = orderNumber(fields?.order ?? fields?.order_id ?? fields?.id);
      const id = ids.find((asked) => number !== null && isSame(asked, number));
      return id ? [[id, entry]] : [];
    });
    if (found.length > 0) return new Map(found);
    return isAlone && value.length === 1 ? entriesOf(value[0], ids, isAlone) : null;
  }
  const fields = fieldsOf(value);
  if (!fields) return null;
  const byId = Object.entries(fields).flatMap(([number, entry]): [string, unknown][] => {
    const id = ids.find((asked) => isSame(asked, number));
    return id ? [[id, entry]] : [];
  });
  if (byId.length > 0) return new Map(byId);
  if (isAlone && isReport(fields)) return new Map([[only, fields]]);
  for (const name of wrappers) {
    const entries = fields[name] === undefined ? null : entriesOf(fields[name], ids, isAlone);
    if (entries) return entries;
  }
  const isEmptyBatch = !("errors" in fields) && !isAboutCall(fields, []) && hasOnlyEntries(fields);
  return isEmptyBatch ? new Map() : null;
}

/** A bare entry about one order, and not the status of the call. */
function isReport(fields: Record<string, unknown>): boolean {
  if (fields.status === undefined || fields.status === null) return false;
  if (["charge", "remains", "start_count"].some((key) => key in fields)) return true;
  // A bare "success" or 422 is the call's.
  const isCallWord = /^(?:success(?:ful)?|\d{3})$/i.test(String(fields.status));
  return (
    typeof fields.status !== "boolean" &&
    !isCallWord &&
    !isAboutCall(fields, ["status"]) &&
    !("error" in fields)
  );
}

function hasOnlyEntries(fields: Record<string, unknown>): boolean {
  return Object.values(fields).every((entry) => fieldsOf(entry) !== null);
}

/** `#123` is the order 123: some panels write the hash only when they answer. */
function isSame(asked: string, written: string): boolean {
  const bare = (number: string) => number.trim().replace(/^#/, "").toLowerCase();
  return bare(asked) === bare(written);
}

/** Reads an answer to `refill_status`; one that names none of several refills is no batch. Pure. */
export function readRefillBatch(json: JsonAnswer, ids: string[]): PartAnswer<RefillReport> {
  const refusal = refusalIn(json);
  if (refusal) return refused(refusal, json.httpStatus ?? 0);
  if (!json.ok || !isSuccess(json.httpStatus)) return unread(json);
  return { ok: true, reports: readRefillStatuses(json.value, ids) };
}
