import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { cutConnection, holdConnection } from "../emulator";
import { type AddAnswer, addOrder, type TargetIndex } from "./add-order";
import { cancelOrders, readRefills, readStatus, refillOrders } from "./read-orders";
import { type PanelSupplierKey, panelServices, panelSupplierKeys } from "./services";
import { type AddFault, type AddRecord, formatPoints, malformedText, type PanelState } from "./state";

type Env = { Bindings: HttpBindings };

export type Panel = { state: PanelState; targets: TargetIndex; changed(): void };

/** Faults that refuse with the protocol's text; nothing is ordered. */
const refusals: Partial<Record<AddFault, string>> = {
  funds: "Not enough funds on balance",
  service: "Incorrect service ID",
  quantity: "Quantity less than minimal 10",
  busy: "You have active order with this link. Please wait until order being completed.",
};

/** `POST /api/v2` of SMM panels: form in, JSON out, errors with status 200. */
export function createPanelApi(panel: Panel): Hono<Env> {
  const app = new Hono<Env>();
  app.post("/api/v2", async (c) => {
    if (!c.req.header("content-type")?.startsWith("application/x-www-form-urlencoded")) {
      return c.json({ error: "Incorrect request" });
    }
    return answer(c, panel, new URLSearchParams(await c.req.text()));
  });
  app.all("/api/v2", (c) => c.json({ error: "Incorrect request" }, 405));
  return app;
}

function answer(c: Context<Env>, panel: Panel, form: URLSearchParams): Response | Promise<Response> {
  const { state } = panel;
  const supplier = panelSupplierKeys.find((key) => key === form.get("key"));
  if (!supplier) return c.json({ error: "Invalid API key" });
  const action = form.get("action") ?? "";
  const caller = { state, supplier, nowMs: Date.now() };
  if (knownActions.has(action)) {
    state.calls[action] = (state.calls[action] ?? 0) + 1;
    panel.changed();
  }
  switch (action) {
    case "services":
      return c.json(serviceList(supplier));
    case "balance":
      return c.json({ balance: formatPoints(state.balancePoints[supplier]), currency: "USD" });
    case "add":
      return answerAdd(c, panel, supplier, form);
    case "status":
      return c.json(readStatus(caller, form, state.faults.status.shift()));
    case "cancel":
      return c.json(cancelOrders(caller, form));
    case "refill":
      return c.json(refillOrders(caller, form));
    case "refill_status":
      return c.json(readRefills(caller, form));
    default:
      return c.json({ error: "Incorrect request" });
  }
}

const knownActions = new Set(["services", "balance", "add", "status", "cancel", "refill", "refill_status"]);

function answerAdd(
  c: Context<Env>,
  panel: Panel,
  supplier: PanelSupplierKey,
  form: URLSearchParams,
): Response | Promise<Response> {
  const fault = panel.state.faults.add.shift();
  const record: AddRecord = {
    atMs: Date.now(),
    key: supplier,
    service: form.get("service") ?? "",
    link: form.get("link") ?? "",
    quantity: form.get("quantity") ?? "",
    ref: form.get("ref"),
    fault: fault ?? null,
    order: null,
  };
  panel.state.addLog?.push(record);
  if (fault === "down") return cutConnection(c);
  if (fault === "rate") return c.json({ error: "Too many requests" }, 429, { "retry-after": "1" });
  const refusal = fault && refusals[fault];
  if (refusal) return c.json({ error: refusal });
  const added = addOrder(panel.state, panel.targets, supplier, form, Date.now());
  if ("error" in added) return c.json(added);
  record.order = added.order;
  return spoil(c, added, fault);
}

/** The answer to a placed order, spoiled by the fault. */
function spoil(
  c: Context<Env>,
  added: Extract<AddAnswer, { order: number }>,
  fault: AddFault | undefined,
): Response | Promise<Response> {
  switch (fault) {
    case "hang":
      return holdConnection(c);
    case "lost":
      return c.body(null, 504);
    case "html":
      return c.html("<!doctype html><title>One moment</title><h1>Checking your browser</h1>");
    case "truncated":
      return c.body(`{"order": ${added.order}`, 200, { "content-type": "application/json" });
    case "empty":
      return c.json({});
    case "null":
      return c.json({ order: null });
    case "garbage":
      return c.json({ order: "abc" });
    case "malformed":
      return c.json({ ...added, message: malformedText });
    default:
      return c.json(added);
  }
}

function serviceList(supplier: PanelSupplierKey): unknown {
  return panelServices
    .filter((service) => service.supplier === supplier)
    .map(({ service, name, category, rate, min, max, refill, cancel }) => ({
      service,
      name,
      type: "Default",
      category,
      rate,
      min: String(min),
      max: String(max),
      refill,
      cancel,
      dripfeed: false,
    }));
}
