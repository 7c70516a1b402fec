import type { Account } from "./account";
import { ApiError } from "./api-error";

/**
 * The rights of a restricted key, by the address of what they open, as Stripe names them: refunds belong to charges. Early
 * fraud warnings are missing, because Stripe publishes no name. https://docs.stripe.com/stripe-apps/reference/permissions
 */
const rights: [path: string, right: string][] = [
  ["/v1/account", "accounts_kyc_basic"],
  ["/v1/balance", "balance"],
  ["/v1/balance_transactions", "balance_transaction_source"],
  ["/v1/charges", "charge"],
  ["/v1/checkout/sessions", "checkout_session"],
  ["/v1/disputes", "dispute"],
  ["/v1/events", "event"],
  ["/v1/payment_intents", "payment_intent"],
  ["/v1/refunds", "charge"],
  ["/v1/webhook_endpoints", "webhook"],
];

/** Every right that a control can take away. */
export const rightNames = [...new Set(rights.flatMap(([, right]) => [`${right}_read`, `${right}_write`]))];

/**
 * Refuses a call that the key has no right to. A key that may not read may not write either. Throws ApiError 403, which
 * names the right as Stripe does.
 */
export function requireRight({ state }: Account, path: string, action: "read" | "write"): void {
  const [, right] = rights.find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`)) ?? [];
  const { missingRights } = state.faults;
  const needed = `${right}_${action}`;
  if (!missingRights.includes(needed) && !missingRights.includes(`${right}_read`)) return;
  throw new ApiError(
    403,
    `The provided key 'rk_test_***' does not have the required permissions for this endpoint on account 'acct_emulated'. Having the 'rak_${needed}' permission would allow this request to continue.`,
  );
}

/** Refuses to show an object in another one's answer that the key may not read by itself. Throws ApiError 403. */
export function requireRightTo(account: Account, object: { object?: unknown }): void {
  requireRight(account, `/v1/${String(object.object)}s`, "read");
}
