import { assertNever } from "@/lib/errors";
import { unseal } from "@/lib/secret-box";
import { readErrorRules } from "./error-rules";
import { openManual } from "./manual";
import { openPanel } from "./panel-v2";
import type { FulfillmentProvider } from "./provider";

export type SupplierAccess = {
  kind: "panel_v2" | "manual";
  apiUrl: string | null;
  apiKeySealed: string | null;
  /** Its own error texts, as its row keeps them; needed where it is ordered from. */
  errorRules?: unknown;
};

/** What every supplier is opened with: SHOP_SECRET, under which keys are sealed, and the time one call may take. */
export type ProviderOptions = { secret: string; timeoutMs: number };

/** The provider of a supplier; null when its address or its key is missing or can't be opened. */
export function openProvider(supplier: SupplierAccess, options: ProviderOptions): FulfillmentProvider | null {
  switch (supplier.kind) {
    case "manual":
      return openManual();
    case "panel_v2": {
      const apiKey = openKey(supplier.apiKeySealed, options.secret);
      if (!apiKey || !supplier.apiUrl || !isWebAddress(supplier.apiUrl)) return null;
      const errorRules = readErrorRules(supplier.errorRules);
      return openPanel({ apiUrl: supplier.apiUrl, apiKey, timeoutMs: options.timeoutMs, errorRules });
    }
    default:
      return assertNever(supplier.kind);
  }
}

function openKey(sealed: string | null, secret: string): string | null {
  if (!sealed) return null;
  try {
    return unseal(secret, sealed);
  } catch {
    return null;
  }
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
