import type { ServerResponse } from "node:http";
import { Hono } from "hono";
import { z } from "zod";
import { type NodeEnv, readControl } from "../emulator-server";
import { changeSpeed, orderLine } from "./order-progress";
import { panelSupplierKeys } from "./services";
import {
  addFaults,
  emptyState,
  type PanelOrder,
  type PanelState,
  pointsPerDollar,
  statusFaults,
} from "./state";

const dollars = z.number().min(0).max(1_000_000);
const field = z
  .union([z.string().max(100), z.number()])
  .nullable()
  .transform((value) => (value === null ? null : String(value)));

const controlSchema = z.strictObject({
  speed: z.number().min(0).max(86_400).optional(),
  balance: z.union([dollars, z.partialRecord(z.enum(panelSupplierKeys), dollars)]).optional(),
  faults: z
    .strictObject({ add: z.array(z.enum(addFaults)), status: z.array(z.enum(statusFaults)) })
    .partial()
    .optional(),
  set: z
    .strictObject({
      order: z.union([z.string(), z.number()]).transform(String),
      fields: z
        .strictObject({ status: field, remains: field, start_count: field, charge: field, currency: field })
        .partial(),
    })
    .optional(),
  merges: z.partialRecord(z.enum(panelSupplierKeys), z.number().min(0).max(86_400)).optional(),
  offlineMs: z.number().int().min(1).max(600_000).optional(),
  log: z.boolean().optional(),
});

type Control = z.infer<typeof controlSchema>;

/**
 * Test controls, not part of a panel. `GET /_control` shows the state. `POST /_control` takes `speed` (seconds to
 * completion, 0 at once), `balance` (dollars, for all suppliers or by key), `faults` (each list replaces the rest of its
 * kind; `malformed` answers with text that PostgreSQL can't hold), `set` (pins an order's fields), `merges` (seconds in
 * which a supplier merges equal requests, by key), `log` (keeps every `add`, shown by `GET /_control/log`) and
 * `offlineMs` (closes the port for that long, after this answer).
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
    if (control.set && !Object.hasOwn(state.orders, control.set.order)) {
      return c.json({ error: { message: `There is no order ${control.set.order}.` } }, 404);
    }
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
  }
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
      Object.entries(state.orders).map(([id, order]) => [id, orderView(order, state, nowMs)]),
    ),
  };
}

function orderView(order: PanelOrder, state: PanelState, nowMs: number): object {
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
  };
}
