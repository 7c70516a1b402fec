import { findService } from "./services";
import {
  formatPoints,
  type PanelOrder,
  type PanelRefill,
  type PanelState,
  panelStatuses,
  priceInPoints,
  type StatusFields,
} from "./state";

/** The share of an order's time before it starts. */
const pendingShare = 0.1;

/** An order's progress, 0 to 1. It never falls, even when the speed changes (`changeSpeed`). */
function fractionDone(order: Pick<PanelOrder, "progress">, speedSeconds: number, nowMs: number): number {
  if (speedSeconds === 0) return 1;
  const moved = (nowMs - order.progress.atMs) / (speedSeconds * 1000);
  return Math.min(1, Math.max(order.progress.fraction, order.progress.fraction + moved));
}

/** True once a refill has taken as long as an order. */
export function isDone({ atMs }: PanelRefill, state: PanelState, nowMs: number): boolean {
  return nowMs >= atMs + state.speed * 1000;
}

/** True while the supplier works on the order. */
export function isActive(order: PanelOrder, state: PanelState, nowMs: number): boolean {
  const { status } = orderLine(order, state, nowMs);
  return !["completed", "partial", "canceled", "cancelled", "refunded"].includes(status?.toLowerCase() ?? "");
}

/** The order as it is at a time: from its progress, stopped, or pinned by a test. */
export function orderLine(order: PanelOrder, state: PanelState, atMs: number): StatusFields {
  const isPinned = atMs >= (order.pinnedMs ?? 0);
  return { ...movingLine(order, state, atMs), ...(isPinned ? order.pinned : {}) };
}

/** The order as its supplier writes it. */
export function writtenLine(order: PanelOrder, state: PanelState, nowMs: number): StatusFields {
  const line = orderLine(order, state, nowMs);
  const status = panelStatuses.find((word) => word === line.status);
  const remains = status && state.habits[order.supplier]?.remains?.[status];
  if (remains === undefined || order.pinned.remains !== undefined) return line;
  return { ...line, remains: remains === "full" ? String(order.quantity) : remains };
}

/** How many units of the order are on its account at a time: the truth behind the public counter. */
export function unitsThere(id: string, order: PanelOrder, state: PanelState, nowMs: number): number {
  const atMs = nowMs - (state.habits[order.supplier]?.lateMs ?? 0);
  if (atMs < order.placedMs) return 0;
  const remains = Number(orderLine(order, state, atMs).remains);
  const delivered = Number.isFinite(remains) ? order.quantity - remains : 0;
  const refilled = Object.values(state.refills)
    .filter((refill) => refill.order === id && isDone(refill, state, atMs))
    .reduce((sum, { units = 0 }) => sum + units, 0);
  return Math.max(0, delivered - lostUnits(order, nowMs) + refilled);
}

/** How many units of an order its account had lost by a time, refilled ones too. */
export function lostUnits(order: PanelOrder, atMs: number): number {
  const lost = (order.losses ?? []).filter((loss) => loss.atMs <= atMs);
  return lost.reduce((sum, { units }) => sum + units, 0);
}

function movingLine(order: PanelOrder, state: PanelState, atMs: number): StatusFields {
  const line = (status: string, remains: number, startCount = order.startCount): StatusFields => ({
    charge: formatPoints(order.chargePoints),
    start_count: String(startCount),
    status,
    remains: String(remains),
    currency: "USD",
  });
  if (order.stopped && atMs >= order.stopped.atMs) return line(order.stopped.status, order.stopped.remains);
  const fraction = fractionDone(order, state.speed, atMs);
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
  outcome: NonNullable<PanelOrder["stopped"]>,
): void {
  const rate = findService(order.supplier, String(order.service))?.rate ?? "0";
  const { priceFactor = 1 } = state.habits[order.supplier] ?? {};
  const keep = Math.round(priceInPoints(rate, order.quantity - outcome.remains) * priceFactor);
  state.balancePoints[order.supplier] += order.chargePoints - keep;
  order.chargePoints = keep;
  order.stopped = outcome;
}
