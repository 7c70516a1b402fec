import { isDone, lostUnits, orderLine, stopOrder, writtenLine } from "./order-progress";
import { findService } from "./services";
import {
  type Caller,
  malformedText,
  type PanelOrder,
  type PanelState,
  type StatusFault,
  type StatusFields,
} from "./state";

/** The protocol's limit of ids per call; further ones are ignored. */
const batchLimit = 100;

const unknownOrder = { error: "Incorrect order ID" };

/** `status` for one order (`order`) or up to 100 (`orders`), with the next fault for the first of them. */
export function readStatus(caller: Caller, form: URLSearchParams): unknown {
  const fault = caller.state.faults.status.shift();
  const many = form.get("orders");
  if (many === null) return statusOf(caller, form.get("order") ?? "", fault) ?? {};
  const ids = splitIds(many);
  const { failsBatches } = caller.state.habits[caller.supplier] ?? {};
  if (failsBatches && ids.some((id) => !findOrder(caller, id))) return unknownOrder;
  const answers = ids.map((id, index) => [id, statusOf(caller, id, index === 0 ? fault : undefined)]);
  return Object.fromEntries(answers);
}

/** One order's answer; undefined where a fault leaves it out. */
function statusOf(caller: Caller, id: string, fault: StatusFault | undefined): unknown {
  const { state, nowMs } = caller;
  if (fault === "missing") return undefined;
  if (fault === "garbage") return nextGarbage(state);
  const order = findOrder(caller, id);
  if (!order || fault === "unknown") return unknownOrder;
  const { quantity } = order;
  if (fault === "partial") {
    const remains = Math.max(1, Math.round(quantity / 3));
    stopOrder(order, state, { status: "Partial", remains, atMs: nowMs });
  }
  if (fault === "canceled") stopOrder(order, state, { status: "Canceled", remains: quantity, atMs: nowMs });
  if (fault === "stopped") {
    const remains = Number(orderLine(order, state, nowMs).remains);
    if (remains > 0 && !order.stopped) stopOrder(order, state, { status: "Canceled", remains, atMs: nowMs });
  }
  const line = writtenLine(order, state, nowMs);
  if (fault === "malformed") return { ...line, status: malformedText };
  if (line.status === "Completed") order.saidCompleted = true;
  return line;
}

/** `cancel` for up to 100 orders: delivered units are paid, the rest is refunded to the balance. */
export function cancelOrders(caller: Caller, form: URLSearchParams): unknown {
  return splitIds(form.get("orders") ?? form.get("order") ?? "").map((id) => {
    const order = findOrder(caller, id);
    if (!order) return { order: asNumber(id), cancel: unknownOrder };
    return { order: asNumber(id), cancel: cancelOrder(caller, order) };
  });
}

/** `refill` for one order or up to 100; only a completed order of a service with refill gets one. */
export function refillOrders(caller: Caller, form: URLSearchParams): unknown {
  const many = form.get("orders");
  if (many === null) {
    const answer = refillOrder(caller, form.get("order") ?? "");
    return typeof answer === "number" ? { refill: String(answer) } : answer;
  }
  return splitIds(many).map((id) => ({ order: asNumber(id), refill: refillOrder(caller, id) }));
}

/** `refill_status` for one refill or up to 100. A refill takes as long as an order. */
export function readRefills(caller: Caller, form: URLSearchParams): unknown {
  const many = form.get("refills");
  if (many === null) {
    const status = refillStatus(caller, form.get("refill") ?? "");
    return typeof status === "string" ? { status } : status;
  }
  return splitIds(many).map((id) => ({ refill: asNumber(id), status: refillStatus(caller, id) }));
}

function findOrder({ state, supplier }: Caller, id: string): PanelOrder | undefined {
  const order = Object.hasOwn(state.orders, id) ? state.orders[id] : undefined;
  return order?.supplier === supplier && !order.isForgotten ? order : undefined;
}

// Broken answers, one after the other: not an object, an unknown status with invalid counts, and nulls.
function nextGarbage(state: PanelState): string | StatusFields {
  const turn = state.garbageServed++ % 3;
  if (turn === 0) return "Something went wrong";
  if (turn === 1) {
    return { charge: "abc", start_count: "", status: "Brewing", remains: "Unknown", currency: "USD" };
  }
  return { charge: null, start_count: null, status: null, remains: null, currency: null };
}

function cancelOrder({ state, nowMs }: Caller, order: PanelOrder): 1 | { error: string } {
  const line = orderLine(order, state, nowMs);
  if (line.status !== "Pending" && line.status !== "In progress") return { error: "Incorrect order status" };
  const remains = Number(line.remains);
  const status = remains === order.quantity ? "Canceled" : "Partial";
  stopOrder(order, state, { status, remains, atMs: nowMs });
  return 1;
}

function refillOrder(caller: Caller, id: string): number | { error: string } {
  const order = findOrder(caller, id);
  if (!order) return unknownOrder;
  const completed = orderLine(order, caller.state, caller.nowMs).status === "Completed";
  const service = findService(order.supplier, String(order.service));
  if (!completed || !service?.refill) return { error: "Order not eligible for refill." };
  const refill = caller.state.nextRefill++;
  const others = Object.values(caller.state.refills).filter((other) => other.order === id);
  const promised = others.reduce((sum, { units = 0 }) => sum + units, 0);
  const units = Math.max(0, lostUnits(order, caller.nowMs) - promised);
  caller.state.refills[refill] = { supplier: order.supplier, order: id, atMs: caller.nowMs, units };
  return refill;
}

function refillStatus({ state, supplier, nowMs }: Caller, id: string): string | { error: string } {
  const refill = Object.hasOwn(state.refills, id) ? state.refills[id] : undefined;
  const order = refill && state.orders[refill.order];
  if (!order || order.isForgotten || refill.supplier !== supplier) return { error: "Refill not found" };
  return isDone(refill, state, nowMs) ? "Completed" : "In progress";
}

function splitIds(list: string): string[] {
  return list
    .split(",")
    .map((id) => id.trim())
    .filter((id) => id !== "")
    .slice(0, batchLimit);
}

function asNumber(id: string): number | string {
  return /^\d+$/.test(id) ? Number(id) : id;
}
