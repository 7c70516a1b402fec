import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { isActive } from "./order-progress";
import {
  findService,
  neededFields,
  type PanelService,
  type PanelSupplierKey,
  platformOfLink,
} from "./services";
import { type Caller, type PanelState, priceInPoints } from "./state";

/**
 * Places an order like a panel, without idempotency: the same call twice makes two orders, unless its `ref` was seen
 * before or the supplier merges equal requests. Where that takes a while, calls that overlap don't find each other.
 * Returns the protocol's error for an unknown service, one of another type than Default, a bad quantity or link, and an
 * empty balance.
 */
export async function addOrder(
  caller: Caller,
  form: URLSearchParams,
): Promise<{ order: number } | { error: string }> {
  const { state, supplier, nowMs } = caller;
  const { lookupMs, debitMs = 0, priceFactor = 1 } = state.habits[supplier] ?? {};
  const service = findService(supplier, form.get("service") ?? "");
  if (!service) return { error: "Incorrect service ID" };
  const link = form.get("link")?.trim() ?? "";
  if (!isLinkFor(service, link)) return { error: "Incorrect link" };
  const needed = neededFields[service.type];
  if (needed) return { error: `Incorrect ${needed}` };
  const quantity = readQuantity(form.get("quantity") ?? "");
  if (quantity === null) return { error: "Incorrect quantity" };
  if (quantity < service.min) return { error: `Quantity less than minimal ${service.min}` };
  if (quantity > service.max) return { error: `Quantity more than maximal ${service.max}` };
  const known = knownOrder(caller, form);
  if (lookupMs) await delay(lookupMs);
  if (known !== null) return { order: known };
  const chargePoints = Math.round(priceInPoints(service.rate, quantity) * priceFactor);
  if (chargePoints > state.balancePoints[supplier]) return { error: "Not enough funds on balance" };

  const id = nextNumber(state, supplier);
  state.balancePoints[supplier] -= chargePoints;
  if (debitMs > 0) state.debits.push({ supplier, points: chargePoints, dueMs: nowMs + debitMs });
  state.accepted += 1;
  const target = targetOf(service, link);
  state.orders[id] = {
    supplier,
    service: service.service,
    link,
    quantity,
    chargePoints,
    // Panels write 0 where they don't read the counter.
    startCount: service.counter === null ? 0 : publicCount(target),
    placedMs: nowMs,
    progress: { fraction: 0, atMs: nowMs },
    stopped: null,
    pinned: {},
  };
  for (const name of namesOf(supplier, form)) state.known[name] = { order: id, atMs: nowMs };
  noteTarget(caller, target, id);
  return { order: id };
}

function nextNumber(state: PanelState, supplier: PanelSupplierKey): number {
  const restarted = state.restarted[supplier];
  let number = restarted ?? state.nextOrder;
  while (state.orders[number]) number += 1;
  if (restarted === undefined) state.nextOrder = number + 1;
  else state.restarted[supplier] = number + 1;
  return number;
}

/** The keys by which some suppliers recognise a repeated request: its content, and the caller's `ref`. */
function namesOf(supplier: PanelSupplierKey, form: URLSearchParams): string[] {
  const ref = form.get("ref");
  const same = ["service", "link", "quantity"].map((name) => form.get(name)).join(" ");
  return [`${supplier} same ${same}`, ...(ref ? [`${supplier} ref ${ref}`] : [])];
}

function knownOrder({ state, supplier, nowMs }: Caller, form: URLSearchParams): number | null {
  const [same = "", ref = ""] = namesOf(supplier, form);
  const byRef = state.known[ref];
  if (byRef) return byRef.order;
  const equal = state.known[same];
  const mergesMs = (state.merges[supplier] ?? 0) * 1000;
  return equal && nowMs - equal.atMs < mergesMs ? equal.order : null;
}

/** Counts an overlap. Ended orders are dropped, so that a check stays cheap. */
function noteTarget({ state, nowMs }: Caller, target: string, id: number): void {
  const active = (state.targets[target] ?? []).filter((other) => {
    const order = state.orders[other];
    return order !== undefined && isActive(order, state, nowMs);
  });
  if (active.length > 0) state.overlaps += 1;
  state.targets[target] = [...active, id];
}

/** A target is the same for all suppliers: the platform has one counter. */
function targetOf(service: PanelService, link: string): string {
  return `${service.platform} ${service.kind} ${link.replace(/\/+$/, "")}`;
}

// Panels check links loosely: this one refuses empty links and those of another platform.
function isLinkFor(service: PanelService, link: string): boolean {
  return link !== "" && (platformOfLink(link) ?? service.platform) === service.platform;
}

function readQuantity(text: string): number | null {
  return /^\d{1,12}$/.test(text) ? Number(text) : null;
}

/** The target's invented public counter at the order's start, the same for the same target. */
function publicCount(target: string): number {
  return 50 + (createHash("sha256").update(target).digest().readUInt32BE(0) % 9000);
}
