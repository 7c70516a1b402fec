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
 * The failed refunds that still wait for an operator, who sends each again or pays its amount in another way, so the
 * shop refunds nothing of that amount by itself. One that was sent again waits no more. Each refund of the same payment
 * that an administrator has made since, by the form or in Stripe's dashboard, pays those before it, the oldest first,
 * up to its amount; one that is paid in part still waits, with the rest as its `dueCents`. A dropped refund was not
 * sent. Pure.
 */
export function refundsToSendAgain<Row extends RefundToSendAgain>(
  refunds: Row[],
): { refund: Row; dueCents: number }[] {
  const sent = refunds.filter(({ status }) => status !== "dropped");
  const failed = sent
    .filter(({ id, status }) => status === "failed" && sent.every(({ intent }) => intent !== retryIntent(id)))
    .toSorted((a, b) => Number(a.finishedAt) - Number(b.finishedAt) || (a.id < b.id ? -1 : 1))
    .map((refund) => ({ refund, dueCents: refund.amountCents }));
  const byTime = sent.filter(isByAdministrator).toSorted((a, b) => Number(a.createdAt) - Number(b.createdAt));
  for (const { id, attemptId, amountCents, createdAt } of byTime) {
    let leftCents = amountCents;
    for (const owed of failed) {
      const { finishedAt } = owed.refund;
      const isEarlier = finishedAt !== null && finishedAt <= createdAt;
      if (!isEarlier || owed.refund.id === id || owed.refund.attemptId !== attemptId) continue;
      const paidCents = Math.min(leftCents, owed.dueCents);
      owed.dueCents -= paidCents;
      leftCents -= paidCents;
    }
  }
  return failed.filter(({ dueCents }) => dueCents > 0);
}

/**
 * How much of a failed refund is still unpaid: 0 once it was sent again or paid otherwise. `refunds` are all of its
 * order's. Pure.
 */
export function dueCentsOf(failedId: string, refunds: RefundToSendAgain[]): number {
  return refundsToSendAgain(refunds).find(({ refund }) => refund.id === failedId)?.dueCents ?? 0;
}

/** The sum of what is still unpaid of failed refunds. Pure. */
export function bouncedCentsOf(refunds: RefundToSendAgain[]): number {
  return refundsToSendAgain(refunds).reduce((sum, { dueCents }) => sum + dueCents, 0);
}

/**
 * True for a refund that an administrator made in Stripe's dashboard or asked for by the form, whose intent has no
 * prefix as those of repetitions and decisions do.
 */
function isByAdministrator({ reason, intent }: RefundToSendAgain): boolean {
  if (reason === "dashboard") return true;
  return (
    intent !== null && ![retryIntent(""), decisionIntent("")].some((prefix) => intent.startsWith(prefix))
  );
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
