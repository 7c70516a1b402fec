import type { ItemState, OrderStatus, PaymentStatus } from "@/lib/db/generated/enums";
import type { KnownUnits } from "@/lib/delivery/counts/known-units";
import type { Reason } from "./reasons";

/** The state of an item's refill or replacement. ineffective: it ended, and the count stayed low. */
export type RemedyState = "none" | "open" | "rejected" | "effective" | "ineffective";

/** What is known of one target of an order, without its replacement. */
export type ItemFacts = {
  id: string;
  state: ItemState;
  quantity: number;
  /** The units that its supplier says remain; null when it never said. */
  remains: number | null;
  /** When it was last sent to a supplier. */
  leasedAt: Date | null;
  submittedAt: Date | null;
  finishedAt: Date | null;
  /** When a paused item is given up. */
  pausedUntil: Date | null;
  canCancel: boolean;
  /** Why its supplier's last report put it into review, such as supplier_error; null if it did not. */
  problem: string | null;
  /** asked: its supplier was asked to stop it and has not refused. refused: it declined. */
  stop: "not_asked" | "asked" | "refused";
  /** What looks at its public counter prove of its units, without its replacement's. */
  known: KnownUnits;
  /** A later delivery, of any order, is adding to the same counter. */
  isCounterMoving: boolean;
  /** The result of looking up the profile now. */
  target: "public" | "hidden" | "unknown";
  /** The days of refills that were promised when it was bought; 0 for none. */
  refillDays: number;
  /** Its supplier's service comes with refills. */
  canRefill: boolean;
  refill: RemedyState;
  /** `short`: the units that a replacement which has ended did not deliver. */
  replacement: { state: RemedyState; short: number };
  /** Missing units whose refund is held, on its way or done. */
  refundedUnits: number;
  /** Missing units whose refund was dropped or failed, so nothing was paid back for them. */
  unpaidUnits: number;
  /** When the buyer first asked the same, if that request still waits; its promises count from then. */
  waitsSince: Date | null;
  /** It may have been bought before the database was restored. */
  mayBeBought: boolean;
  /** When its last refill or replacement ended. */
  remedyEndedAt: Date | null;
};

/** A supplier's service that could deliver a replacement. */
export type Offer = { minQuantity: number; maxQuantity: number; centsPer1000: number };

/** What is known of an order when a request about it is decided. */
export type OrderFacts = {
  now: Date;
  /** When it was asked; the promises count from it. */
  askedAt: Date;
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  paidAt: Date;
  paidCents: number;
  /** What is left of the payment, without what a failed refund is to pay once it is sent again. */
  leftCents: number;
  quantity: number;
  /** Units whose price was or will be refunded: undelivered ones of an order that has ended, and missing ones. */
  returnedUnits: number;
  /** What went or will go back for them. Each refund was rounded, so it may be a cent off the price of these units. */
  returnedCents: number;
  /** The refund of what was not delivered. below_a_cent: the order has ended, and there is none. */
  undeliveredRefund: "none" | "on_its_way" | "held" | "failed" | "below_a_cent";
  /** True when money was refunded for another reason, so that units may have been paid back already. */
  hasOtherRefund: boolean;
  /** True while the delivery is blocked: by an operator, a fraud warning, a blocked card or a dispute. */
  isBlocked: boolean;
  /** False in quarantine: nothing is sent or refunded. */
  maySend: boolean;
  /** Delivery must begin within this many hours of the payment. */
  startWithinHours: number;
  /** Delivery must end within this many hours of the supplier's acceptance. */
  finishWithinHours: number;
  /** How much replacements may still cost today. */
  budgetCents: number;
  offers: Offer[];
  items: ItemFacts[];
};

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

export type Decision = {
  itemId: string;
  outcome: Outcome;
  reason: Reason;
  /** The units it is about; 0 if it is about none. */
  units: number;
  /** refund: what goes back. replace: what the replacement costs at most. */
  cents: number;
  lookAgainAt: Date | null;
};
