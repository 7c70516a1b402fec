import { ApiError } from "./api-error";
import type {
  BalanceTransaction,
  Charge,
  Dispute,
  FraudWarning,
  IntentTerms,
  LineItem,
  PaymentIntent,
  Refund,
  Session,
  StripeEvent,
} from "./objects";

/** Where events are sent, and the secret that signs them. */
export type Hook = { url: string; secret: string };

/** Faults requested by a test. Counters fall to 0 as they are used. */
type Faults = {
  /** How many of the next POSTs to /v1 only get `status` as their answer. */
  failNext: number;
  status: number;
  /** How long every call to /v1 waits first. */
  delayMs: number;
  /**
   * How many of the next POSTs to /v1 are executed, or replayed, but get no answer: the connection is closed. The SDK
   * retries once, so 1 is a retry under the same key and 2 a failed call.
   */
  loseResponse: number;
  /** How many of the next created sessions are answered without a `url`; `true` is all of them. */
  noUrl: number | boolean;
  webhooks: "normal" | "paused" | "duplicate" | "reverse";
};

/** A session, with facts that Stripe's object does not show. */
export type StoredSession = {
  session: Session;
  /** `detail` is the product's description, which only the hosted page shows. */
  lines: { item: LineItem; detail: string | null }[];
  intent: IntentTerms;
};

/** An event and the addresses that have not yet answered it with a 2xx. */
export type StoredEvent = { event: StripeEvent; awaiting: string[] };

/** A complete answer. */
export type Answer = { status: number; body: string; requestId: string };

/** The first answer under an idempotency key. `savedAt` is in Unix milliseconds. */
export type SavedAnswer = Answer & { path: string; fingerprint: string; savedAt: number };

/** The emulator's state. Records are in order of creation, oldest first. */
export type StripeState = {
  sessions: Record<string, StoredSession>;
  paymentIntents: Record<string, PaymentIntent>;
  charges: Record<string, Charge>;
  /** Declined charges. They are not listed, because the shop lists charges to find money that moved. */
  failedCharges: Record<string, Charge>;
  refunds: Record<string, Refund>;
  disputes: Record<string, Dispute>;
  fraudWarnings: Record<string, FraudWarning>;
  balanceTransactions: Record<string, BalanceTransaction>;
  events: Record<string, StoredEvent>;
  answers: Record<string, SavedAnswer>;
  hooks: Hook[];
  faults: Faults;
};

/** The state of a new, empty account. */
export function emptyState(hooks: Hook[]): StripeState {
  return {
    sessions: {},
    paymentIntents: {},
    charges: {},
    failedCharges: {},
    refunds: {},
    disputes: {},
    fraudWarnings: {},
    balanceTransactions: {},
    events: {},
    answers: {},
    hooks,
    faults: { failNext: 0, status: 500, delayMs: 0, loseResponse: 0, noUrl: 0, webhooks: "normal" },
  };
}

/** Looks only at own properties, so that an id such as `constructor` finds nothing. */
export function lookUp<T>(records: Record<string, T>, id: string): T | undefined {
  return Object.hasOwn(records, id) ? records[id] : undefined;
}

/** Like `lookUp`, for an id from the request's parameter `param`. Throws ApiError 404: `No such refund: 're_1'`. */
export function getOne<T>(records: Record<string, T>, id: string, kind: string, param = kind): T {
  const found = lookUp(records, id);
  if (found === undefined)
    throw new ApiError(404, `No such ${kind}: '${id}'`, { code: "resource_missing", param });
  return found;
}

/** The newest first, as Stripe lists everything. */
export function newestFirst<T>(records: Record<string, T>): T[] {
  return Object.values(records).reverse();
}
