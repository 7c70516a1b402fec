import type { Refund } from "@/lib/base/db/generated/client";
import { Prisma } from "@/lib/base/db/generated/client";
import type { RefundStatus } from "@/lib/base/db/generated/enums";

// A held refund is in neither set: it reserves its amount of the payment, and may still be dropped.
const sets = {
  /** Sent, or will be without another decision. */
  onItsWay: ["requested", "pending", "succeeded"],
  /** No longer reserves its amount of the payment. */
  released: ["failed", "dropped"],
} as const satisfies Record<string, readonly RefundStatus[]>;

type RefundSet = keyof typeof sets;

/** True when the status belongs to the named set. */
export function isRefundIn(set: RefundSet, status: RefundStatus): boolean {
  return sets[set].some((member) => member === status);
}

/** `IN (…)` with the statuses of a set. */
export function inRefundSet(set: RefundSet): Prisma.Sql {
  return Prisma.raw(`IN (${sets[set].map((status) => `'${status}'`).join(", ")})`);
}

/** The statuses of a set, for Prisma's `in`. */
export function refundStatusesIn(set: RefundSet): RefundStatus[] {
  return [...sets[set]];
}

/** The intent of a failed refund's repetition. */
export function retryIntent(refundId: string): string {
  return `retry:${refundId}`;
}

/** The failed refund that a refund with this intent sends again; null for any other intent. */
export function retriedId(intent: string | null): string | null {
  const prefix = retryIntent("");
  return intent?.startsWith(prefix) ? intent.slice(prefix.length) : null;
}

type StatusOfRefund = Pick<Refund, "id" | "intent" | "status">;

/** True for a failed refund that was sent again, unless that one was dropped. `refunds` are all of its payment's. Pure. */
function isSentAgain({ id }: StatusOfRefund, refunds: StatusOfRefund[]): boolean {
  return refunds.some(({ intent, status }) => intent === retryIntent(id) && status !== "dropped");
}

/**
 * True for a refund whose amount the shop does not pay once more by itself: one that reserves its amount, and a failed
 * one, whose amount an operator sends again or has paid another way. Pure.
 */
export function isSpent(refund: StatusOfRefund, refunds: StatusOfRefund[]): boolean {
  if (refund.status === "failed") return !isSentAgain(refund, refunds);
  return refund.status !== "dropped";
}

/** True for a failed refund that is still owed: it was neither sent again nor paid another way. Pure. */
export function isBounced(
  refund: StatusOfRefund & Pick<Refund, "paidAnotherWayAt">,
  refunds: StatusOfRefund[],
): boolean {
  return refund.status === "failed" && refund.paidAnotherWayAt === null && !isSentAgain(refund, refunds);
}

/** The intent of the refund that a request's decision made. */
export function decisionIntent(decisionId: string): string {
  return `decision:${decisionId}`;
}

/**
 * The refund that a decision made, and the repetitions of it after failures, all of which pay for the same units. Pure.
 */
export function refundsOfDecision<Row extends { id: string; intent: string | null }>(
  decisionId: string,
  refunds: Row[],
): Row[] {
  const madeFor = (intent: string): Row[] =>
    refunds
      .filter((refund) => refund.intent === intent)
      .flatMap((refund) => [refund, ...madeFor(retryIntent(refund.id))]);
  return madeFor(decisionIntent(decisionId));
}

/**
 * True when the money for a decision's units is held, on its way or back. After its refund was dropped or failed,
 * nothing was paid back, until it is sent again. Pure.
 */
export function isPaidBack(
  decisionId: string,
  refunds: { id: string; intent: string | null; status: RefundStatus }[],
): boolean {
  return refundsOfDecision(decisionId, refunds).some(({ status }) => !isRefundIn("released", status));
}
