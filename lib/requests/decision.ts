/**
 * The outcome of a request, for one item.
 * - refill: its supplier is asked to deliver the missing units again.
 * - replace: they are bought again, once.
 * - refund: their price goes back.
 * - cancel: it was not begun and is canceled; its price goes back once the order has ended.
 * - ask_supplier: its supplier is asked to stop it.
 * - wait: there is nothing to do before `lookAgainAt`.
 * - nothing_missing, already_done, too_late: there is nothing to do.
 * - review: an operator decides.
 */
export type Outcome =
  | "refill"
  | "replace"
  | "refund"
  | "cancel"
  | "ask_supplier"
  | "wait"
  | "nothing_missing"
  | "already_done"
  | "too_late"
  | "review";

/** Every reason of a decision; messages.ts has what the buyer reads. */
export type Reason =
  | "dropped"
  | "never_arrived"
  | "replacement_short"
  | "not_begun"
  | "not_started_in_time"
  | "not_finished_in_time"
  | "queued"
  | "starting"
  | "handing_over"
  | "being_checked"
  | "paused"
  | "starts_in_time"
  | "arriving"
  | "has_begun"
  | "not_over"
  | "cannot_stop"
  | "stop_wanted"
  | "stop_asked"
  | "stop_refused"
  | "refund_with_the_rest"
  | "refund_on_its_way"
  | "refund_held"
  | "target_hidden"
  | "counter_moving"
  | "shop_paused"
  | "refill_running"
  | "replacement_running"
  | "refunded_in_full"
  | "settled_before"
  | "delivered"
  | "window_over"
  | "no_refills"
  | "below_a_cent"
  | "disputed"
  | "blocked"
  | "call_lost"
  | "count_unknown"
  | "refunded_otherwise"
  | "refund_failed"
  | "waited_too_long";

export type Decision = {
  itemId: string;
  outcome: Outcome;
  reason: Reason;
  /** The units it is about; 0 where it is about none. */
  units: number;
  /** refund: what goes back. replace: what the replacement costs at most. */
  cents: number;
  lookAgainAt: Date | null;
};
