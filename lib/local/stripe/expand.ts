import type { Account } from "./account";
import { ApiError } from "./api-error";
import { lookUp } from "./state";

type Fields = Record<string, unknown>;

/**
 * Replaces ids by their objects, in a copy: `payment_intent.latest_charge`, or `data.balance_transaction` on a list.
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
  const { state } = account;
  const value = object[field];
  if (typeof value === "object" && value !== null) return value;
  const id = typeof value === "string" ? value : "";
  switch (`${String(object.object)}.${field}`) {
    case "checkout.session.payment_intent":
      return structuredClone(lookUp(state.paymentIntents, id)) ?? null;
    case "payment_intent.latest_charge":
      return structuredClone(lookUp(state.charges, id) ?? lookUp(state.failedCharges, id)) ?? null;
    case "charge.balance_transaction":
      return structuredClone(lookUp(state.balanceTransactions, id)) ?? null;
    default:
      throw notExpandable(path);
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function notExpandable(path: string): ApiError {
  return new ApiError(400, `This property cannot be expanded (${path}).`, { param: "expand" });
}
