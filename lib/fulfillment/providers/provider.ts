import type { StatusReport } from "./read-status";
import type { RefusalCode } from "./refusal-codes";

export type AddRequest = {
  /** The supplier's own id of the service. */
  service: string;
  link: string;
  quantity: number;
};

/**
 * What became of one `add`. rejected is proof that the supplier did nothing; whatever can't be proven is unknown,
 * and must never be sent again by itself.
 */
export type AddOutcome =
  /** `providerOrderId` is null where there is none to poll: an operator delivers by hand. */
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

/** A way to have orders delivered. Its methods report failures as values and never throw. */
export interface FulfillmentProvider {
  /** Orders once: no retry, no redirect, one total timeout. */
  add(request: AddRequest): Promise<AddOutcome & { evidence: Evidence }>;
  /** Reads how orders stand, at most `maxStatusBatch` at a time. */
  statuses(orderIds: string[]): Promise<StatusAnswer>;
}

/** The protocol's own limit for one status request. */
export const maxStatusBatch = 100;
