import "server-only";
import { getEnv } from "@/lib/env";
import type { ProviderOptions } from "@/lib/suppliers/protocol/open-provider";
import { providerOptions } from "@/lib/suppliers/protocol/open-provider";

/** What a supplier is called with from a web process. */
export function supplierOptions(): ProviderOptions {
  return providerOptions(getEnv());
}
