import { type PanelService, type PanelSupplierKey, panelServices } from "./services";

/** Faults for the next `add` calls, one per call. */
export const addFaults = [
  "down",
  "hang",
  "lost",
  "html",
  "truncated",
  "empty",
  "null",
  "garbage",
  "funds",
  "service",
  "quantity",
  "busy",
  "rate",
  "malformed",
] as const;

/** Faults for the first order of the next `status` calls, one per call. */
export const statusFaults = ["unknown", "missing", "garbage", "partial", "canceled", "malformed"] as const;

export type AddFault = (typeof addFaults)[number];
export type StatusFault = (typeof statusFaults)[number];

/** The fields of an order that a test sets to fixed values; some panels send `null`. */
export type PinnedFields = Partial<
  Record<"status" | "remains" | "start_count" | "charge" | "currency", string | null>
>;

export type PanelOrder = {
  supplier: PanelSupplierKey;
  service: number;
  link: string;
  quantity: number;
  /** Paid so far, in points. */
  chargePoints: number;
  startCount: number;
  /** The progress (0 to 1) at `atMs`; from then on it follows the panel's speed. */
  progress: { fraction: number; atMs: number };
  /** Set when the order stopped early, for good. */
  stopped: { status: "Partial" | "Canceled"; remains: number } | null;
  pinned: PinnedFields;
  /** True once a status answer has said Completed. */
  saidCompleted?: boolean;
};

export type PanelRefill = { supplier: PanelSupplierKey; order: string; atMs: number };

export type PanelState = {
  nextOrder: number;
  nextRefill: number;
  /** Seconds from `add` to Completed. */
  speed: number;
  balancePoints: Record<PanelSupplierKey, number>;
  orders: Record<string, PanelOrder>;
  refills: Record<string, PanelRefill>;
  calls: Record<string, number>;
  accepted: number;
  overlaps: number;
  garbageServed: number;
  /** Seconds in which a supplier merges equal requests; suppliers that are not listed never merge. */
  merges: Partial<Record<PanelSupplierKey, number>>;
  /** Orders by the keys that recognise a repeated request. */
  known: Record<string, { order: number; atMs: number }>;
  faults: { add: AddFault[]; status: StatusFault[] };
  /** Every `add`, once a test has switched the log on. */
  addLog?: AddRecord[];
};

/** One `add`: its parameters, its fault and its order. */
export type AddRecord = {
  atMs: number;
  key: PanelSupplierKey;
  service: string;
  link: string;
  quantity: string;
  ref: string | null;
  fault: AddFault | null;
  /** The order it made or was merged into; null when it made none. */
  order: number | null;
};

/** A malformed supplier text: NUL, half an emoji, ten thousand characters. */
export const malformedText = `Bro\u0000ken \ud83d ${"x".repeat(10_000)}`;

/**
 * One point is a ten-millionth of a dollar, so that a rate (four decimals, per 1,000 units) times a quantity is whole.
 */
export const pointsPerDollar = 10_000_000;

const openingBalancePoints = 5000 * pointsPerDollar;
const openingSpeedSeconds = 60;

/**
 * A new panel. Order ids begin with the seconds since 2025, so that a panel that lost its state does not reuse ids that
 * a shop's database holds.
 */
export function emptyState(nowMs = Date.now()): PanelState {
  const firstId = Math.floor((nowMs - Date.UTC(2025, 0, 1)) / 1000);
  return {
    nextOrder: firstId,
    nextRefill: 1,
    speed: openingSpeedSeconds,
    balancePoints: {
      "panel-key-1": openingBalancePoints,
      "panel-key-2": openingBalancePoints,
      "panel-key-3": openingBalancePoints,
      "panel-key-4": openingBalancePoints,
    },
    orders: {},
    refills: {},
    calls: {},
    accepted: 0,
    overlaps: 0,
    garbageServed: 0,
    merges: {},
    known: {},
    faults: { add: [], status: [] },
  };
}

/** The supplier's service with this id. */
export function findService(supplier: PanelSupplierKey, id: string): PanelService | undefined {
  return panelServices.find((service) => service.supplier === supplier && String(service.service) === id);
}

/** The price of `quantity` units in points; `rate` is in dollars for 1,000 units, at most four places. */
export function priceInPoints(rate: string, quantity: number): number {
  return Math.round(Number(rate) * 10_000) * quantity;
}

/** Points as the protocol's money: dollars with at least five decimals. */
export function formatPoints(points: number): string {
  return (points / pointsPerDollar).toFixed(7).replace(/0{1,2}$/, "");
}
