import type { ErrorRule } from "./error-rules";
import { limitsIn } from "./known-refusals";
import type { RawAnswer } from "./post-form";
import type { AddOutcome } from "./provider";
import { fieldsOf, isMoved, orderNumber, readJson } from "./read-json";
import { isSuccess, provesRefusal, type Refusal, refusalIn, saysFailure, saysSuccess } from "./read-refusal";
import type { RefusalCode } from "./refusal-codes";

/**
 * Classifies an answer to `add` by the evidence in it. Pure. `rejected` lets an order be sent again, so it needs
 * evidence that nothing was bought. `rules` are the supplier's own error texts; they come before the common ones.
 *
 * - accepted: the answer names an order's number where panels name it, whatever else it says.
 * - rejected: the request was not written; a text that is wholly a known refusal, whatever the HTTP status (panels
 *   mostly say 200); HTTP 401, 402, 403 or 429; a redirect to the same address written otherwise; or a plain error of
 *   unknown text with a status about our request (code `other`, left to an operator).
 * - unknown: everything else. A gateway may answer 502 or 504 for a panel that took the order.
 */
export function classifyAnswer(answer: RawAnswer, rules: ErrorRule[] = []): AddOutcome {
  if (answer.kind === "not_sent") return { kind: "rejected", code: "unreachable" };
  if (answer.kind === "lease_over") return { kind: "rejected", code: "not_executed" };
  if (answer.kind === "lost") return { kind: "unknown", reason: answer.reason };
  if (answer.cut) return { kind: "unknown", reason: answer.cut };
  if (isMoved(answer)) return { kind: "rejected", code: "wrong_address" };
  if (answer.httpStatus >= 300 && answer.httpStatus < 400) return { kind: "unknown", reason: "redirected" };
  const json = readJson(answer);
  const fields = json.ok ? (fieldsOf(json.value) ?? {}) : {};
  const { numbers, isClaimed } = orderNumbersIn(fields, answer.httpStatus);
  const [number] = numbers;
  if (numbers.size === 1 && number) return { kind: "accepted", providerOrderId: number };
  if (numbers.size > 1) return { kind: "unknown", reason: "contradictory_answer" };

  const refusal = refusalIn(json, rules);
  if (refusal && (isClaimed || saysSuccess(fields)))
    return { kind: "unknown", reason: "contradictory_answer" };
  const code = refusalCode(refusal, answer);
  if (code === "unclear") return { kind: "unknown", reason: "unclear_error" };
  if (code !== null && !isClaimed) return rejected(code, answer.retryAfterSeconds, refusal);
  return { kind: "unknown", reason: json.ok ? "unreadable_answer" : "not_json" };
}

function rejected(code: RefusalCode, retryAfterSeconds: number | null, refusal: Refusal | null): AddOutcome {
  if (code === "rate_limited")
    return { kind: "rejected", code, ...(retryAfterSeconds && { retryAfterSeconds }) };
  const limits = code === "bad_quantity" && refusal ? limitsIn(refusal.text) : {};
  return { kind: "rejected", code, ...(Object.keys(limits).length > 0 && { limits }) };
}

// By these a server says that it did nothing: it doesn't know us, wants money, turns us away, or wants fewer requests.
const refusingStatuses: Record<number, RefusalCode> = {
  401: "bad_key",
  402: "no_funds",
  403: "access_denied",
  429: "rate_limited",
};

/** The refusal in an answer without an order's number; null when it names no error. */
function refusalCode(
  refusal: Refusal | null,
  { httpStatus, body }: Extract<RawAnswer, { kind: "answered" }>,
): RefusalCode | "unclear" | null {
  // A web server that is down says this of itself.
  const isOutage =
    httpStatus >= 500 &&
    refusal?.code === "service_unavailable" &&
    /^service (?:is )?(?:temporarily )?unavailable/i.test(refusal.text);
  if (refusal?.code && !isOutage) {
    // A field beside the error may say that the order was taken.
    return !refusal.isPlain && soundsTaken(body) ? "unclear" : refusal.code;
  }
  const byStatus = refusingStatuses[httpStatus];
  const isStrange = httpStatus === 403 && refusal !== null;
  if (byStatus && !isStrange) return soundsTaken(refusal?.text ?? body) ? "unclear" : byStatus;
  if (!refusal) return null;
  return refusal.isPlain && provesRefusal(refusal.text, httpStatus) ? "other" : "unclear";
}

/** True when a text says that an order was taken. The page of a firewall has many words, but not these. */
function soundsTaken(text: string): boolean {
  const taken = "queued?|placed|accepted|created|received|submitted|process(?:ed|ing)|success\\w*";
  return new RegExp(
    `\\borders?\\b[^.<]{0,60}\\b(?:${taken})\\b|\\b(?:${taken})\\b[^.<]{0,30}\\border`,
    "i",
  ).test(text);
}

/** The orders that an answer names; `isClaimed`: it has something else in such a place. */
function orderNumbersIn(
  fields: Record<string, unknown>,
  httpStatus: number,
): { numbers: Set<string>; isClaimed: boolean } {
  const data = fieldsOf(fields.data) ?? {};
  const places = [
    fields.order,
    fields.order_id,
    fields.orderId,
    fields.orderID,
    data.order,
    data.order_id,
    data.orderId,
  ]
    .concat(fieldsOf(fields.order)?.id, fieldsOf(data.order)?.id)
    .filter((place) => fieldsOf(place)?.id === undefined);
  const written = places.filter((place) => ![undefined, null, false, "", 0, "0"].includes(place as string));
  const hasFailed =
    !isSuccess(httpStatus) || saysFailure(fields) || Boolean(fields.error) || Boolean(fields.errors);
  const numbers = written.map((place) => acceptedNumber(place, hasFailed));
  return {
    numbers: new Set(numbers.filter((number) => number !== null)),
    isClaimed: numbers.includes(null),
  };
}

/**
 * The number of an accepted order. Words, a zero and a negative number stand where there is none; beside an error, so
 * may the number of the error.
 */
function acceptedNumber(order: unknown, hasFailed: boolean): string | null {
  const number = orderNumber(order);
  if (number === null || !/^(?!-)\S*[1-9]\S*$/.test(number) || /^(?:err|fail)/i.test(number)) return null;
  const isCertain = /^#?\d+$/.test(number) || /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(number);
  return isCertain || !hasFailed ? number : null;
}
