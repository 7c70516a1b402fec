import type { StatusReport } from "./read-status";
import type { RefusalCode } from "./refusal-codes";
import type { SendDeadline } from "./send-deadline";

export type AddRequest = {
  /** The supplier's own id of the service. */
  service: string;
  link: string;
  quantity: number;
  /** Further fields, such as the id that makes the request repeatable at suppliers that know one. */
  extra?: Record<string, string>;
};

/**
 * What became of one `add`. rejected is evidence that the supplier did nothing; whatever can't be proven is unknown,
 * and must never be sent again by itself.
 */
export type AddOutcome =
  /** `providerOrderId` is null where there is none to poll: an operator delivers manually. */
  | { kind: "accepted"; providerOrderId: string | null }
  | { kind: "rejected"; code: RefusalCode; retryAfterSeconds?: number }
  | { kind: "unknown"; reason: UnknownReason };

type UnknownReason =
  | "timeout"
  | "connection_lost"
  | "answer_too_large"
  | "not_json"
  | "redirected"
  | "unreadable_answer"
  | "contradictory_answer"
  | "unclear_error"
  // Found afterwards: the worker died during the call; the id belongs to another item already.
  | "worker_lost"
  | "duplicate_order_id";

/** What was seen, kept beside the outcome for the person who looks into it. */
export type Evidence = { httpStatus: number | null; answer: string };

export type StatusAnswer =
  /** A missing entry means that the supplier said nothing about that order. */
  { ok: true; reports: Map<string, StatusReport> } | { ok: false; reason: string };

/**
 * What became of a call that changes something at a supplier and may not be repeated blindly. rejected proves that
 * nothing was done; `isTemporary` that the same call may succeed later.
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

export type RefillStatusAnswer =
  | { ok: true; reports: Map<string, RefillReport> }
  | { ok: false; reason: string };

export type BalanceAnswer =
  /** `balance` is a decimal number as it was written. */
  | { ok: true; balance: string; currency: string }
  | {
      ok: false;
      reason: "unreachable" | "no_answer" | "bad_key" | "refused" | "unreadable";
      detail: string;
    };

/** A service as its supplier lists it. */
export type ListedService = {
  externalId: string;
  name: string;
  type: string;
  category: string;
  /** A decimal number in the supplier's currency. */
  ratePer1000: string;
  minQuantity: number;
  maxQuantity: number;
  canRefill: boolean;
  canCancel: boolean;
};

export type ServicesAnswer =
  /** `unreadable` counts the entries that were left out. */
  { ok: true; services: ListedService[]; unreadable: number } | { ok: false; reason: string };

/** A way to have orders delivered. Its methods report failures as values and never throw. */
export interface FulfillmentProvider {
  /** Orders once: no retry, no redirect, one total timeout, and nothing is written after the deadline. */
  add(request: AddRequest, deadline: SendDeadline): Promise<AddOutcome & { evidence: Evidence }>;
  /** Reads how orders stand, at most `maxStatusBatch` at a time. */
  statuses(orderIds: string[]): Promise<StatusAnswer>;
  /** Asks once for what a completed order has lost since; nothing is written after the deadline. */
  refill(orderId: string, deadline: SendDeadline): Promise<CallOutcome<{ refillId: string }>>;
  /** Reads how refills stand, at most `maxStatusBatch` at a time. */
  refillStatuses(refillIds: string[]): Promise<RefillStatusAnswer>;
  /** Asks for an order to be stopped. accepted means asked for: the order's status tells what comes of it. */
  cancel(orderId: string): Promise<CallOutcome<object>>;
  /** What the account holds. */
  balance(): Promise<BalanceAnswer>;
  /** Everything the supplier sells. */
  services(): Promise<ServicesAnswer>;
}

/** The protocol's own limit for one status request. */
export const maxStatusBatch = 100;
