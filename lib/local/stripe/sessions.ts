import { z } from "zod";
import { type Account, notFromApi } from "./account";
import { ApiError } from "./api-error";
import { type Cause, lineItem, newSession, nowSeconds, type Session } from "./objects";
import { email, integer, list, metadata, text, webAddress } from "./params";
import { getOne, newestFirst, type StoredSession } from "./state";

/** Prices come with the session, because this account has no price objects. */
const lineItemsSchema = list(
  z.strictObject({
    price_data: z.strictObject({
      currency: z.string().regex(/^[a-z]{3}$/i),
      unit_amount: integer.refine((amount) => amount >= 0, {
        error: "Invalid non-negative integer",
        params: { code: "parameter_invalid_integer" },
      }),
      product_data: z.strictObject({ name: text(), description: text().optional() }),
    }),
    quantity: integer.refine((quantity) => quantity >= 1, {
      error: "This value must be greater than or equal to 1.",
      params: { code: "parameter_invalid_integer" },
    }),
  }),
);

type LineItemParams = z.output<typeof lineItemsSchema>;
type Lines = StoredSession["lines"];

// https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts (usd; other currencies differ)
const smallestTotal = 50;
const largestTotal = 99_999_999;

/**
 * The session's lines and their total. Throws ApiError 400 for no lines, mixed currencies, or a total that a card
 * can't be charged.
 */
function readLines(params: LineItemParams): { lines: Lines; currency: string; total: number } {
  const lines = params.map(readLine);
  const currency = lines[0]?.item.currency;
  if (!currency) throw new ApiError(400, "You must provide line_items.", { param: "line_items" });
  if (lines.some((line) => line.item.currency !== currency)) {
    throw new ApiError(400, "All line items must have the same currency.", { param: "line_items" });
  }
  const total = lines.reduce((sum, line) => sum + line.item.amount_total, 0);
  if (total < smallestTotal) {
    throw new ApiError(400, "The Checkout Session's total amount due must add up to at least $0.50 usd", {
      code: "amount_too_small",
    });
  }
  if (total > largestTotal) {
    throw new ApiError(400, "The Checkout Session's total amount due must be no more than $999,999.99", {
      code: "amount_too_large",
    });
  }
  return { lines, currency, total };
}

function readLine({ price_data: data, quantity }: LineItemParams[number]): Lines[number] {
  return {
    item: lineItem(data.product_data.name, data.currency.toLowerCase(), data.unit_amount, quantity),
    detail: data.product_data.description ?? null,
  };
}

/**
 * One-time payments on the hosted page, with the parameters that the shop sends; others are refused. This API version has
 * `allowed_payment_method_types` instead of `payment_method_types` (stripe-node 23).
 */
export const createSessionSchema = z.strictObject({
  mode: z.enum(["payment"]),
  line_items: lineItemsSchema,
  success_url: webAddress,
  cancel_url: webAddress.optional(),
  client_reference_id: text(200).optional(),
  customer_email: email.optional(),
  expires_at: integer.optional(),
  metadata: metadata.optional(),
  allowed_payment_method_types: list(text()).optional(),
  payment_intent_data: z.strictObject({ metadata: metadata.optional() }).optional(),
});

const shortestSeconds = 30 * 60;
const longestSeconds = 24 * 60 * 60;
// Some tolerance, because a request takes time: exactly 30 minutes and exactly 24 hours must be accepted.
const slackSeconds = 10;

/** Opens a session. Throws ApiError 400 for parameters Stripe would refuse. */
export function createSession(account: Account, params: z.output<typeof createSessionSchema>): Session {
  const { lines, currency, total } = readLines(params.line_items);
  const created = nowSeconds();
  const expires_at = expiryOf(params.expires_at, created);
  const session = newSession({ ...params, currency, total, created, expires_at });
  const intent = { metadata: params.payment_intent_data?.metadata ?? {} };
  account.state.sessions[session.id] = { session, lines, intent };
  return sessionView(account, session);
}

function expiryOf(wanted: number | undefined, created: number): number {
  if (wanted === undefined) return created + longestSeconds;
  if (wanted < created + shortestSeconds - slackSeconds) {
    const message = "The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.";
    throw new ApiError(400, message, { param: "expires_at" });
  }
  if (wanted > created + longestSeconds + slackSeconds) {
    const message = "The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.";
    throw new ApiError(400, message, { param: "expires_at" });
  }
  return wanted;
}

/** The session as answered: with the payment page's address while it is open. */
export function sessionView(account: Account, session: Session): Session {
  return { ...session, url: session.status === "open" ? `${account.origin}/checkout/${session.id}` : null };
}

/** The session, expired first when due. Throws ApiError 404. */
export function getSession(account: Account, id: string): StoredSession {
  const stored = getOne(account.state.sessions, id, "checkout.session", "session");
  expireIfDue(account, stored.session);
  return stored;
}

/** All sessions, newest first, after expiring those that are due. */
export function listSessions(account: Account): Session[] {
  expireDueSessions(account);
  return newestFirst(account.state.sessions).map(({ session }) => sessionView(account, session));
}

/** Expires an open session. Throws ApiError 404, or 400 when it is not open. */
export function expireSession(account: Account, id: string, cause: Cause): Session {
  const { session } = getSession(account, id);
  if (session.status !== "open") {
    const message = `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`;
    throw new ApiError(400, message, { code: "checkout_session_not_open", param: "session" }, true);
  }
  closeUnpaid(account, session, cause);
  return sessionView(account, session);
}

/** Expires every open session that is due. */
export function expireDueSessions(account: Account): void {
  for (const stored of Object.values(account.state.sessions)) expireIfDue(account, stored.session);
}

function expireIfDue(account: Account, session: Session): void {
  if (session.status === "open" && session.expires_at <= nowSeconds())
    closeUnpaid(account, session, notFromApi);
}

function closeUnpaid(account: Account, session: Session, cause: Cause): void {
  session.status = "expired";
  account.publish([{ type: "checkout.session.expired", object: sessionView(account, session) }], cause);
}
