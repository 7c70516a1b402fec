import { type ErrorRule, ruledRefusal } from "./error-rules";
import type { RawAnswer } from "./post-form";
import type { AddOutcome } from "./provider";
import { fieldsOf, orderNumber, readJson } from "./read-json";
import { knownRefusal } from "./refusal-codes";

/**
 * What an answer to `add` proves. Pure. `rejected` lets an order be sent again, so it needs evidence that nothing was
 * bought. `rules` are the supplier's own error texts; they come before the common ones.
 *
 * - accepted: a 2xx whose JSON has an order and no error.
 * - rejected: the request was not written; a known error text, whatever the HTTP status (panels mostly say 200); HTTP
 *   429; or a plain `{error}` of unknown text with a status about our request (code `other`, left to an operator).
 * - unknown: everything else. A gateway may answer 502 or 504 for a panel that took the order.
 */
export function classifyAnswer(answer: RawAnswer, rules: ErrorRule[] = []): AddOutcome {
  if (answer.kind === "not_sent") return { kind: "rejected", code: "unreachable" };
  if (answer.kind === "lease_over") return { kind: "rejected", code: "not_executed" };
  if (answer.kind === "lost") return { kind: "unknown", reason: answer.reason };
  if (answer.cut) return { kind: "unknown", reason: answer.cut };
  const { httpStatus } = answer;
  if (httpStatus >= 300 && httpStatus < 400) return { kind: "unknown", reason: "redirected" };

  const json = readJson(answer);
  const body = json.ok ? fieldsOf(json.value) : null;
  const hasOrder = body?.order !== undefined && body.order !== null;
  const hasError = Boolean(body?.error);
  if (hasOrder && (hasError || !isSuccess(httpStatus) || saysFailure(body.status))) {
    return { kind: "unknown", reason: "contradictory_answer" };
  }
  if (httpStatus === 429 && !hasOrder) return rateLimited(answer.retryAfterSeconds);
  if (!body) return { kind: "unknown", reason: "not_json" };
  if (hasError) return classifyError(body, answer, rules);
  const providerOrderId = acceptedNumber(body.order);
  return providerOrderId
    ? { kind: "accepted", providerOrderId }
    : { kind: "unknown", reason: "unreadable_answer" };
}

/** The number of an accepted order. Words, a zero and a negative number stand where there is none. */
function acceptedNumber(order: unknown): string | null {
  const number = orderNumber(order);
  return number !== null && /^(?!-)\S*[1-9]\S*$/.test(number) ? number : null;
}

function classifyError(
  body: Record<string, unknown>,
  { httpStatus, retryAfterSeconds }: Extract<RawAnswer, { kind: "answered" }>,
  rules: ErrorRule[],
): AddOutcome {
  if (typeof body.error !== "string" || body.error.trim() === "") {
    return { kind: "unknown", reason: "unreadable_answer" };
  }
  const code = ruledRefusal(rules, body.error) ?? knownRefusal(body.error);
  if (code === "unclear") return { kind: "unknown", reason: "unclear_error" };
  if (code === "rate_limited") return rateLimited(retryAfterSeconds);
  if (code) return { kind: "rejected", code };
  const isPlain = Object.keys(body).every((key) => key === "error" || key === "status" || key === "order");
  return isPlain && provesRefusal(body.error, httpStatus)
    ? { kind: "rejected", code: "other" }
    : { kind: "unknown", reason: "unclear_error" };
}

function rateLimited(retryAfterSeconds: number | null): AddOutcome {
  return { kind: "rejected", code: "rate_limited", ...(retryAfterSeconds && { retryAfterSeconds }) };
}

/** True for a 2xx. */
export function isSuccess(httpStatus: number): boolean {
  return httpStatus >= 200 && httpStatus < 300;
}

/** True when an error of unknown text shows that the supplier did nothing. Pure. */
export function provesRefusal(error: string, httpStatus: number): boolean {
  return isAboutRequest(httpStatus) && !soundsUnsure(error);
}

// 408, 409, 425 and 499 concern timing or conflicts: the supplier may have executed this request or an earlier one.
function isAboutRequest(httpStatus: number): boolean {
  return (
    isSuccess(httpStatus) ||
    (httpStatus >= 400 && httpStatus < 500 && ![408, 409, 425, 499].includes(httpStatus))
  );
}

function saysFailure(status: unknown): boolean {
  return (
    status === false ||
    (typeof status === "string" && /^(fail|failed|failure|error|false)$/i.test(status.trim()))
  );
}

// Words of a panel that failed half-way, or that already has the order.
function soundsUnsure(text: string): boolean {
  return /time.?out|timed out|gateway|internal|server|exception|unexpected|went wrong|temporar|unavailable|database|sql|already|duplicate|exist/i.test(
    text,
  );
}
