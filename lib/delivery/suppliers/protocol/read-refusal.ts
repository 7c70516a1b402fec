import { storable } from "@/lib/base/text/storable-text";
import { type ErrorRule, ruledRefusal } from "./error-rules";
import { knownRefusal } from "./known-refusals";
import { fieldsOf, type JsonAnswer } from "./read-json";
import { type RefusalCode, refusalCodes } from "./refusal-codes";

const errorFields = ["error", "errors", "error_message", "error_description"];
const messageFields = ["message", "msg", "detail", "details", "reason", "pesan", "description"];
const flagFields = [
  "status",
  "success",
  "ok",
  "state",
  "result",
  "code",
  "statusCode",
  "status_code",
  "error_code",
];
/** The fields of an answer that is an error and nothing else; `data`, `order` and the like are empty in one. */
const ownFields = new Set([
  ...errorFields,
  ...messageFields,
  ...flagFields,
  "type",
  "title",
  "timestamp",
  "path",
]);

const maxTexts = 20;
const maxTextLength = 600;

export type Refusal = {
  /** Cut for the records. */
  text: string;
  /** Null for a text that nobody has explained to the shop; `unclear` for one that proves nothing. */
  code: RefusalCode | "unclear" | null;
  /** True when the answer says nothing beside the error. */
  isPlain: boolean;
};

/**
 * The refusal in an answer, in any of the shapes that panels use: `{"error":"…"}`, `{"status":"error","message":"…"}`,
 * `{"errors":{"quantity":["…"]}}`, a list of texts, plain text. It has a code only when each of its texts is wholly a
 * known one; `rules` are the supplier's own texts and come first. Null when the answer names no error. Pure.
 */
export function refusalIn(json: JsonAnswer, rules: ErrorRule[] = []): Refusal | null {
  const value = json.ok ? json.value : json.text;
  const texts = errorTexts(value, json.httpStatus ?? 0);
  const [first] = texts;
  if (first === undefined) return null;
  const found = texts.map((text) => ruledRefusal(rules, text) ?? knownRefusal(text));
  const isUnclear =
    found.includes("unclear") || (found.includes(null) && found.some((code) => code !== null));
  const code = isUnclear ? "unclear" : foremost(found);
  // Plain text is an error only if it is a known refusal.
  if (typeof value === "string" && (code === null || code === "unclear")) return null;
  const odd = texts.find((_, place) => found[place] === null || found[place] === "unclear") ?? first;
  return { text: storable(odd.trim(), 200), code, isPlain: isPlainError(value) };
}

function foremost(found: (ErrorRule["code"] | RefusalCode | null)[]): RefusalCode | null {
  return refusalCodes.find((code) => found.includes(code)) ?? null;
}

/** The texts of an error in an answer; none for an answer that is not an error. */
export function errorTexts(value: unknown, httpStatus: number): string[] {
  if (typeof value === "string") return textsIn(value);
  const fields = fieldsOf(Array.isArray(value) && value.length === 1 ? value[0] : value);
  if (!fields) return [];
  // Some validators' answers are nothing but the texts by field.
  const isBare = httpStatus >= 400 && Object.values(fields).every((field) => Array.isArray(field));
  const named = isBare ? textsIn(fields) : errorFields.flatMap((name) => textsIn(fields[name]));
  const hasFailed = named.length > 0 || saysFailure(fields) || httpStatus >= 400;
  const told = hasFailed ? [...messageFields, "data"].flatMap((name) => textsIn(fields[name])) : [];
  const all = [...new Set([...named, ...told])];
  const telling = all.filter((text) => !isLabel(text));
  return (telling.length > 0 ? telling : all).slice(0, maxTexts);
}

/** The texts in a field: itself, those of a list, those by field of a validator, or those of an error's object. */
function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === "string") return value.trim() ? [value.slice(0, maxTextLength + 1)] : [];
  if (depth === 3 || typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.slice(0, maxTexts).flatMap((one) => textsIn(one, depth + 1));
  const fields = fieldsOf(value) ?? {};
  const own = [...errorFields, ...messageFields].flatMap((name) => textsIn(fields[name], depth + 1));
  if (own.length > 0) return own;
  return Object.values(fields)
    .filter((field) => Array.isArray(field) || (depth === 0 && typeof field === "string"))
    .slice(0, maxTexts)
    .flatMap((field) => textsIn(field, depth + 1));
}

/** True for the name of a kind of error, beside which a text says what is wrong. */
function isLabel(text: string): boolean {
  return /^(?:error|failed|failure|fail|bad request|unprocessable (?:entity|content)|validation (?:error|failed|exception)|the given data was invalid|unauthorized|forbidden|not found|too many requests|payment required|invalid request|request failed|order failed)[.!]?$/i.test(
    text.trim(),
  );
}

const failing = /^(?:fail|failed|failure|error|false|err|nok|ko|no|rejected|denied|0|-1)$/i;
const succeeding = /^(?:success|successful|succeeded|ok|true|yes|1|200|201)$/i;
const callFlags = ["status", "success", "ok", "state", "result"];

/** True when an answer's own flag says that the call failed. */
export function saysFailure(fields: Record<string, unknown>): boolean {
  const codes = [fields.code, fields.statusCode, fields.status_code];
  return (
    callFlags.some((name) => isWord(fields[name], failing)) ||
    fields.error === true ||
    [...codes, fields.status].some((code) => typeof code === "number" && code >= 400 && code < 600)
  );
}

/** True when an answer's own flag says that the call succeeded. */
export function saysSuccess(fields: Record<string, unknown>): boolean {
  return callFlags.some((name) => isWord(fields[name], succeeding));
}

const isWord = (value: unknown, words: RegExp) =>
  ["string", "boolean", "number"].includes(typeof value) && words.test(String(value).trim());

function isPlainError(value: unknown): boolean {
  if (typeof value === "string") return true;
  const fields = fieldsOf(Array.isArray(value) ? value[0] : value);
  return (
    fields !== null &&
    Object.entries(fields).every(
      ([name, field]) => ownFields.has(name) || isEmpty(field) || isErrorData(name, field),
    )
  );
}

function isEmpty(field: unknown): boolean {
  return field === null || field === "" || field === false || (Array.isArray(field) && field.length === 0);
}

function isErrorData(name: string, field: unknown): boolean {
  if (name !== "data") return false;
  return (
    typeof field === "string" ||
    Object.keys(fieldsOf(field) ?? { other: 1 }).every((key) => ownFields.has(key))
  );
}

/** True when an error of unknown text shows that the supplier did nothing. Pure. */
export function provesRefusal(error: string, httpStatus: number): boolean {
  return isAboutRequest(httpStatus) && !soundsUnsure(error);
}

export function isSuccess(httpStatus: number): boolean {
  return httpStatus >= 200 && httpStatus < 300;
}

// 408, 409, 425 and 499 concern timing or conflicts: the supplier may have executed this request or an earlier one.
function isAboutRequest(httpStatus: number): boolean {
  return (
    isSuccess(httpStatus) ||
    (httpStatus >= 400 && httpStatus < 500 && ![408, 409, 425, 499].includes(httpStatus))
  );
}

/** Words of a panel that failed half-way, that already has the order, or that took it after all. */
function soundsUnsure(text: string): boolean {
  return /time.?out|timed out|gateway|internal|server|exception|unexpected|went wrong|error while|hata oluştu|temporar|unavailable|database|sql|already|duplicate|exist|queue|pending|in progress|processing|processed|placed|accepted|created|received|requested|submitted|success|\bok\b|thank|orders? ?(?:id|no\.?|number|#)[\s:#]*\d/i.test(
    text,
  );
}
