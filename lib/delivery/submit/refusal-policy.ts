import { assertNever } from "@/lib/base/errors";
import { minute, second } from "@/lib/base/time/time";
import { type RefusalCode, refusalCodes } from "@/lib/delivery/suppliers/protocol/refusal-codes";

/**
 * The consequence of a refusal.
 * - `holdMs`: nothing is sent to this supplier for this long; then one item probes whether it has recovered.
 * - `waitMs`: the item itself is not sent again before then.
 * - `isFinal`: this supplier's service won't take this item; another one may.
 * - `needsOperator`: no other supplier is asked either.
 */
export type RefusalPolicy = { holdMs: number; waitMs: number; isFinal: boolean; needsOperator: boolean };

/** The longest that an item waits after a refusal. */
const longestRefusalWaitMs = 5 * minute;
/** The longest hold that a refusal puts on a supplier. */
export const longestHoldMs = 5 * minute;

/**
 * The consequence of a refusal of the item's nth call (`attempt`): waits double with it up to five minutes, except
 * after `rate_limited`, where the supplier's own time or 30 s counts. An unfamiliar refusal goes to an operator,
 * because it may not be a refusal.
 */
export function refusalPolicy(code: RefusalCode, attempt: number, retryAfterSeconds?: number): RefusalPolicy {
  const policy: RefusalPolicy = { holdMs: 0, waitMs: 0, isFinal: false, needsOperator: false };
  switch (code) {
    case "no_funds":
      return { ...policy, holdMs: minute };
    case "bad_key":
    case "access_denied":
    case "wrong_address":
      return { ...policy, holdMs: longestHoldMs };
    case "service_gone":
    case "service_unavailable":
    case "bad_quantity":
    case "bad_target":
      return { ...policy, isFinal: true };
    case "target_busy":
      return { ...policy, waitMs: doubling(15 * second, attempt) };
    case "rate_limited":
      return { ...policy, waitMs: Math.min((retryAfterSeconds ?? 30) * second, longestRefusalWaitMs) };
    case "unreachable":
    case "not_executed":
      return { ...policy, waitMs: doubling(second, attempt) };
    case "other":
      return { ...policy, isFinal: true, needsOperator: true };
    default:
      return assertNever(code);
  }
}

/** The codes after which a supplier's service isn't asked for the same item again. */
export const finalRefusals = refusalCodes.filter((code) => refusalPolicy(code, 1).isFinal);

function doubling(firstMs: number, attempt: number): number {
  return Math.min(firstMs * 2 ** Math.min(attempt - 1, 20), longestRefusalWaitMs);
}
