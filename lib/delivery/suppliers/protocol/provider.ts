import type { SupplierService } from "@/lib/base/db/generated/client";
import type { Notation } from "./read-number";
import type { StatusReport } from "./read-status";
import type { RefusalCode } from "./refusal-codes";
import type { SendDeadline } from "./send-deadline";

export type AddRequest = {
  /** The supplier's own id of the service. */
  service: string;
  link: string;
  quantity: number;
  /** Further fields, such as the id that makes the request repeatable at suppliers that support one. */
  extra?: Record<string, string>;
};

/**
 * The outcome of one `add`. rejected proves that the supplier did nothing; unknown must never be sent again without
 * evidence.
 */
export type AddOutcome =
  /** `providerOrderId` is null for manual delivery. */
  | { kind: "accepted"; providerOrderId: string | null }
  /** `limits` are the quantities that a refusal of one names. */
  | { kind: "rejected"; code: RefusalCode; retryAfterSeconds?: number; limits?: QuantityLimits }
  | { kind: "unknown"; reason: UnknownReason };

export type QuantityLimits = { min?: number; max?: number };

type UnknownReason =
  | "timeout"
  | "connection_lost"
  | "answer_too_large"
  | "not_json"
  | "redirected"
  | "unreadable_answer"
  | "contradictory_answer"
  | "unclear_error"
  // Found out afterwards: the worker died during the call, or the id already belongs to another item.
  | "worker_lost"
  | "duplicate_order_id";

/** The answer, stored with the outcome for operators. */
export type Evidence = { httpStatus: number | null; answer: string };

type Answer<Facts> = ({ ok: true } & Facts) | { ok: false; reason: string };

/**
 * Reports by number. A missing one means that the supplier does not know it or said nothing about it, except those that
 * are `unanswered`: it was not asked about them, or was away.
 */
export type BatchAnswer<Report> = Answer<{ reports: Map<string, Report>; unanswered: ReadonlySet<string> }>;

/**
 * The outcome of a call that changes something at a supplier. rejected proves that nothing was done, and `isTemporary`
 * says that the same call may succeed later.
 */
export type CallOutcome<Facts extends object> =
  | ({ kind: "accepted" } & Facts)
  | { kind: "rejected"; reason: string; isTemporary: boolean }
  | { kind: "unknown"; reason: string };

export type RefillReport = {
  state: "in_progress" | "completed" | "rejected";
  /** The supplier's own word. */
  word: string;
};

export type BalanceAnswer =
  /**
   * `balance` is decimal text, with a sign below zero; `notation` is what it shows of how the supplier writes numbers.
   */
  | { ok: true; balance: string; currency: string; notation: Notation | null }
  | {
      ok: false;
      reason: "unreachable" | "no_answer" | "bad_key" | "refused" | "unreadable";
      detail: string;
    };

export type ListedService = Pick<
  SupplierService,
  "externalId" | "name" | "type" | "category" | "minQuantity" | "maxQuantity" | "canRefill" | "canCancel"
> & {
  /** A decimal number in the supplier's currency. */
  ratePer1000: string;
};

/**
 * `unreadable` counts the entries that were left out; `notation` is how the list writes numbers, where it shows that.
 */
export type ServicesAnswer = Answer<{
  services: ListedService[];
  unreadable: number;
  notation: Notation | null;
}>;

/** A supplier. Its methods report failures as values and never throw. */
export interface FulfillmentProvider {
  /** Orders once: no retry, no redirect, one total timeout; nothing is written after the deadline. */
  add(request: AddRequest, deadline: SendDeadline): Promise<AddOutcome & { evidence: Evidence }>;
  /** Reads the status of orders, at most `maxStatusBatch` at a time; mostly one request (`askInParts`). */
  statuses(orderIds: string[]): Promise<BatchAnswer<StatusReport>>;
  /** Asks once for a refill of a completed order; nothing is written after the deadline. */
  refill(orderId: string, deadline: SendDeadline): Promise<CallOutcome<{ refillId: string }>>;
  /** Reads the status of refills in the same way. */
  refillStatuses(refillIds: string[]): Promise<BatchAnswer<RefillReport>>;
  /** Asks to cancel an order. accepted only means that the supplier took note; the order's status shows the result. */
  cancel(orderId: string): Promise<CallOutcome<object>>;
  /** `movedTo`: the panel answers at this address, to which its own redirects. */
  balance(): Promise<BalanceAnswer & { movedTo?: string | null }>;
  services(): Promise<ServicesAnswer>;
}

/** The protocol's own limit for one status request. */
export const maxStatusBatch = 100;

/** Groups rows by supplier, with no more in a group than the protocol takes. */
export function inBatches<T>(rows: T[], supplierOf: (row: T) => string): T[][] {
  const bySupplier = new Map<string, T[]>();
  for (const row of rows) {
    const group = bySupplier.get(supplierOf(row));
    if (group) group.push(row);
    else bySupplier.set(supplierOf(row), [row]);
  }
  return [...bySupplier.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / maxStatusBatch) }, (_, index) =>
      group.slice(index * maxStatusBatch, (index + 1) * maxStatusBatch),
    ),
  );
}
