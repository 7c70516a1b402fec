import type { Dialect } from "./dialects";
import type { PanelSupplierKey } from "./services";

/** Faults of the next `add` calls that give no usable answer; all but `down` place the order. */
export const spoilingFaults = [
  "down",
  "hang",
  "lost",
  "html",
  "truncated",
  "empty",
  "null",
  "garbage",
  "malformed",
] as const;

/** Faults of the next `add` calls that refuse with the protocol's text; nothing is ordered. */
export const refusalTexts = {
  funds: "Not enough funds on balance",
  service: "Incorrect service ID",
  quantity: "Quantity less than minimal 10",
  busy: "You have active order with this link. Please wait until order being completed.",
};

export const refusalFaults = Object.keys(refusalTexts) as RefusalFault[];
/** `rate` is HTTP 429; nothing is ordered. */
export const addFaults: AddFault[] = [...spoilingFaults, ...refusalFaults, "rate"];

/** Faults for the first order of the next `status` calls, one per call. */
export const statusFaults = [
  "unknown",
  "missing",
  "garbage",
  "partial",
  "canceled",
  "stopped",
  "malformed",
] as const;

type RefusalFault = keyof typeof refusalTexts;
export type AddFault = (typeof spoilingFaults)[number] | RefusalFault | "rate";
export type StatusFault = (typeof statusFaults)[number];

/** One order in a `status` answer. Counts are strings, as panels send them; some panels send `null`. */
export type StatusFields = Record<
  "charge" | "start_count" | "status" | "remains" | "currency",
  string | null
>;

/** How a supplier differs from one that does and says everything right; each is off by default. */
export type SupplierHabits = {
  /** How it words its answers and errors. */
  dialect?: Dialect | undefined;
  /** The panel's `remains` by status: a fixed text, null, or the whole quantity. */
  remains?: Partial<Record<PanelStatus, "0" | "" | null | "full" | undefined>> | undefined;
  /** The balance is rounded to cents and then written with five places ("12.50000"), or as "1.234,56". */
  balance?: "padded" | "comma" | undefined;
  /** How long after an order the balance shows its charge. */
  debitMs?: number | undefined;
  /** How long it looks for an equal order, or one with the same `ref`, before it places one. */
  lookupMs?: number | undefined;
  /** How long after it says so the units are on the account, also those of a refill. */
  lateMs?: number | undefined;
  /** The panel charges its listed price times this factor. */
  priceFactor?: number | undefined;
  /** A number that it doesn't know makes the whole `status` call fail. */
  failsBatches?: boolean | undefined;
};

export const panelStatuses = ["Pending", "In progress", "Completed", "Partial", "Canceled"] as const;

type PanelStatus = (typeof panelStatuses)[number];

/** A refill brings back `units` that were lost when it was asked for. */
export type PanelRefill = { supplier: PanelSupplierKey; order: string; atMs: number; units?: number };

export type PanelOrder = {
  supplier: PanelSupplierKey;
  service: number;
  link: string;
  quantity: number;
  /** Paid so far, in points. */
  chargePoints: number;
  startCount: number;
  placedMs: number;
  /** The progress (0 to 1) at `atMs`; from then on it follows the panel's speed. */
  progress: { fraction: number; atMs: number };
  /** Set when the order stopped early, for good. */
  stopped: { status: "Partial" | "Canceled"; remains: number; atMs: number } | null;
  /** The fields that a test has set to fixed values, and since when. */
  pinned: Partial<StatusFields>;
  pinnedMs?: number;
  /** Units that the account has lost again. */
  losses?: { units: number; atMs: number }[];
  /** True once the supplier does not know its number any more. */
  isForgotten?: boolean;
  /** True once a status answer has said Completed. */
  saidCompleted?: boolean;
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
  order: number | string | null;
};

/** A malformed supplier text: NUL, half an emoji, ten thousand characters. */
export const malformedText = `Bro\u0000ken \ud83d ${"x".repeat(10_000)}`;

/**
 * One point is a ten-millionth of a dollar, so that a rate (four decimals, per 1,000 units) times a quantity is whole.
 */
export const pointsPerDollar = 10_000_000;

const openingBalancePoints = 5000 * pointsPerDollar;

export type PanelState = ReturnType<typeof emptyState>;

/**
 * A new panel. Order ids begin with the seconds since 2025, so that a panel that lost its state does not reuse ids that
 * a shop's database holds.
 */
export function emptyState() {
  return {
    nextOrder: Math.floor((Date.now() - Date.UTC(2025, 0, 1)) / 1000),
    nextRefill: 1,
    /** Seconds from `add` to Completed. */
    speed: 60,
    balancePoints: {
      "panel-key-1": openingBalancePoints,
      "panel-key-2": openingBalancePoints,
      "panel-key-3": openingBalancePoints,
      "panel-key-4": openingBalancePoints,
    } satisfies Record<PanelSupplierKey, number>,
    orders: {} as Record<string, PanelOrder>,
    /** The numbers of each target's orders, without those that had ended when the last one was placed. */
    targets: {} as Record<string, number[]>,
    refills: {} as Record<string, PanelRefill>,
    calls: {} as Record<string, number>,
    accepted: 0,
    /** How many orders were placed while an order for the same target was active. */
    overlaps: 0,
    garbageServed: 0,
    habits: {} as Partial<Record<PanelSupplierKey, SupplierHabits>>,
    /** The next number of a supplier that has begun its numbers again; numbers that others have are skipped. */
    restarted: {} as Partial<Record<PanelSupplierKey, number>>,
    /** Charges that a balance does not show before `dueMs`. */
    debits: [] as { supplier: PanelSupplierKey; points: number; dueMs: number }[],
    /** Seconds in which a supplier merges equal requests; suppliers that are not listed never merge. */
    merges: {} as Partial<Record<PanelSupplierKey, number>>,
    /** Orders by the keys that recognise a repeated request. */
    known: {} as Record<string, { order: number; atMs: number }>,
    faults: { add: [] as AddFault[], status: [] as StatusFault[] },
    /** Every `add`, once a test has switched the log on. */
    addLog: undefined as AddRecord[] | undefined,
  };
}

/** Who calls, and when. */
export type Caller = { state: PanelState; supplier: PanelSupplierKey; nowMs: number };

/** The price of `quantity` units in points; `rate` is in dollars for 1,000 units, at most four places. */
export function priceInPoints(rate: string, quantity: number): number {
  return Math.round(Number(rate) * 10_000) * quantity;
}

/** The supplier's balance as it writes it. */
export function writtenBalance({ state, supplier, nowMs }: Caller): string {
  const { balance } = state.habits[supplier] ?? {};
  const late = state.debits.filter((debit) => debit.supplier === supplier && debit.dueMs > nowMs);
  const points = late.reduce((sum, debit) => sum + debit.points, state.balancePoints[supplier]);
  const dollars = points / pointsPerDollar;
  if (balance === "padded") return `${dollars.toFixed(2)}000`;
  if (balance === "comma")
    return dollars.toLocaleString("de-DE", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return formatPoints(points);
}

/** Points as the protocol's money: dollars with at least five decimals. */
export function formatPoints(points: number): string {
  return (points / pointsPerDollar).toFixed(7).replace(/0{1,2}$/, "");
}
