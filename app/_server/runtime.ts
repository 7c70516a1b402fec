import "server-only";
import type { CheckoutDeps } from "@/lib/checkout/open-checkout";
import { databaseNow } from "@/lib/clock";
import { getDb } from "@/lib/db/client";
import { getEnv } from "@/lib/env";
import { OrderFeed } from "@/lib/orders/order-feed";
import { processWide } from "@/lib/process-wide";
import { openStripe, type StripeClient } from "@/lib/stripe/stripe-client";
import { type ProviderOptions, providerOptions } from "@/lib/suppliers/protocol/open-provider";

export function getStripe(): StripeClient {
  return processWide("stripe", () => openStripe(getEnv()));
}

export function checkoutDeps(): CheckoutDeps {
  return { db: getDb(), stripe: getStripe(), origin: getEnv().SHOP_ORIGIN, now: databaseNow() };
}

/** The process's feed of order changes: one listening connection, however many readers. */
export function getOrderFeed(): OrderFeed {
  return processWide("order-feed", () => new OrderFeed(getEnv().DATABASE_URL));
}

export function supplierOptions(): ProviderOptions {
  return providerOptions(getEnv());
}
