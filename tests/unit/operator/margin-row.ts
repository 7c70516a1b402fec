import type { MarginRow } from "@/lib/operator/reporting/margins";

/** A thousand followers whose supplier is cheap. */
export const row: MarginRow = {
  kind: "package",
  id: "followers-1000",
  platform: "instagram",
  platformLabel: "Instagram",
  service: "followers",
  variant: "standard",
  unit: { one: "follower", many: "followers" },
  isSpread: false,
  surface: null,
  quantity: 1_000,
  priceCents: 1_349,
  supplierName: "North",
  currency: "USD",
  ratePer1000: "3.5000000",
  dearestRatePer1000: "3.5000000",
  leastMarginPercent: 0,
  minQuantity: 10,
  maxQuantity: 100_000,
};
