import type { Database } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import type { Env } from "@/lib/base/env/env";
import { assertNever } from "@/lib/base/errors";
import { unseal } from "@/lib/base/secret-box";
import { measureCall } from "@/lib/base/telemetry/measure";
import { readErrorRules } from "./error-rules";
import { openPanel } from "./panel-v2";
import type { Reach } from "./post-form";
import type { FulfillmentProvider } from "./provider";
import { notations } from "./read-number";

export type SupplierAccess = {
  id: string;
  kind: "panel_v2" | "manual";
  apiUrl: string | null;
  apiKeySealed: string | null;
  /** The supplier's own error texts, as stored in its row; `add`, `refill` and `cancel` need them. */
  errorRules?: unknown;
  /** How it writes numbers, as its row has it. */
  numberNotation?: string | null;
  /** The name that its calls are counted under. */
  name: string;
};

/** A statement's column `access` with the access of the row `supplier`. */
export const supplierAccess = Prisma.sql`jsonb_build_object('id', supplier.id,
  'kind', supplier.kind, 'apiUrl', supplier.api_url, 'apiKeySealed', supplier.api_key_sealed, 'errorRules', supplier.error_rules,
  'numberNotation', supplier.number_notation, 'name', supplier.name) AS access`;

export type ProviderOptions = {
  /** SHOP_SECRET, which seals the API keys. */
  secret: string;
  /** How long one call may take. */
  timeoutMs: number;
  /** local: plain http and emulators on this machine are allowed. public: https to public addresses only. */
  reach: Reach;
};

/** The dependencies of a use case that asks suppliers. */
export type SupplierDeps = { db: Database; provider: ProviderOptions };

export function providerOptions(
  env: Pick<Env, "SHOP_SECRET" | "SUPPLIER_TIMEOUT_MS" | "APP_MODE">,
): ProviderOptions {
  const reach = env.APP_MODE === "local" ? "local" : "public";
  return { secret: env.SHOP_SECRET, timeoutMs: env.SUPPLIER_TIMEOUT_MS, reach };
}

/** Why a supplier that can't be opened gives no answer. */
export const noAccess = "the address or the key can't be used";

/** Opens a supplier; null when its address or key is missing or can't be used. */
export function openProvider(supplier: SupplierAccess, options: ProviderOptions): FulfillmentProvider | null {
  switch (supplier.kind) {
    case "manual":
      return manual;
    case "panel_v2": {
      const apiKey = openKey(supplier, options.secret);
      if (!apiKey || !supplier.apiUrl || !isAllowedAddress(supplier.apiUrl, options.reach)) return null;
      const errorRules = readErrorRules(supplier.errorRules);
      const notation = notations.find((known) => known === supplier.numberNotation) ?? null;
      const { timeoutMs, reach } = options;
      return measured(
        openPanel({ apiUrl: supplier.apiUrl, apiKey, timeoutMs, reach, errorRules, notation }),
        supplier.name,
      );
    }
    default:
      return assertNever(supplier.kind);
  }
}

/** The provider, whose calls are measured by action and outcome. */
function measured(panel: FulfillmentProvider, supplier: string): FulfillmentProvider {
  const call = <T extends { kind: string; code?: string } | { ok: boolean }>(
    action: string,
    work: () => Promise<T>,
  ) =>
    measureCall({ service: "supplier", supplier, action }, work, (answer) =>
      "kind" in answer ? outcomeOf(answer) : answer.ok ? "ok" : "failed",
    );
  return {
    add: (...given) => call("add", () => panel.add(...given)),
    statuses: (...given) => call("status", () => panel.statuses(...given)),
    refill: (...given) => call("refill", () => panel.refill(...given)),
    refillStatuses: (...given) => call("refill_status", () => panel.refillStatuses(...given)),
    cancel: (...given) => call("cancel", () => panel.cancel(...given)),
    balance: () => call("balance", () => panel.balance()),
    services: () => call("services", () => panel.services()),
  };
}

/** An unreachable supplier has not refused, so its calls are not measured as refused. */
const outcomeOf = (answer: { kind: string; code?: string }) =>
  answer.code === "unreachable" ? answer.code : answer.kind;

function openKey({ id, apiKeySealed }: SupplierAccess, secret: string): string | null {
  if (!apiKeySealed) return null;
  try {
    return unseal(secret, `supplier:${id}`, apiKeySealed);
  } catch {
    return null;
  }
}

/** True for https, and in local mode for plain http; otherwise a key would travel unencrypted. */
export function isAllowedAddress(text: string, reach: Reach): boolean {
  if (!URL.canParse(text)) return false;
  return (reach === "local" ? /^https?:$/ : /^https:$/).test(new URL(text).protocol);
}

const manually = { kind: "rejected", reason: "delivered manually", isTemporary: false } as const;

/** Takes every item, without an order number to poll; items are listed in review, where an operator delivers them. */
const manual: FulfillmentProvider = {
  add: async () => ({
    kind: "accepted",
    providerOrderId: null,
    evidence: { httpStatus: null, answer: "to be delivered manually" },
  }),
  statuses: async () => ({ ok: true, reports: new Map(), unanswered: new Set() }),
  refill: async () => manually,
  refillStatuses: async () => ({ ok: true, reports: new Map(), unanswered: new Set() }),
  cancel: async () => manually,
  balance: async () => ({ ok: false, reason: "refused", detail: manually.reason }),
  services: async () => ({ ok: false, reason: manually.reason }),
};
