import type { Account } from "./account";
import { ApiError } from "./api-error";
import { page } from "./lists";
import { requireRightTo } from "./rights";
import { getSession } from "./sessions";
import { lookUp } from "./state";

type Fields = Record<string, unknown>;

/**
 * Replaces ids by their objects, in a copy: `payment_intent.latest_charge`, `line_items`, or `data.charge` on a list.
 * Throws ApiError 400 for an unknown path. https://docs.stripe.com/api/expanding_objects
 */
export function expandObject(account: Account, object: object, paths: string[]): object {
  if (paths.length === 0) return object;
  const copy = structuredClone(object);
  for (const path of paths) follow(account, [copy], path.split("."), path);
  return copy;
}

function follow(account: Account, objects: unknown[], steps: string[], path: string): void {
  const [step, ...rest] = steps;
  if (step === undefined) return;
  for (const object of objects) {
    if (!isFields(object)) throw notExpandable(path);
    if (step !== "data") object[step] = expandField(account, object, step, path);
    const next = object[step];
    if (next !== null) follow(account, Array.isArray(next) ? next : [next], rest, path);
  }
}

function expandField(account: Account, object: Fields, field: string, path: string): unknown {
  const value = object[field];
  if (typeof value === "object" && value !== null) return value;
  if (object.object === "checkout.session" && field === "line_items")
    return linesOf(account, String(object.id));
  if (value === null) return null;
  const { paymentIntents, charges, failedCharges, refunds, disputes, balanceTransactions } = account.state;
  const found = [paymentIntents, charges, failedCharges, refunds, disputes, balanceTransactions]
    .map((records) => lookUp<object>(records, String(value)))
    .find((one) => one !== undefined);
  if (!found) throw notExpandable(path);
  requireRightTo(account, found);
  return structuredClone(found);
}

/** A page of a session's lines, in the order they were given. Throws ApiError 404. */
export function linesOf(account: Account, sessionId: string, params: Parameters<typeof page>[1] = {}) {
  const items = getSession(account, sessionId).lines.map((line) => line.item);
  return page(structuredClone(items), params, `/v1/checkout/sessions/${sessionId}/line_items`);
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function notExpandable(path: string): ApiError {
  return new ApiError(400, `This property cannot be expanded (${path}).`, { param: "expand" });
}
