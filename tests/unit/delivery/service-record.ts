import type { ServiceRecord } from "@/lib/delivery/scorecard/load-scorecard";

const none = { counted: 0, p50: null, p90: null };
const noUnits = { items: 0, charge: 0, arrived: 0, found: 0 };

/** A supplier's service that has delivered nothing yet. */
export const newService: ServiceRecord = {
  mappingId: "a",
  smmServiceId: 1,
  ours: "Instagram followers",
  isAskable: true,
  currency: null,
  supplierName: "Panel A",
  serviceName: "Followers",
  calls: 0,
  refused: 0,
  lost: 0,
  taken: 0,
  completed: 0,
  partial: 0,
  canceled: 0,
  overdue: 0,
  startCounted: none,
  startReported: none,
  finish: none,
  counted: noUnits,
  after5: noUnits,
  after30: noUnits,
};
