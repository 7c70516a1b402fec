import type { Env } from "@/lib/env";
import type { ProviderOptions } from "./open-provider";

/** How this process opens suppliers. */
export function providerOptions(
  env: Pick<Env, "SHOP_SECRET" | "SUPPLIER_TIMEOUT_MS" | "APP_MODE">,
): ProviderOptions {
  const reach = env.APP_MODE === "local" ? "local" : "public";
  return { secret: env.SHOP_SECRET, timeoutMs: env.SUPPLIER_TIMEOUT_MS, reach };
}
