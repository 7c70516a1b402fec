import "server-only";
import type { CheckoutDeps } from "@/lib/checkout/open-checkout";
import { databaseNow } from "@/lib/clock";
import { type Database, getDb } from "@/lib/db/client";
import { getEnv } from "@/lib/env";
import { OrderFeed } from "@/lib/orders/order-feed";
import { processWide } from "@/lib/process-wide";
import { openStripe, type StripeClient } from "@/lib/stripe/stripe-client";
import { type ProviderOptions, providerOptions } from "@/lib/suppliers/protocol/open-provider";

/** The process's Stripe client. */
export function getStripe(): StripeClient {
  return processWide("stripe", () => openStripe(getEnv()));
}

/** The dependencies of the payment use cases. */
export function checkoutDeps(): CheckoutDeps {
  return { db: getDb(), stripe: getStripe(), origin: getEnv().SHOP_ORIGIN, now: databaseNow() };
}

/** The process's feed of order changes: one listening connection, however many readers. */
export function getOrderFeed(): OrderFeed {
  return processWide("order-feed", () => new OrderFeed(getEnv().DATABASE_URL));
}

/** The dependencies of the use cases that call suppliers. */
export function supplierDeps(): { db: Database; provider: ProviderOptions } {
  return { db: getDb(), provider: providerOptions(getEnv()) };
}
