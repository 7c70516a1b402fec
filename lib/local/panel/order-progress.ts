import {
  findService,
  formatPoints,
  type PanelOrder,
  type PanelState,
  priceInPoints,
  type StatusFields,
} from "./state";

/** The share of an order's time before it starts. */
const pendingShare = 0.1;

/** An order's progress, 0 to 1. It never falls, even when the speed changes (`changeSpeed`). */
export function fractionDone(order: PanelOrder, speedSeconds: number, nowMs: number): number {
  if (speedSeconds === 0) return 1;
  const moved = (nowMs - order.progress.atMs) / (speedSeconds * 1000);
  return Math.min(1, Math.max(order.progress.fraction, order.progress.fraction + moved));
}

/** True while the supplier works on the order. */
export function isActive(order: PanelOrder, state: PanelState, nowMs: number): boolean {
  const { status } = orderLine(order, state, nowMs);
  return !["completed", "partial", "canceled", "cancelled", "refunded"].includes(status?.toLowerCase() ?? "");
}

/** The order's answer now: from its progress, stopped, or pinned by a test. */
export function orderLine(order: PanelOrder, state: PanelState, nowMs: number): StatusFields {
  return { ...movingLine(order, state, nowMs), ...order.pinned };
}

function movingLine(order: PanelOrder, state: PanelState, nowMs: number): StatusFields {
  const line = (status: string, remains: number, startCount = order.startCount): StatusFields => ({
    charge: formatPoints(order.chargePoints),
    start_count: String(startCount),
    status,
    remains: String(remains),
    currency: "USD",
  });
  if (order.stopped) return line(order.stopped.status, order.stopped.remains);
  const fraction = fractionDone(order, state.speed, nowMs);
  if (fraction >= 1) return line("Completed", 0);
  // Panels show 0 as the start count of an order that has not started.
  if (fraction < pendingShare) return line("Pending", order.quantity, 0);
  const left = (1 - fraction) / (1 - pendingShare);
  return line("In progress", Math.max(1, Math.ceil(order.quantity * left)));
}

/** Changes the speed (seconds to completion); orders continue from their current progress. */
export function changeSpeed(state: PanelState, speedSeconds: number, nowMs: number): void {
  for (const order of Object.values(state.orders)) {
    order.progress = { fraction: fractionDone(order, state.speed, nowMs), atMs: nowMs };
  }
  state.speed = speedSeconds;
}

/** Stops an order with `remains` units undelivered, and refunds them to the balance, as panels do. */
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
