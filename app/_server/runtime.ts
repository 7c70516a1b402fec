import "server-only";
import type { CheckoutDeps } from "@/lib/checkout/open-checkout";
import { databaseNow } from "@/lib/clock";
import { getDb } from "@/lib/db/client";
import { getEnv } from "@/lib/env";
import { OrderFeed } from "@/lib/orders/order-feed";
import { openStripe, type StripeClient } from "@/lib/stripe/stripe-client";

// Next evaluates modules once a bundle; what a process may hold only once hangs on globalThis.
const holder: { shopStripe?: StripeClient; shopOrderFeed?: OrderFeed } = globalThis as {
  shopStripe?: StripeClient;
  shopOrderFeed?: OrderFeed;
};

/** The process's Stripe client. */
export function getStripe(): StripeClient {
  const env = getEnv();
  holder.shopStripe ??= openStripe({
    secretKey: env.STRIPE_SECRET_KEY,
    apiBase: env.STRIPE_API_BASE,
    timeoutMs: env.STRIPE_TIMEOUT_MS,
  });
  return holder.shopStripe;
}

/** What the payment use cases need, as this process has it. */
export function checkoutDeps(): CheckoutDeps {
  return { db: getDb(), stripe: getStripe(), origin: getEnv().SHOP_ORIGIN, now: databaseNow() };
}

/** The process's feed of order changes: one listening connection, however many watch. */
export function getOrderFeed(): OrderFeed {
  holder.shopOrderFeed ??= new OrderFeed(getEnv().DATABASE_URL);
  return holder.shopOrderFeed;
}
