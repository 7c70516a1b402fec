import { assertNever } from "@/lib/errors";
import { unseal } from "@/lib/secret-box";
import { readErrorRules } from "./error-rules";
import { openManual } from "./manual";
import { openPanel } from "./panel-v2";
import type { Reach } from "./post-form";
import type { FulfillmentProvider } from "./provider";

export type SupplierAccess = {
  kind: "panel_v2" | "manual";
  apiUrl: string | null;
  apiKeySealed: string | null;
  /** Its own error texts, as its row keeps them; needed where it is ordered from. */
  errorRules?: unknown;
};

/** What every supplier is opened with. */
export type ProviderOptions = {
  /** SHOP_SECRET, under which keys are sealed. */
  secret: string;
  /** How long one call may take. */
  timeoutMs: number;
  /** local: plain http and emulators on this machine are allowed. public: https to public addresses only. */
  reach: Reach;
};

/** The provider of a supplier; null when its address or its key is missing or can't be opened. */
export function openProvider(supplier: SupplierAccess, options: ProviderOptions): FulfillmentProvider | null {
  switch (supplier.kind) {
    case "manual":
      return openManual();
    case "panel_v2": {
      const apiKey = openKey(supplier.apiKeySealed, options.secret);
      if (!apiKey || !supplier.apiUrl || !isAllowedAddress(supplier.apiUrl, options.reach)) return null;
      const errorRules = readErrorRules(supplier.errorRules);
      const { timeoutMs, reach } = options;
      return openPanel({ apiUrl: supplier.apiUrl, apiKey, timeoutMs, reach, errorRules });
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

/** True for https, and for plain http where emulators on this machine are allowed: a key must not travel in the clear. */
export function isAllowedAddress(text: string, reach: Reach): boolean {
  if (!URL.canParse(text)) return false;
  return (reach === "local" ? /^https?:$/ : /^https:$/).test(new URL(text).protocol);
}
