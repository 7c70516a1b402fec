import { parseStorableJson, storable } from "@/lib/storable-text";
import type { RawAnswer } from "./post-form";

export type JsonAnswer =
  | { ok: true; value: unknown; httpStatus: number }
  /** `isSent`: the supplier may have read the request and acted on it. */
  | { ok: false; reason: string; isSent: boolean };

/** The JSON of a whole answer, or why there is none. A byte-order mark is ignored. Never throws. */
export function readJson(answer: RawAnswer): JsonAnswer {
  if (answer.kind === "not_sent" || answer.kind === "lease_over")
    return { ok: false, reason: answer.detail, isSent: false };
  if (answer.kind === "lost") return { ok: false, reason: answer.reason, isSent: true };
  if (answer.cut) return { ok: false, reason: answer.cut, isSent: true };
  try {
    const value = parseExactly(answer.body.replace(/^\uFEFF/, ""));
    return { ok: true, value, httpStatus: answer.httpStatus };
  } catch {
    return { ok: false, reason: `not_json, HTTP ${answer.httpStatus}`, isSent: true };
  }
}

const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;

/** JSON in which whole numbers of 16 digits or more become text, because JavaScript would round them. */
function parseExactly(json: string): unknown {
  const value = parseStorableJson(json);
  if (!/\d{16}/.test(json)) return value;
  const quoted = json.replace(stringOrNumber, (token) => (/^\d{16,}$/.test(token) ? `"${token}"` : token));
  return parseStorableJson(quoted);
}

/** The fields of a JSON object; null for anything else, arrays too. */
export function fieldsOf(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
}

const maxErrorLength = 200;

/** The text of `{error: "…"}`, cut for the records; null when there is none. */
export function errorText(value: unknown): string | null {
  const error = fieldsOf(value)?.error;
  return typeof error === "string" && error.trim() !== "" ? storable(error.trim(), maxErrorLength) : null;
}

/**
 * The id of a service or a refill as panels write it, and as operators copy it: a positive whole number or its digits,
 * leading zeros included; null for anything else.
 */
export function idText(value: unknown): string | null {
  if (typeof value === "number") return Number.isSafeInteger(value) && value > 0 ? String(value) : null;
  return typeof value === "string" && /^0*[1-9]\d{0,30}$/.test(value.trim()) ? value.trim() : null;
}

const maxNumberLength = 64;

/**
 * A supplier's order number: a positive whole number, or any printable text such as `#123` or a UUID, trimmed; null for
 * anything else. It has no comma, because commas separate the numbers of a request.
 */
export function orderNumber(value: unknown): string | null {
  if (typeof value === "number") return idText(value);
  if (typeof value !== "string") return null;
  const text = value.trim();
  const isPrintable = /^[^\p{C}\p{Zl}\p{Zp},]+$/u.test(text);
  return isPrintable && text.length <= maxNumberLength ? text : null;
}

/** What a status word means, ignoring its case, spaces, hyphens and underscores; undefined for an unknown one. */
export function meaningOf<Meaning>(words: Record<string, Meaning>, word: string): Meaning | undefined {
  const key = word.toLowerCase().replace(/[\s_-]+/g, "");
  return Object.hasOwn(words, key) ? words[key] : undefined;
}

/** A decimal number as it was written, without sign or exponent; null for anything else. */
export function decimalText(value: unknown): string | null {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && /^\d{1,10}(\.\d{1,12})?$/.test(text.trim()) ? text.trim() : null;
}

/**
 * True for `{"status":"error","message":"…"}` and the like, whose status is the call's: such a word beside a field that
 * is not one of the `own` of what was asked about. Pure.
 */
export function isAboutCall(fields: Record<string, unknown>, own: string[]): boolean {
  const isCallWord = /^(success|error|fail|failed)$/i.test(String(fields.status).trim());
  return isCallWord && Object.keys(fields).some((key) => !own.includes(key));
}
