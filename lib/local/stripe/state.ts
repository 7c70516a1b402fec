import { ApiError } from "./api-error";
import type {
  BalanceTransaction,
  Charge,
  Dispute,
  FraudWarning,
  LineItem,
  PaymentIntent,
  Refund,
  Session,
  StripeEvent,
  WebhookEndpoint,
} from "./objects";

/** Where events are sent, and the secret that signs them. */
export type Hook = { url: string; secret: string };

/** A session, with facts that Stripe's object does not show. */
export type StoredSession = {
  session: Session;
  /** `detail` is the product's description, which only the hosted page shows. */
  lines: { item: LineItem; detail: string | null }[];
  intent: { metadata: Record<string, string> };
};

/** An event and the addresses that have not yet answered it with a 2xx. */
export type StoredEvent = { event: StripeEvent; awaiting: string[] };

export type Answer = { status: number; body: string; requestId: string };

/** The first answer under an idempotency key. `savedAt` is in Unix milliseconds. */
export type SavedAnswer = Answer & { path: string; fingerprint: string; savedAt: number };

export type StripeState = ReturnType<typeof emptyState>;

/** The state of a new, empty account. Records are in order of creation, oldest first. */
export function emptyState(hooks: Hook[]) {
  return {
    sessions: {} as Record<string, StoredSession>,
    paymentIntents: {} as Record<string, PaymentIntent>,
    charges: {} as Record<string, Charge>,
    /** Declined charges. They are not listed, because the shop lists charges to find money that moved. */
    failedCharges: {} as Record<string, Charge>,
    refunds: {} as Record<string, Refund>,
    disputes: {} as Record<string, Dispute>,
    fraudWarnings: {} as Record<string, FraudWarning>,
    balanceTransactions: {} as Record<string, BalanceTransaction>,
    events: {} as Record<string, StoredEvent>,
    endpoints: {} as Record<string, WebhookEndpoint>,
    answers: {} as Record<string, SavedAnswer>,
    hooks,
    /** Faults requested by a test. Counters fall to 0 as they are used. */
    faults: {
      /** How many of the next POSTs to /v1 only get `status` as their answer. */
      failNext: 0,
      status: 500,
      /** How long every call to /v1 waits first. */
      delayMs: 0,
      /**
       * How many of the next POSTs to /v1 are executed, or replayed, but get no answer: the connection is closed. The SDK
       * retries once, so 1 is a retry under the same key and 2 a failed call.
       */
      loseResponse: 0,
      /** How many of the next created sessions are answered without a `url`; `true` is all of them. */
      noUrl: 0 as number | boolean,
      webhooks: "normal" as "normal" | "paused" | "duplicate" | "reverse",
      /** The rights that the key lacks, such as `charge_write`, as if it were a restricted one. */
      missingRights: [] as string[],
    },
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
