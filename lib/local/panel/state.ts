import { type PanelService, type PanelSupplierKey, panelServices } from "./services";

/** What an `add` can be made to do. Each name is used up by one call. */
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

/** What a `status` can be made to say about the first order it is asked for. Each name is used up by one call. */
export const statusFaults = ["unknown", "missing", "garbage", "partial", "canceled", "malformed"] as const;

export type AddFault = (typeof addFaults)[number];
export type StatusFault = (typeof statusFaults)[number];

/** What an order's line on the wire may be pinned to; `null` is a value some panels send. */
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
  /** How far the order was (0 to 1) at `atMs`; from there it moves with the panel's speed. */
  progress: { fraction: number; atMs: number };
  /** Set when the order stopped before its end; nothing moves after that. */
  stopped: { status: "Partial" | "Canceled"; remains: number } | null;
  pinned: PinnedFields;
  /** A status answer has called it Completed, whatever happened to it afterwards. */
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
  /** How long a supplier takes an equal request for the same order, in seconds; those not named never do. */
  merges?: Partial<Record<PanelSupplierKey, number>>;
  /** The order that a request became, by what the supplier knows it again by. */
  known?: Record<string, { order: number; atMs: number }>;
  faults: { add: AddFault[]; status: StatusFault[] };
  /** Every `add` that arrived, once a test has asked for it. */
  addLog?: AddRecord[];
};

/** One `add` as it arrived: what it asked for, what was done to it, and what became of it. */
export type AddRecord = {
  atMs: number;
  key: PanelSupplierKey;
  service: string;
  link: string;
  quantity: string;
  ref: string | null;
  fault: AddFault | null;
  /** The order it made or was taken for; null when it was refused or came to nothing. */
  order: number | null;
};

/** What a careless supplier's texts may hold: NUL, half an emoji, ten thousand characters. */
export const malformedText = `Bro\u0000ken \ud83d ${"x".repeat(10_000)}`;

/**
 * Money on a panel is a decimal of a dollar with seven places (a rate of four places for 1,000 units). One point is
 * a ten-millionth of a dollar, so that rate times quantity is always a whole number of points.
 */
export const pointsPerDollar = 10_000_000;

const openingBalanceDollars = 5000;
const openingSpeedSeconds = 60;

/**
 * A panel nobody has used yet. Order ids begin with the number of seconds since 2025: a panel that lost its state
 * must not hand out ids again that a shop's database already holds.
 */
export function emptyState(nowMs = Date.now()): PanelState {
  const firstId = Math.floor((nowMs - Date.UTC(2025, 0, 1)) / 1000);
  return {
    nextOrder: firstId,
    nextRefill: 1,
    speed: openingSpeedSeconds,
    balancePoints: {
      "panel-key-1": openingBalanceDollars * pointsPerDollar,
      "panel-key-2": openingBalanceDollars * pointsPerDollar,
      "panel-key-3": openingBalanceDollars * pointsPerDollar,
      "panel-key-4": openingBalanceDollars * pointsPerDollar,
    },
    orders: {},
    refills: {},
    calls: {},
    accepted: 0,
    overlaps: 0,
    garbageServed: 0,
    faults: { add: [], status: [] },
  };
}

/** The service with this id if this supplier sells it. */
export function findService(supplier: PanelSupplierKey, id: string): PanelService | undefined {
  return panelServices.find((service) => service.supplier === supplier && String(service.service) === id);
}

/** The price of `quantity` units in points; `rate` is in dollars for 1,000 units, at most four places. */
export function priceInPoints(rate: string, quantity: number): number {
  return Math.round(Number(rate) * 10_000) * quantity;
}

/** Points as the protocol writes money: dollars with at least five decimals. */
export function formatPoints(points: number): string {
  return (points / pointsPerDollar).toFixed(7).replace(/0{1,2}$/, "");
}
