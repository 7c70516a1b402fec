import { sha256 } from "@/lib/base/ids";
import { unixSeconds } from "@/lib/base/time/time";
import type { AttemptParams } from "@/lib/money/payments/attempt-params";
import type { Account } from "../stripe/account";
import { notFromApi } from "../stripe/account";
import type { Card } from "../stripe/cards";
import { closeDispute, openDispute, reviewDispute, warnOfFraud } from "../stripe/disputes";
import type { Charge, Dispute, FraudWarning, Refund } from "../stripe/objects";
import { payOnPage } from "../stripe/payments";
import { createRefund, failRefund } from "../stripe/refunds";
import { createSession } from "../stripe/sessions";
import { emptyState, getOne, type StripeState } from "../stripe/state";

/** A session of the past, with its charge if it was paid. */
export type PastSession = { id: string; intentId: string | null; charge: Charge | null };

/** What the payments emulator would know if the scene's payments had been made there; nothing is delivered. */
export function inventStripe(origin: string) {
  const state = emptyState([]);
  const account: Account = { state, origin, publish: () => undefined };

  /** Opens a payment page, and pays it with the buyer's own card if `paidAt` is given. */
  function openSession(params: AttemptParams, openedAt: Date, paidAt: Date | null): PastSession {
    const { expires_at: expiresAt, ...terms } = params;
    const { id } = createSession(account, terms);
    const stored = getOne(state.sessions, id, "session");
    Object.assign(stored.session, { created: unixSeconds(openedAt), expires_at: expiresAt });
    if (!paidAt) return { id, intentId: null, charge: null };
    payOnPage(account, stored, {
      card: cardOf(params.customer_email),
      country: "US",
      email: params.customer_email,
      name: null,
    });
    const intentId = stored.session.payment_intent ?? "";
    const intent = getOne(state.paymentIntents, intentId, "payment_intent");
    const charge = getOne(state.charges, intent.latest_charge ?? "", "charge");
    intent.created = unixSeconds(paidAt);
    charge.created = unixSeconds(paidAt);
    move(state, charge.balance_transaction, paidAt);
    return { id, intentId, charge };
  }

  function expire(sessionId: string): void {
    getOne(state.sessions, sessionId, "session").session.status = "expired";
  }

  function refund(charge: Charge, amount: number, metadata: Record<string, string>, at: Date): Refund {
    const { id } = createRefund(account, { charge: charge.id, amount, metadata }, notFromApi);
    const made = getOne(state.refunds, id, "refund");
    made.created = unixSeconds(at);
    move(state, made.balance_transaction, at);
    return made;
  }

  /** The bank returns a refund. */
  function fail(refundId: string, at: Date): void {
    const { failure_balance_transaction: transaction } = failRefund(account, refundId);
    move(state, transaction ?? null, at);
  }

  function dispute(charge: Charge, at: Date): Dispute {
    const opened = openDispute(account, charge.id, { reason: "product_not_received", isInquiry: false });
    opened.created = unixSeconds(at);
    for (const taken of opened.balance_transactions) taken.created = unixSeconds(at);
    return opened;
  }

  function closeAt(id: string, status: "won" | "lost", at: Date): void {
    const known = getOne(state.disputes, id, "dispute").balance_transactions.length;
    const closed = closeDispute(account, id, status);
    for (const back of closed.balance_transactions.slice(known)) back.created = unixSeconds(at);
  }

  function warn(charge: Charge, at: Date): FraudWarning {
    const warning = warnOfFraud(account, charge.id, { fraud_type: "made_with_stolen_card" });
    warning.created = unixSeconds(at);
    return warning;
  }

  return {
    origin,
    state,
    openSession,
    expire,
    refund,
    fail,
    dispute,
    answerDispute: (id: string) => reviewDispute(account, id),
    closeDispute: closeAt,
    warn,
    /** The state with each kind of object in the order of time, as an account has them. */
    inTime: () => sorted(state),
  };
}

export type PastStripe = ReturnType<typeof inventStripe>;

/** Everybody has one card. */
function cardOf(email: string): Card {
  const fingerprint = sha256(`card of ${email}`).slice(0, 16);
  const last4 = String(1000 + (Number.parseInt(fingerprint.slice(0, 4), 16) % 9000));
  const card = { brand: "visa", last4, fingerprint, country: "US" };
  return { method: { type: "card", card }, outcome: "paid", isDisputed: false };
}

function move(state: StripeState, transactionId: string | null, at: Date): void {
  getOne(state.balanceTransactions, transactionId ?? "", "balance_transaction").created = unixSeconds(at);
}

function sorted(state: StripeState): StripeState {
  const inTime = <T extends { created: number }>(records: Record<string, T>) =>
    Object.fromEntries(Object.entries(records).sort(([, a], [, b]) => a.created - b.created));
  return {
    ...state,
    charges: inTime(state.charges),
    refunds: inTime(state.refunds),
    disputes: inTime(state.disputes),
    balanceTransactions: inTime(state.balanceTransactions),
  };
}
