import type { FulfillmentProvider } from "./provider";

/**
 * Delivery by hand: the item is taken as it comes and shows up for review, where an operator carries it out. There
 * is no order id at anybody's, and nothing to poll.
 */
export function openManual(): FulfillmentProvider {
  return {
    add: async () => ({
      kind: "accepted",
      providerOrderId: null,
      evidence: { httpStatus: null, answer: "to be delivered by hand" },
    }),
    statuses: async () => ({ ok: true, reports: new Map() }),
    refill: async () => byHand,
    refillStatuses: async () => ({ ok: true, reports: new Map() }),
    cancel: async () => byHand,
    balance: async () => ({ ok: false, reason: "refused", detail: byHand.reason }),
    services: async () => ({ ok: false, reason: byHand.reason }),
  };
}

const byHand = { kind: "rejected", reason: "delivered by hand", isTemporary: false } as const;
