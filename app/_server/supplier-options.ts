import "server-only";
import { getEnv } from "@/lib/env";
import type { ProviderOptions } from "@/lib/fulfillment/providers/open-provider";
import { providerOptions } from "@/lib/fulfillment/providers/provider-options";

/** What a supplier is called with from a web process. */
export function supplierOptions(): ProviderOptions {
  return providerOptions(getEnv());
}
