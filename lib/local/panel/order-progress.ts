import { findService, formatPoints, type PanelOrder, type PanelState, priceInPoints } from "./state";

/** One order as a `status` answer carries it. The counts are strings, as panels send them. */
export type StatusLine = {
  charge: string | null;
  start_count: string | null;
  status: string | null;
  remains: string | null;
  currency: string | null;
};

/** The share of an order's time in which it is accepted but not begun. */
const pendingShare = 0.1;

/** How far an order is, 0 to 1. It never falls, whatever happens to the speed (`changeSpeed`). */
export function fractionDone(order: PanelOrder, speedSeconds: number, nowMs: number): number {
  if (speedSeconds === 0) return 1;
  const moved = (nowMs - order.progress.atMs) / (speedSeconds * 1000);
  return Math.min(1, Math.max(order.progress.fraction, order.progress.fraction + moved));
}

/** Whether the supplier still works on it: a second order for the same target would run beside it. */
export function isActive(order: PanelOrder, state: PanelState, nowMs: number): boolean {
  const { status } = orderLine(order, state, nowMs);
  return !["completed", "partial", "canceled", "cancelled", "refunded"].includes(status?.toLowerCase() ?? "");
}

/** The order as the wire shows it now: moved by the clock, stopped, or pinned by a test. */
export function orderLine(order: PanelOrder, state: PanelState, nowMs: number): StatusLine {
  return { ...movingLine(order, state, nowMs), ...order.pinned };
}

function movingLine(order: PanelOrder, state: PanelState, nowMs: number): StatusLine {
  const line = (status: string, remains: number, startCount = order.startCount): StatusLine => ({
    charge: formatPoints(order.chargePoints),
    start_count: String(startCount),
    status,
    remains: String(remains),
    currency: "USD",
  });
  if (order.stopped) return line(order.stopped.status, order.stopped.remains);
  const fraction = fractionDone(order, state.speed, nowMs);
  if (fraction >= 1) return line("Completed", 0);
  // Panels show 0 as the start count of an order they haven't begun.
  if (fraction < pendingShare) return line("Pending", order.quantity, 0);
  const left = (1 - fraction) / (1 - pendingShare);
  return line("In progress", Math.max(1, Math.ceil(order.quantity * left)));
}

/** Lets the orders go on from where they are under a new speed (seconds): what was delivered stays delivered. */
export function changeSpeed(state: PanelState, speedSeconds: number, nowMs: number): void {
  for (const order of Object.values(state.orders)) {
    order.progress = { fraction: fractionDone(order, state.speed, nowMs), atMs: nowMs };
  }
  state.speed = speedSeconds;
}

/**
 * Stops an order for good with `remains` units undelivered, and gives the supplier's customer that part back, as a
 * panel does for Partial and Canceled.
 */
export function stopOrder(
  order: PanelOrder,
  state: PanelState,
  outcome: { status: "Partial" | "Canceled"; remains: number },
): void {
  const rate = findService(order.supplier, String(order.service))?.rate ?? "0";
  const keep = priceInPoints(rate, order.quantity - outcome.remains);
  state.balancePoints[order.supplier] += order.chargePoints - keep;
  order.chargePoints = keep;
  order.stopped = outcome;
}
