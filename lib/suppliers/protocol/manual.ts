import type { FulfillmentProvider } from "./provider";

/**
 * Delivery manually: the item is taken as it comes and shows up for review, where an operator carries it out. There
 * is no order id at anybody's, and nothing to poll.
 */
export function openManual(): FulfillmentProvider {
  return {
    add: async () => ({
      kind: "accepted",
      providerOrderId: null,
      evidence: { httpStatus: null, answer: "to be delivered manually" },
    }),
    statuses: async () => ({ ok: true, reports: new Map() }),
    refill: async () => manually,
    refillStatuses: async () => ({ ok: true, reports: new Map() }),
    cancel: async () => manually,
    balance: async () => ({ ok: false, reason: "refused", detail: manually.reason }),
    services: async () => ({ ok: false, reason: manually.reason }),
  };
}

const manually = { kind: "rejected", reason: "delivered manually", isTemporary: false } as const;
