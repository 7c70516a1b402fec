import type { Refund } from "@/lib/db/generated/client";
import { Prisma } from "@/lib/db/generated/client";
import type { RefundStatus } from "@/lib/db/generated/enums";

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

/** What `refundsToSendAgain` needs of each refund. */
export type RefundToSendAgain = Pick<
  Refund,
  "id" | "attemptId" | "intent" | "status" | "reason" | "amountCents" | "createdAt" | "finishedAt"
>;

/**
 * True when a failed refund was sent again, or an administrator has since refunded at least its amount of the same
 * payment, by the form or in Stripe's dashboard. A dropped refund was not sent. Pure.
 */
export function isSentAgain(failed: RefundToSendAgain, refunds: RefundToSendAgain[]): boolean {
  return refunds.some(
    (other) =>
      other.id !== failed.id &&
      other.status !== "dropped" &&
      (other.intent === retryIntent(failed.id) ||
        (isAdministrators(other) &&
          other.attemptId === failed.attemptId &&
          failed.finishedAt !== null &&
          other.createdAt >= failed.finishedAt &&
          other.amountCents >= failed.amountCents)),
  );
}

/** The condition of `isSentAgain` between the rows `refunds` and `again`. */
export const isSentAgainSql = Prisma.sql`(again.order_id = refunds.order_id AND again.id <> refunds.id
  AND again.status <> 'dropped'
  AND (again.intent = ${retryIntent("")}::text || refunds.id
    OR ((again.reason = 'dashboard' OR (again.intent NOT LIKE ${retryIntent("%")} AND again.intent NOT LIKE ${decisionIntent("%")}))
      AND again.attempt_id = refunds.attempt_id AND again.created_at >= refunds.finished_at
      AND again.amount_cents >= refunds.amount_cents)))`;

/** True for a refund that an administrator asked for by the form, whose intent is its own, or made at Stripe. */
function isAdministrators({ reason, intent }: RefundToSendAgain): boolean {
  if (reason === "dashboard") return true;
  return (
    intent !== null && ![retryIntent(""), decisionIntent("")].some((prefix) => intent.startsWith(prefix))
  );
}

/**
 * The failed refunds that were not sent again. An operator sends each again or pays its amount in another way, so the
 * shop refunds nothing of that amount by itself. Pure.
 */
export function refundsToSendAgain<Row extends RefundToSendAgain>(refunds: Row[]): Row[] {
  return refunds.filter((refund) => refund.status === "failed" && !isSentAgain(refund, refunds));
}

/** The intent of the refund that a request's decision made. */
export function decisionIntent(decisionId: string): string {
  return `decision:${decisionId}`;
}

/** The refund that a decision made, and the repetitions of it after failures, all of which pay for the same units. Pure. */
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
 * True when the money for a decision's units is held, on its way or back. After its refund was dropped or failed, nothing
 * was paid back, until it is sent again. Pure.
 */
export function isPaidBack(
  decisionId: string,
  refunds: { id: string; intent: string | null; status: RefundStatus }[],
): boolean {
  return refundsOfDecision(decisionId, refunds).some(({ status }) => !isRefundIn("released", status));
}
