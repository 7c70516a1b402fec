import "server-only";
import { getEnv } from "@/lib/env";
import type { ProviderOptions } from "@/lib/fulfillment/providers/open-provider";

/** What a supplier is called with from a web process. */
export function supplierOptions(): ProviderOptions {
  const env = getEnv();
  return { secret: env.SHOP_SECRET, timeoutMs: env.SUPPLIER_TIMEOUT_MS };
}
