import { newId } from "@/lib/base/ids";
import { addMs, day, hour, minute, second } from "@/lib/base/time/time";
import { planItems } from "@/lib/delivery/items/create-items";
import type { PanelOrder } from "../panel/state";
import type { PlannedOrder } from "./plan";
import { postAt } from "./rows";
import type { Scene, SceneService, Writing } from "./scene";

type WrittenItem = { delivered: number; number: string | null };

/** Writes an order's items, with their calls and charges, here and at their suppliers. */
export async function writeItems(
  writing: Writing,
  order: Parameters<typeof planItems>[0],
): Promise<WrittenItem[]> {
  const written: WrittenItem[] = [];
  for (const [position, plan] of planItems(order).entries())
    written.push(await writeItem(writing, plan, position));
  return written;
}

type ItemPlan = ReturnType<typeof planItems>[number];

async function writeItem(writing: Writing, plan: ItemPlan, position: number): Promise<WrittenItem> {
  const { scene, planned, orderId, paidAt } = writing;
  const { rows } = scene;
  const itemId = newId();
  const submittedAt = addMs(paidAt, planned.random.whole(2, 25) * second);
  const service = serviceFor(scene, planned, plan.quantity);
  const item = {
    id: itemId,
    orderId,
    position,
    platform: planned.platform,
    serviceType: planned.service,
    link: plan.link,
    targetKey: plan.targetKey,
    postId: plan.postId,
    quantity: plan.quantity,
    refillDays: 5,
    createdAt: paidAt,
  };
  const event = (from: string, to: string, at: Date, data: object = {}) =>
    rows.events.push({ orderId, itemId, type: "item.changed", from, to, data, createdAt: at });

  if (planned.twist === "paused") {
    const reason = "target_private";
    event("ready", "paused", submittedAt, { reason });
    const pausedUntil = addMs(submittedAt, 72 * hour);
    rows.items.push({ ...item, state: "paused", reason, pausedUntil, updatedAt: submittedAt });
    return { delivered: 0, number: null };
  }

  const at = { supplierId: service.supplierId, supplierServiceId: service.id, attempt: 1 };
  const call = {
    id: newId(),
    itemId,
    supplierId: service.supplierId,
    attempt: 1,
    action: "add",
    request: { service: service.externalId, link: plan.link, quantity: plan.quantity },
    startedAt: addMs(submittedAt, -second),
    endedAt: submittedAt,
  };
  if (planned.twist === "unknown") {
    const reason = "timeout";
    event("submitting", "unknown", submittedAt, { reason });
    rows.calls.push({ ...call, outcome: "unknown", reason, answer: "no answer within 30 seconds" });
    rows.items.push({
      ...item,
      ...at,
      state: "unknown",
      reason,
      reviewSince: submittedAt,
      leaseToken: crypto.randomUUID(),
      leasedAt: addMs(submittedAt, -second),
      updatedAt: submittedAt,
    });
    return { delivered: 0, number: null };
  }
  if (planned.twist === "rejected") {
    const reason = "bad_link";
    event("submitting", "rejected", submittedAt, { code: reason });
    const answer = '{"error":"Incorrect link"}';
    rows.calls.push({ ...call, outcome: "rejected", reason, httpStatus: 200, answer });
    rows.items.push({
      ...item,
      ...at,
      state: "rejected",
      reason,
      reviewSince: submittedAt,
      updatedAt: submittedAt,
    });
    return { delivered: 0, number: null };
  }

  const placed = await scene.panel.place({
    supplier: service.key,
    service: service.externalId,
    link: plan.link,
    quantity: plan.quantity,
    placedAt: submittedAt,
  });
  rows.calls.push({ ...call, outcome: "accepted", httpStatus: 200, answer: `{"order":${placed.number}}` });
  event("submitting", "submitted", submittedAt, { providerOrderId: placed.number });
  const progress = progressOf(writing, plan, placed.order, { submittedAt, position });
  for (const { from, to, at: moment } of progress.steps) event(from, to, moment, { word: progress.word });
  chargeItem(scene, { itemId, orderId, supplierId: service.supplierId, order: placed.order }, submittedAt);
  const { state, remains, word, finishedAt, nextCheckAt, startCount } = progress;
  rows.items.push({
    ...item,
    ...at,
    state,
    remains,
    startCount,
    providerOrderId: placed.number,
    providerStatus: word,
    charge: placed.order.chargePoints / 10_000_000,
    chargeCurrency: "USD",
    submittedAt,
    finishedAt,
    nextCheckAt,
    lastCheckedAt: finishedAt ?? addMs(scene.now, -minute),
    updatedAt: finishedAt ?? submittedAt,
  });
  if (planned.twist === "late_refill" && position === 0) {
    const missing = Math.max(1, Math.round(plan.quantity * 0.2));
    rows.refills.push({
      id: newId(),
      itemId,
      state: "in_progress",
      missing,
      supplierRefillId: scene.panel.addRefill(service.key, placed.number, missing, scene.now),
      createdAt: addMs(scene.now, -8 * day),
      updatedAt: addMs(scene.now, -8 * day),
      nextCheckAt: addMs(scene.now, hour),
    });
  }
  return { delivered: plan.quantity - (remains ?? plan.quantity), number: placed.number };
}

function serviceFor(
  scene: Scene,
  { platform, service, random }: PlannedOrder,
  quantity: number,
): SceneService {
  const offered = scene.services.get(`${platform}:${service}`) ?? [];
  const [first, second = first, third = first] = offered;
  if (!first || !second || !third) throw new Error(`no supplier is mapped to ${platform} ${service}`);
  if (random.chance(0.12)) return third;
  // The second takes no small orders.
  return quantity >= 100 && random.chance(0.3) ? second : first;
}

type Step = { from: string; to: string; at: Date };

/** How far an item is, in the database and at its supplier. */
function progressOf(
  { scene, planned, endedAt }: Writing,
  { quantity }: ItemPlan,
  order: PanelOrder,
  { submittedAt, position }: { submittedAt: Date; position: number },
) {
  const { panel, now } = scene;
  const { outcome, random, twist } = planned;
  const startedAt = addMs(submittedAt, random.between(2 * minute, 25 * minute));
  const started: Step = { from: "submitted", to: "in_progress", at: startedAt };
  const laterAt = addMs(now, random.between(hour, 12 * hour));
  if (!endedAt) {
    const isStarted = twist !== "not_started" && startedAt < now && random.chance(0.8);
    const fraction = isStarted ? random.between(0.15, 0.95) : 0;
    panel.holdUntil(order, fraction, laterAt);
    // As the emulator counts: the first tenth of the time is the wait.
    const remains = isStarted ? Math.max(1, Math.ceil((quantity * (1 - fraction)) / 0.9)) : quantity;
    return {
      state: isStarted ? ("in_progress" as const) : ("submitted" as const),
      word: isStarted ? "In progress" : "Pending",
      remains: Math.min(quantity, remains),
      startCount: isStarted ? order.startCount : 0,
      steps: isStarted ? [started] : [],
      finishedAt: null,
      nextCheckAt: addMs(now, random.between(0, minute)),
    };
  }
  const begun: Step = { ...started, at: new Date(Math.min(+startedAt, +endedAt)) };
  const ended = { finishedAt: endedAt, startCount: order.startCount };
  if (outcome === "failed" || (outcome === "partial" && position === 0)) {
    const remains =
      outcome === "failed" ? quantity : Math.max(1, Math.round(quantity * random.between(0.1, 0.7)));
    const to = outcome === "failed" ? ("canceled" as const) : ("partial" as const);
    panel.stop(order, remains, endedAt);
    return {
      ...ended,
      state: to,
      word: outcome === "failed" ? "Canceled" : "Partial",
      remains,
      steps: [begun, { from: "in_progress", to, at: endedAt }],
      nextCheckAt: null,
    };
  }
  const isRevised = twist === "late_change" && position === 0;
  panel.finish(order, endedAt);
  // Its supplier takes its word back, which the shop finds when it asks again.
  if (isRevised) panel.stop(order, Math.ceil(quantity / 4), now);
  const isPromised = endedAt > addMs(now, -4 * day);
  return {
    ...ended,
    state: "completed" as const,
    word: "Completed",
    remains: 0,
    steps: [begun, { from: "in_progress", to: "completed", at: endedAt }],
    nextCheckAt: isRevised ? now : isPromised ? addMs(now, random.between(hour, day)) : null,
  };
}

type Charged = { itemId: string; orderId: string; supplierId: string; order: PanelOrder };

/** Posts what the supplier charges, as `recordSupplierCharge` does. */
function chargeItem({ rows }: Scene, { itemId, orderId, supplierId, order }: Charged, at: Date): void {
  // A point is a ten-millionth of a dollar.
  const amountMicros = BigInt(Math.round(order.chargePoints / 10));
  if (amountMicros === 0n) return;
  const entries = [
    { account: "supplier_costs" as const, amountMicros },
    { account: "supplier_balances" as const, amountMicros: -amountMicros },
  ];
  postAt(rows, { movement: `charge:${itemId}:1`, orderId, supplierId, currency: "usd", entries }, at);
}
