import type { ServerResponse } from "node:http";
import { Hono } from "hono";
import { z } from "zod";
import { type NodeEnv, readControl } from "../emulator-server";
import { dialects } from "./dialects";
import { changeSpeed, orderLine, unitsThere } from "./order-progress";
import { type PanelSupplierKey, panelSupplierKeys } from "./services";
import {
  addFaults,
  emptyState,
  type PanelOrder,
  type PanelState,
  panelStatuses,
  pointsPerDollar,
  statusFaults,
} from "./state";

const dollars = z.number().min(0).max(1_000_000);
const field = z
  .union([z.string().max(100), z.number()])
  .nullable()
  .transform((value) => (value === null ? null : String(value)));

const longestMs = 86_400_000;
const bySupplier = <Value extends z.ZodType>(value: Value) =>
  z.partialRecord(z.enum(panelSupplierKeys), value).optional();
const orderId = z.union([z.string(), z.number()]).transform(String);
const habitsSchema = z
  .strictObject({
    dialect: z.enum(dialects),
    remains: z.partialRecord(z.enum(panelStatuses), z.enum(["0", "", "full"]).nullable()),
    balance: z.enum(["padded", "comma"]),
    debitMs: z.number().min(0).max(longestMs),
    lookupMs: z.number().min(0).max(longestMs),
    lateMs: z.number().min(0).max(longestMs),
    priceFactor: z.number().min(0).max(1_000_000),
    failsBatches: z.boolean(),
  })
  .partial();

const controlSchema = z.strictObject({
  speed: z.number().min(0).max(86_400).optional(),
  balance: z.union([dollars, z.partialRecord(z.enum(panelSupplierKeys), dollars)]).optional(),
  faults: z
    .strictObject({ add: z.array(z.enum(addFaults)), status: z.array(z.enum(statusFaults)) })
    .partial()
    .optional(),
  set: z
    .strictObject({
      order: orderId,
      fields: z
        .strictObject({ status: field, remains: field, start_count: field, charge: field, currency: field })
        .partial(),
    })
    .optional(),
  merges: bySupplier(z.number().min(0).max(86_400)),
  suppliers: bySupplier(habitsSchema),
  spend: bySupplier(z.number()),
  move: z.array(z.enum(panelSupplierKeys)).optional(),
  forget: z.array(orderId).optional(),
  drop: z.strictObject({ order: orderId, units: z.number().int().min(0) }).optional(),
  offlineMs: z.number().int().min(1).max(600_000).optional(),
  log: z.boolean().optional(),
});

type Control = z.infer<typeof controlSchema>;

/**
 * Test controls, not part of a panel. `GET /_control` shows the state. `POST /_control` takes `speed` (seconds to
 * completion, 0 at once), `balance` (dollars, for all suppliers or by key), `faults` (each list replaces the rest of
 * its kind; `malformed` answers with text that PostgreSQL can't hold), `set` (pins an order's fields), `merges`
 * (seconds in which a supplier merges equal requests, by key), `log` (keeps every `add`, shown by `GET /_control/log`),
 * `suppliers` (their habits: `SupplierHabits`, by key; `dialect` is `plain`, `smart`, `laravel` or `comma`), `spend`
 * (dollars that another customer of the same account spends, by key; below zero it is given back), `drop` (units of an
 * order that its account loses), `forget` (orders that their supplier doesn't know any more), `move` (suppliers that
 * forget all orders and begin their numbers again) and `offlineMs` (closes the port for that long, after this answer).
 * `POST /_control/reset` drops everything but the order numbers.
 */
export function createPanelControls(
  state: PanelState,
  changed: () => void,
  goOffline: (ms: number, answer: ServerResponse) => void,
): Hono<NodeEnv> {
  const app = new Hono<NodeEnv>();
  app.get("/_control", (c) => c.json(snapshot(state)));
  app.get("/_control/log", (c) => c.json(state.addLog ?? []));
  app.post("/_control", async (c) => {
    const control = await readControl(c, controlSchema);
    const named = [control.set?.order, control.drop?.order, ...(control.forget ?? [])];
    const unknown = named.find((id) => id !== undefined && !Object.hasOwn(state.orders, id));
    if (unknown !== undefined) return c.json({ error: { message: `There is no order ${unknown}.` } }, 404);
    apply(state, control);
    changed();
    if (control.offlineMs === undefined) return c.json(snapshot(state));
    goOffline(control.offlineMs, c.env.outgoing);
    return c.json(snapshot(state), 200, { connection: "close" });
  });
  app.post("/_control/reset", (c) => {
    const { nextOrder, nextRefill } = state;
    Object.assign(state, emptyState(), { nextOrder, nextRefill });
    changed();
    return c.json(snapshot(state));
  });
  return app;
}

function apply(state: PanelState, control: Control): void {
  if (control.speed !== undefined) changeSpeed(state, control.speed, Date.now());
  for (const key of panelSupplierKeys) {
    const balance = typeof control.balance === "number" ? control.balance : control.balance?.[key];
    if (balance !== undefined) state.balancePoints[key] = Math.round(balance * pointsPerDollar);
    state.balancePoints[key] -= Math.round((control.spend?.[key] ?? 0) * pointsPerDollar);
  }
  state.habits = { ...state.habits, ...control.suppliers };
  for (const supplier of control.move ?? []) moveSupplier(state, supplier);
  for (const id of control.forget ?? []) {
    const forgotten = state.orders[id];
    if (forgotten) forgotten.isForgotten = true;
  }
  const lost = control.drop && state.orders[control.drop.order];
  if (control.drop && lost)
    lost.losses = [...(lost.losses ?? []), { units: control.drop.units, atMs: Date.now() }];
  if (control.log !== undefined) state.addLog = control.log ? [] : undefined;
  if (control.merges) state.merges = control.merges;
  if (control.faults?.add) state.faults.add = control.faults.add;
  if (control.faults?.status) state.faults.status = control.faults.status;
  const order = control.set && state.orders[control.set.order];
  if (control.set && order) pin(order, state, control.set.fields);
}

// A pinned status pins the remains too: 0 for Completed, else the current ones.
function pin(order: PanelOrder, state: PanelState, fields: PanelOrder["pinned"]): void {
  const now = orderLine(order, state, Date.now()).remains;
  const remains = fields.status === "Completed" ? "0" : now;
  const held = fields.status === undefined ? {} : { remains };
  order.pinned = { ...order.pinned, ...held, ...fields };
  order.pinnedMs ??= Date.now();
}

/**
 * Its orders get new keys in the state (`<number>@<time>`), because their numbers are given again. What they delivered
 * stays.
 */
function moveSupplier(state: PanelState, supplier: PanelSupplierKey): void {
  const own = Object.keys(state.orders).filter((id) => state.orders[id]?.supplier === supplier);
  const moved = own.filter((id) => !state.orders[id]?.isForgotten);
  for (const id of moved) {
    const order = state.orders[id];
    const key = `${id}@${Date.now()}`;
    if (order) state.orders[key] = { ...order, isForgotten: true };
    delete state.orders[id];
    for (const refill of Object.values(state.refills)) if (refill.order === id) refill.order = key;
    for (const record of state.addLog ?? []) if (String(record.order) === id) record.order = key;
  }
  state.known = Object.fromEntries(
    Object.entries(state.known).filter(([name]) => !name.startsWith(`${supplier} `)),
  );
  state.restarted[supplier] = Math.min(state.nextOrder, ...moved.map(Number));
}

function snapshot(state: PanelState): object {
  const nowMs = Date.now();
  return {
    addCalls: state.calls.add ?? 0,
    accepted: state.accepted,
    overlaps: state.overlaps,
    calls: state.calls,
    speed: state.speed,
    balance: Object.fromEntries(
      panelSupplierKeys.map((key) => [key, state.balancePoints[key] / pointsPerDollar]),
    ),
    faults: state.faults,
    orders: Object.fromEntries(
      Object.entries(state.orders).map(([id, order]) => [id, orderView(id, order, state, nowMs)]),
    ),
  };
}

function orderView(id: string, order: PanelOrder, state: PanelState, nowMs: number): object {
  const { status, remains, charge, start_count } = orderLine(order, state, nowMs);
  return {
    status,
    remains: remains !== null && /^\d+$/.test(remains) ? Number(remains) : remains,
    quantity: order.quantity,
    link: order.link,
    service: order.service,
    charge,
    start_count,
    key: order.supplier,
    saidCompleted: order.saidCompleted ?? false,
    there: unitsThere(id, order, state, nowMs),
  };
}
