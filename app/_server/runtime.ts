import "server-only";
import { type Database, getDb } from "@/lib/base/db/client";
import { getEnv } from "@/lib/base/env/env";
import { processWide } from "@/lib/base/process-wide";
import { databaseNow } from "@/lib/base/time/clock";
import type { CheckoutDeps } from "@/lib/buyer/checkout/open-checkout";
import { type ProviderOptions, providerOptions } from "@/lib/delivery/suppliers/protocol/open-provider";
import { openStripe, type StripeClient } from "@/lib/money/stripe/stripe-client";
import { OrderFeed } from "@/lib/orders/views/order-feed";
import { visitorsOrigin } from "./http/own-origin";

export function getStripe(): StripeClient {
  return processWide("stripe", () => openStripe(getEnv()));
}

/** `headers`: the visitor's, who comes back from the payment page to the address that they came from. */
export function checkoutDeps(headers: Pick<Headers, "get">): CheckoutDeps {
  return { db: getDb(), stripe: getStripe(), origin: visitorsOrigin(headers), now: databaseNow() };
}

/** The process's feed of order changes: one listening connection, however many readers. */
export function getOrderFeed(): OrderFeed {
  return processWide("order-feed", () => new OrderFeed(getEnv().DATABASE_URL));
}

/** The dependencies of the use cases that call suppliers. */
export function supplierDeps(): { db: Database; provider: ProviderOptions } {
  return { db: getDb(), provider: providerOptions(getEnv()) };
}
