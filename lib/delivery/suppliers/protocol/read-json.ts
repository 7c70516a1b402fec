import { parseStorableJson } from "@/lib/base/text/storable-text";
import type { RawAnswer } from "./post-form";

export type JsonAnswer =
  | { ok: true; value: unknown; httpStatus: number }
  /**
   * `isSent`: the supplier may have read the request and acted on it. A whole answer has its `httpStatus`, and `text`
   * if it is plain text.
   */
  | { ok: false; reason: string; isSent: boolean; httpStatus?: number; text?: string };

/**
 * The JSON of a whole answer, or why there is none. A byte-order mark and what a web server writes around the one JSON
 * object (PHP's notices, HTML) are ignored. Never throws.
 */
export function readJson(answer: RawAnswer): JsonAnswer {
  const none = { ok: false, isSent: true } as const;
  if (answer.kind === "not_sent" || answer.kind === "lease_over")
    return { ...none, reason: answer.detail, isSent: false };
  if (answer.kind === "lost") return { ...none, reason: answer.reason };
  if (answer.cut) return { ...none, reason: answer.cut };
  const { httpStatus } = answer;
  if (isMoved(answer)) return { ...none, reason: "wrong_address", isSent: false };
  const body = answer.body.replace(/^\uFEFF/, "").trim();
  const json = parsed(body) ?? parsed(onlyObjectIn(body));
  if (json) return { ok: true, value: json.value, httpStatus };
  const isPlainText = body !== "" && body.length <= maxPlainLength && !/[<{]/.test(body);
  return { ...none, reason: `not_json, HTTP ${httpStatus}`, httpStatus, ...(isPlainText && { text: body }) };
}

/**
 * True for a redirect to the same address written otherwise, which a web server answers before the panel sees a call.
 */
export function isMoved({ httpStatus, movedTo }: Extract<RawAnswer, { kind: "answered" }>): boolean {
  return httpStatus >= 300 && httpStatus < 400 && Boolean(movedTo);
}

const maxPlainLength = 300;
const maxNoiseLength = 20_000;

function parsed(text: string): { value: unknown } | null {
  try {
    return { value: parseExactly(text) };
  } catch {
    return null;
  }
}

/**
 * The one JSON object between other text, or nothing: scripts have objects of their own, and an error that ended the
 * program proves nothing.
 */
function onlyObjectIn(body: string): string {
  const start = body.indexOf("{");
  const end = body.lastIndexOf("}");
  if (start === -1 || end < start) return "";
  const noise = `${body.slice(0, start)} ${body.slice(end + 1)}`;
  const isHarmless =
    noise.length <= maxNoiseLength && !/<script|fatal|uncaught|exception|parse error/i.test(noise);
  return isHarmless ? body.slice(start, end + 1) : "";
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

/**
 * The id of a service or a refill as panels write it, and as operators copy it: a positive whole number or its digits,
 * leading zeros included; null for anything else.
 */
function idText(value: unknown): string | null {
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

/** The number of a refill: digits, `#123` or a UUID. A word is none: it may say how the request stands. */
export function refillNumber(value: unknown): string | null {
  const number = orderNumber(value);
  const isNumber =
    number !== null && /^#?0*[1-9]\d*$|^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(number);
  return isNumber ? number : null;
}

/**
 * True for `{"status":"error","message":"…"}` and the like, whose status is the call's: such a word beside a field that
 * is not one of the `own` of what was asked about. Pure.
 */
export function isAboutCall(fields: Record<string, unknown>, own: string[]): boolean {
  const isCallWord = /^(success|error|fail|failed)$/i.test(String(fields.status).trim());
  return isCallWord && Object.keys(fields).some((key) => !own.includes(key));
}
